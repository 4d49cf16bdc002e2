package io.sordino.engine;

import io.sordino.noise.RandomSource;
import io.sordino.noise.Shuffle;

/** Puts reports into a uniformly random order. What it hands on cannot be traced back, and nobody else can make it. */
public final class Shuffler {
    private final RandomSource random;

    public Shuffler(RandomSource random) {
        this.random = random;
    }

    /** Reports in a random order; at least two, one would be its sender's. */
    public ShuffledReports shuffle(long[] reports) {
        if (!(reports.length >= 2)) throw new IllegalArgumentException("there must be at least 2 reports to shuffle");
        long[] shuffled = reports.clone();
        Shuffle.longs(shuffled, random);
        return new ShuffledReports(shuffled);
    }
}
