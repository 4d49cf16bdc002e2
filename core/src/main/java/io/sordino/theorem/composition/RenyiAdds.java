package io.sordino.theorem.composition;

import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.renyi.PairCurve;
import io.sordino.loss.renyi.SumOfCurves;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Renyi divergences of one order add up in adaptive composition, for every order known of all parts; the sum is turned into
 * (epsilon, delta) by the optimal conversion at the best order.
 *
 * <p>Mironov 2017 (arXiv:1702.07476v3), Proposition 1. Theory: docs/theory/RenyiAdds.md
 */
public final class RenyiAdds implements Theorem<Composed> {
    @Override
    public Class<Composed> about() {
        return Composed.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(RenyiAdds.class, "Mironov 2017, Proposition 1 (arXiv:1702.07476v3)");
    }

    /** A curve and the knowledge that it comes from. */
    private record Source(RenyiCurve curve, Known known) {}

    @Override
    public Verdict apply(Composed composed, Inquiry inquiry) {
        List<SumOfCurves.Term> terms = new ArrayList<>();
        List<Known> from = new ArrayList<>();
        for (Map.Entry<Mechanism, Long> entry : NormalForm.of(composed).counts().entrySet()) {
            Knowledge knowledge = inquiry.about(entry.getKey());
            if (knowledge.known().isEmpty()) return Theorem.silent(knowledge.why());
            Optional<Source> source = source(knowledge);
            if (source.isEmpty())
                return Theorem.silent(
                        "a part has no finite Renyi divergence that is known: its loss is unbounded or infinite");
            terms.add(new SumOfCurves.Term(source.get().curve(), entry.getValue()));
            from.add(source.get().known());
        }
        return new Holds(new SumOfCurves(terms), Reach.ABOVE, from);
    }

    private static Optional<Source> source(Knowledge knowledge) {
        for (Known known : knowledge.known()) {
            if (!known.reach().boundsAbove()) continue;
            Optional<RenyiCurve> curve = curve(known.loss());
            if (curve.isPresent()) return Optional.of(new Source(curve.get(), known));
        }
        return Optional.empty();
    }

    private static Optional<RenyiCurve> curve(Loss loss) {
        if (loss instanceof RenyiCurve curve) return Optional.of(curve);
        return loss instanceof Pair pair ? PairCurve.of(pair) : Optional.empty();
    }
}
