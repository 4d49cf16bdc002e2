package io.sordino.theorem.sampling;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.sampling.PoissonCurve;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.OtherRecords;
import java.util.Optional;

/**
 * The Renyi curve of a mechanism on a Poisson sample from that of its base. A removed record: e^((a-1) r'(a)) is the binomial sum of
 * C(a,l) (1-q)^(a-l) q^l e^((l-1) r(l)) for whole a, exactly. An added record: three times the terms from l = 3 on, with the larger of
 * the two directions' curves at every order.
 *
 * <p>Zhu and Wang 2019 (ICML, PMLR 97), Theorem 6. Theory: docs/theory/PoissonRenyi.md
 */
public final class PoissonRenyi implements Theorem<PoissonSampled> {
    @Override
    public Class<PoissonSampled> about() {
        return PoissonSampled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(PoissonRenyi.class, "Zhu and Wang 2019, Theorem 6 (ICML, PMLR 97)");
    }

    @Override
    public Verdict apply(PoissonSampled m, Inquiry inquiry) {
        if (inquiry.direction() == Direction.REPLACE)
            return Theorem.silent(
                    "stated for added and removed records", Relation.askUnder(Relation.ADD_OR_REMOVE_ONE));
        if (m.rate() == 1) return Theorem.silent("everyone is in the sample: the base says it all");
        Optional<Refusal> counted = OtherRecords.areCounted(m.base());
        if (counted.isPresent()) return Theorem.silent(counted.get());
        Knowledge removing = inquiry.about(m.base(), inquiry.relation(), Direction.REMOVE);
        Optional<Known> removed = Curves.above(removing);
        if (removed.isEmpty()) return Theorem.silent(removing.known().isEmpty() ? removing.why() : Curves.NONE);
        RenyiCurve curve = Curves.of(removed.get());
        if (!(curve.largestOrder() >= 2)) return Theorem.silent(Curves.TOO_SHORT);
        if (inquiry.direction() == Direction.REMOVE)
            return Theorem.above(PoissonCurve.removing(m.rate(), curve), removed.get());
        Optional<Known> added = Curves.above(inquiry.about(m.base(), inquiry.relation(), Direction.ADD));
        if (added.isEmpty()) return Theorem.silent(Curves.NONE);
        if (!(Curves.of(added.get()).largestOrder() >= 2)) return Theorem.silent(Curves.TOO_SHORT);
        return Theorem.above(PoissonCurve.adding(m.rate(), curve, Curves.of(added.get())), removed.get(), added.get());
    }
}
