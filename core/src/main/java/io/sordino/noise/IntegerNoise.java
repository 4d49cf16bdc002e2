package io.sordino.noise;

/** Noise on the integers, drawn exactly. */
public interface IntegerNoise {
    /** One number, independent of all others. */
    long draw(RandomSource random);
}
