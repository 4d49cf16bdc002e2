package io.sordino.theorem.composition;

import io.sordino.loss.composition.ConcentrationProfile;
import io.sordino.mechanism.Composed;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * Advanced composition with the exact mean of the worst loss: for every delta', the parts together are
 * (sqrt(2 S ln(1/delta')) + sum eps_i (e^eps_i - 1)/(e^eps_i + 1), 1 - prod (1 - delta_i) + delta')-private, S = sum eps_i^2.
 *
 * <p>The worst parts are randomized responses with losses -+eps_i, whose mean is eps_i tanh(eps_i / 2); Hoeffding's inequality
 * does the rest, for different parts as well.
 *
 * <p>Kairouz, Oh and Viswanath 2015 (arXiv:1311.0776v4), Theorem 3.5. Theory: docs/theory/ImprovedAdvancedComposition.md
 */
public final class ImprovedAdvancedComposition implements Theorem<Composed> {
    @Override
    public Class<Composed> about() {
        return Composed.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                ImprovedAdvancedComposition.class, "Kairouz, Oh and Viswanath 2015, Theorem 3.5 (arXiv:1311.0776v4)");
    }

    @Override
    public boolean forComparison() {
        return true;
    }

    @Override
    public Verdict apply(Composed composed, Inquiry inquiry) {
        Optional<EpsilonDeltas> found = EpsilonDeltas.of(composed, inquiry);
        if (found.isEmpty())
            return Theorem.silent(
                    "needs parts that are (epsilon, delta)-private with a finite epsilon: the loss of one is unbounded");
        EpsilonDeltas parts = found.get();
        double mean = parts.sum(eps -> Up.mul(eps, tanhOfHalf(eps)));
        double squares = parts.sum(eps -> Up.mul(eps, eps));
        return new Holds(new ConcentrationProfile(mean, squares, parts.lost()), Reach.ABOVE, parts.from());
    }

    private static double tanhOfHalf(double eps) {
        return Math.min(1, Up.div(-Down.expm1(-eps), Down.add(1, Down.exp(-eps))));
    }
}
