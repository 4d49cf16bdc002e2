package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;
import java.util.List;

/**
 * One of several mechanisms, chosen at random with probabilities that do not depend on the data: {@code plans[i]} with probability {@code weights[i]}.
 */
public record Mixture(Values weights, List<Mechanism> plans) implements Mechanism {
    /** How far probabilities may be from a sum of 1 by the rounding of whoever wrote them; they are divided by their sum. */
    private static final double ROUNDING = 1e-9;

    public Mixture {
        Check.given("weights", weights);
        plans = List.copyOf(plans);
        if (!(plans.size() == weights.values().size()))
            throw new InvalidException("weights must be as many as plans, " + plans.size() + ", were "
                    + weights.values().size());
        double sum = weights.sum();
        if (!(Math.abs(sum - 1) <= ROUNDING)) throw new InvalidException("weights must add up to 1, was " + sum);
    }
}
