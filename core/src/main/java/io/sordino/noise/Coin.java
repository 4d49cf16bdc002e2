package io.sordino.noise;

/** Something that happens with one fixed probability, exactly. */
interface Coin {
    boolean toss(RandomSource random);
}
