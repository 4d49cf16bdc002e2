package io.sordino.account;

import java.util.SplittableRandom;

/** How hard the random tests try: a sample by default, the full size with {@code -Dsordino.slow=true}. */
public final class Effort {
    private static final boolean FULL = Boolean.getBoolean("sordino.slow");

    private Effort() {}

    public static int cases(int sample, int full) {
        return FULL ? full : sample;
    }

    /** Random numbers whose seed is in the output, so that a failure can be had again. */
    public static SplittableRandom random(String test, long seed) {
        System.out.println(test + ": seed " + seed);
        return new SplittableRandom(seed);
    }

    /** A number between two others, uniform in its logarithm. */
    public static double between(SplittableRandom random, double low, double high) {
        return low * Math.exp(random.nextDouble() * Math.log(high / low));
    }
}
