package io.sordino.loss.sampling;

import io.sordino.numeric.Normal;

/** e^epsilon times a normal tail, where either factor alone may be no double. */
final class GrownTail {
    /** Below here a product of masses may have lost digits to underflow. */
    static final double TINY = 1e-290;

    private static final double LARGEST_EXPONENT = 700;

    private GrownTail() {}

    /** e^epsilon P(N > x). */
    static double of(double epsilon, double x) {
        return plain(epsilon, x) ? Math.exp(epsilon) * Normal.sf(x) : Math.exp(epsilon + Normal.logSf(x));
    }

    /** Its relative error. */
    static double error(double epsilon, double x) {
        return plain(epsilon, x)
                ? 2 * Normal.RELATIVE_ERROR
                : 4 * Normal.LOG_RELATIVE_ERROR * (1 + Math.abs(epsilon) - Normal.logSf(x));
    }

    private static boolean plain(double epsilon, double x) {
        return Math.abs(epsilon) < LARGEST_EXPONENT && Normal.sf(x) > TINY;
    }

    /** At least the density over the tail from x on. */
    static double hazard(double x) {
        return 1 + Math.max(0, x);
    }
}
