package io.sordino.theorem.composition;

import io.sordino.loss.composition.ConcentrationProfile;
import io.sordino.mechanism.Composed;
import io.sordino.numeric.Up;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * Advanced composition: for every delta', the parts together are (sqrt(2 S ln(1/delta')) + sum eps_i (e^eps_i - 1),
 * 1 - prod (1 - delta_i) + delta')-private, S = sum eps_i^2.
 *
 * <p>Stated for equal parts; different ones follow from the same martingale inequality, whose ranges are 2 eps_i.
 *
 * <p>Dwork, Rothblum and Vadhan 2010 (FOCS), Theorem III.3; Dwork and Roth 2014, Theorem 3.20. Theory:
 * docs/theory/AdvancedComposition.md
 */
public final class AdvancedComposition implements Theorem<Composed> {
    @Override
    public Class<Composed> about() {
        return Composed.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(AdvancedComposition.class, "Dwork, Rothblum and Vadhan 2010, Theorem III.3 (FOCS)");
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
        double mean = parts.sum(eps -> Up.mul(eps, Up.expm1(eps)));
        double squares = parts.sum(eps -> Up.mul(eps, eps));
        return new Holds(new ConcentrationProfile(mean, squares, parts.lost()), Reach.ABOVE, parts.from());
    }
}
