package io.sordino.engine.protocol;

import io.sordino.noise.RandomSource;
import io.sordino.noise.Shuffle;
import io.sordino.refusal.InvalidException;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;

/** Puts reports into a uniformly random order. What it hands on cannot be traced back, and nobody else can make it. */
public final class Shuffler {
    private static final int STRETCH = 1 << 16;

    private final RandomSource random;

    /** Draws orders from this source. */
    public Shuffler(RandomSource random) {
        this.random = random;
    }

    /** Reports in a random order; at least two, one would be its sender's. */
    public ShuffledReports shuffle(long[] reports) {
        return shuffleOwn(reports.clone());
    }

    /** Of an array that nobody else keeps. */
    ShuffledReports shuffleOwn(long[] reports) {
        if (!(reports.length >= 2)) throw new InvalidException("there must be at least 2 reports to shuffle");
        Shuffle.longs(reports, random);
        return new ShuffledReports(reports);
    }

    /** Lets every client report and shuffles what they send, telling now and then how many have reported. */
    ShuffledReports collect(int clients, IntToLongFunction client, LongConsumer progress) {
        long[] reports = new long[clients];
        int told = 0;
        for (int i = 0; i < clients; i++) {
            reports[i] = client.applyAsLong(i);
            if (i - told == STRETCH) {
                progress.accept(i - told);
                told = i;
            }
        }
        progress.accept(clients - told);
        return shuffleOwn(reports);
    }
}
