package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * The base mechanism run on a sample that each record joins independently with probability {@code rate}.
 */
public record PoissonSampled(double rate, Mechanism base) implements Mechanism {
    private static final double MOST_EXACT = 1L << 53;

    public PoissonSampled {
        if (!(rate > 0 && rate <= 1)) throw new InvalidException("rate must be in (0, 1], was " + rate + meant(rate));
        Check.given("plan", base);
    }

    /** Whoever writes a whole number has the size of a batch in mind. */
    private static String meant(double rate) {
        if (!(rate >= 2 && rate <= MOST_EXACT && rate == Math.rint(rate))) return "";
        return "; batches of " + (long) rate + " on average are the rate " + (long) rate + "/dataset_size";
    }
}
