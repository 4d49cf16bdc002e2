package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * Gaussian noise on a value that one record moves by a random amount: by {@code sensitivities[i]} with probability {@code samplingProbs[i]},
 * which is not told. Without the record nothing moves.
 */
public record GaussianMixture(double standardDeviation, Values sensitivities, Values samplingProbs)
        implements Mechanism {
    /** How far probabilities may be from a sum of 1 by the rounding of whoever wrote them; they are divided by their sum. */
    private static final double ROUNDING = 1e-9;

    public GaussianMixture {
        Check.positive("standard_deviation", standardDeviation);
        Check.given("sensitivities", sensitivities);
        Check.given("sampling_probs", samplingProbs);
        int n = sensitivities.values().size();
        if (!(samplingProbs.values().size() == n))
            throw new InvalidException("sampling_probs must be as many as sensitivities, " + n + ", were "
                    + samplingProbs.values().size());
        double sum = samplingProbs.sum();
        if (!(Math.abs(sum - 1) <= ROUNDING)) throw new InvalidException("sampling_probs must add up to 1, was " + sum);
    }
}
