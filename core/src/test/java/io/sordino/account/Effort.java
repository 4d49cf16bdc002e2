package io.sordino.account;

import java.util.SplittableRandom;

/** How hard the random tests try: a sample by default, the full size with {@code -Dsordino.slow=true}. */
public final class Effort {
    private static final boolean FULL = Boolean.getBoolean("sordino.slow");

    /** At full size every run draws other cases, unless it is told to repeat one. */
    private static final long RUN = Long.getLong("sordino.seed", FULL ? System.nanoTime() : 0);

    private Effort() {}

    public static int cases(int sample, int full) {
        return FULL ? full : sample;
    }

    /** Random numbers whose seed is in the output, so that a failure can be had again. */
    public static SplittableRandom random(String test, long seed) {
        long drawn = RUN == 0 ? seed : seed * 0x9e3779b97f4a7c15L ^ RUN;
        System.out.println(test + ": seed " + drawn + (RUN == 0 ? "" : ", again by -Dsordino.seed=" + RUN));
        return new SplittableRandom(drawn);
    }

    /** A number between two others, uniform in its logarithm. */
    public static double between(SplittableRandom random, double low, double high) {
        return low * Math.exp(random.nextDouble() * Math.log(high / low));
    }
}
