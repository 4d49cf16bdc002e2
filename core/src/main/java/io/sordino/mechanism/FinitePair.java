package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * A release with finitely many outcomes, given by its two laws: {@code p} with the record and {@code q} without it, outcome by outcome.
 */
public record FinitePair(Values p, Values q) implements Mechanism {
    /** How far probabilities may be from a sum of 1 by the rounding of whoever wrote them; they are divided by it. */
    public static final double ROUNDING = 1e-12;

    public FinitePair {
        Check.given("p", p);
        Check.given("q", q);
        if (!(p.values().size() == q.values().size()))
            throw new InvalidException("p and q must list the same outcomes, were "
                    + p.values().size() + " and " + q.values().size());
        addUp("p", p);
        addUp("q", q);
    }

    private static void addUp(String name, Values law) {
        double sum = law.sum();
        if (!(Math.abs(sum - 1) <= ROUNDING))
            throw new InvalidException("the probabilities " + name + " must add up to 1, was " + sum);
    }
}
