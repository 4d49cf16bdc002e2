package io.sordino.theorem.composition;

import io.sordino.loss.composition.ConcentrationProfile;
import io.sordino.mechanism.Composed;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * Basic composition: the epsilons add up and so do the deltas.
 *
 * <p>Dwork, Kenthapadi, McSherry, Mironov and Naor 2006 (EUROCRYPT), Theorem 1; Dwork and Roth 2014, Theorem 3.16. Theory:
 * docs/theory/BasicComposition.md
 */
public final class BasicComposition implements Theorem<Composed> {
    @Override
    public Class<Composed> about() {
        return Composed.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                BasicComposition.class, "Dwork, Kenthapadi, McSherry, Mironov and Naor 2006, Theorem 1 (EUROCRYPT)");
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
        // no spread around the sum: below it nothing is claimed
        return new Holds(
                new ConcentrationProfile(parts.sum(eps -> eps), 0, parts.sumOfDeltas()), Reach.ABOVE, parts.from());
    }
}
