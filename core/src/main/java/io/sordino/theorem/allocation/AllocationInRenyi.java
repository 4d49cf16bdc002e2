package io.sordino.theorem.allocation;

import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.allocation.AllocatedInverseMoments;
import io.sordino.loss.allocation.AllocatedMoments;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.renyi.PairCurve;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Direction;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.OtherRecords;
import java.util.Optional;

/**
 * Renyi divergences of one step in t, exactly: at integer orders by a power series where the record is removed, at every order
 * by an integral where it is added to a Gaussian step.
 *
 * <p>Feldman and Shenfeld 2025 (NeurIPS 2025, arXiv:2502.08202), Theorem 4.4, in the form of docs/theory/AllocationInRenyi.md
 */
public final class AllocationInRenyi implements Theorem<Allocated> {
    @Override
    public Class<Allocated> about() {
        return Allocated.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(AllocationInRenyi.class, "Feldman and Shenfeld 2025, Theorem 4.4 (NeurIPS 2025)");
    }

    /** The pair says more at every delta. */
    @Override
    public boolean forComparison() {
        return true;
    }

    @Override
    public Verdict apply(Allocated m, Inquiry inquiry) {
        if (m.numSelected() != 1) return Theorem.silent("each record takes part in more than one step");
        if (inquiry.direction() == Direction.REPLACE) return Theorem.silent(RandomAllocation.REPLACED);
        Optional<Refusal> counted = OtherRecords.areCounted(m.base());
        if (counted.isPresent()) return Theorem.silent(counted.get());
        Knowledge base = inquiry.about(m.base());
        boolean adding = inquiry.direction() == Direction.ADD;
        for (Known known : base.known()) {
            if (!known.reach().boundsAbove()) continue;
            Optional<RenyiCurve> curve = adding ? added(m, known.loss()) : removed(m, known.loss());
            if (curve.isPresent()) return Theorem.above(curve.get(), known);
        }
        return Theorem.silent(
                adding ? "the integral is stated for a Gaussian step" : "no Renyi curve of the base is known");
    }

    private static Optional<RenyiCurve> removed(Allocated m, Loss loss) {
        Optional<RenyiCurve> base = loss instanceof RenyiCurve curve
                ? Optional.of(curve)
                : loss instanceof Pair pair ? PairCurve.of(pair) : Optional.empty();
        return base.filter(curve -> curve.largestOrder() >= 2).map(curve -> new AllocatedMoments(m.numSteps(), curve));
    }

    private static Optional<RenyiCurve> added(Allocated m, Loss loss) {
        return loss instanceof GaussianPair step && step.mu() > 1e-3 && step.mu() < 30
                ? Optional.of(new AllocatedInverseMoments(m.numSteps(), step.muUp()))
                : Optional.empty();
    }
}
