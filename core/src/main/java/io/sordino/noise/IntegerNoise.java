package io.sordino.noise;

/** Noise on the integers, drawn exactly. */
public interface IntegerNoise {
    long draw(RandomSource random);
}
