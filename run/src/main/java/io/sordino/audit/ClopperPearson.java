package io.sordino.audit;

import io.sordino.numeric.Binomial;
import io.sordino.numeric.Root;

/** Exact one-sided bounds on a probability from the number of times that something happened. */
public final class ClopperPearson {
    private static final int QUESTIONS = 60;

    private ClopperPearson() {}

    /** Below the probability, but for a chance of at most {@code tail}. */
    public static double lower(long happened, long runs, double tail) {
        if (happened == 0) return 0;
        double log = Math.log(tail);
        // P(X >= happened) rises with p; where even its upper end is below the tail, p is too small to be true
        return Root.lastTrue(p -> Binomial.logSf(happened - 1, runs, p).upper() <= log, 0, 1, QUESTIONS);
    }

    /** Above the probability, but for a chance of at most {@code tail}. */
    public static double upper(long happened, long runs, double tail) {
        if (happened == runs) return 1;
        double log = Math.log(tail);
        return Root.firstTrue(p -> Binomial.logCdf(happened, runs, p).upper() <= log, 0, 1, QUESTIONS);
    }
}
