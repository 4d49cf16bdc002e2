package io.sordino.theorem.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.allocation.AllocatedProfile;
import io.sordino.loss.allocation.LargestBatchPair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import io.sordino.theorem.neighbours.OtherRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One epoch over a permuted dataset cut into T batches. From above: whichever permutation is drawn, one batch holds the record,
 * so the loss is at most that of one step: no amplification inside an epoch. From below, for Gaussian and Laplace noise: all other
 * records pull one way and the record the other, and the attacker looks at the largest batch; for any base, all other records
 * contribute nothing, and the loss is that of random allocation.
 *
 * <p>Chua et al. 2024 (arXiv:2403.17673v2), Section 4. Theory: docs/theory/ShuffledEpoch.md
 */
public final class ShuffledEpoch implements Theorem<ShuffledBatches> {
    private static final double USUAL_DELTA = 1e-6;
    private static final double ROUGH = 0.03;

    @Override
    public Class<ShuffledBatches> about() {
        return ShuffledBatches.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(ShuffledEpoch.class, "Chua et al. 2024, Section 4 (arXiv:2403.17673v2)");
    }

    @Override
    public Verdict apply(ShuffledBatches m, Inquiry inquiry) {
        Knowledge base = inquiry.about(m.base());
        if (base.known().isEmpty()) return Theorem.silent(base.why());
        boolean one = m.numSteps() == 1;
        List<Holds> holds = new ArrayList<>();
        for (Known known : base.known()) {
            if (one) holds.add(new Holds(known.loss(), known.reach(), List.of(known)));
            else if (known.reach().boundsAbove()) holds.add(new Holds(known.loss(), Reach.ABOVE, List.of(known)));
        }
        if (!one) base.attainedPair().ifPresent(known -> below(m, known, inquiry, holds));
        return new Several(holds);
    }

    private static void below(ShuffledBatches m, Known known, Inquiry inquiry, List<Holds> holds) {
        Pair step = (Pair) known.loss();
        boolean sums = m.numSteps() <= RandomAllocation.MOST_STEPS && !RandomAllocation.isVast(step);
        if (inquiry.direction() == Direction.REPLACE) {
            // batches of one record, all others with the second value: one batch differs from all the rest, or none
            // does
            if (sums && OtherRecords.mayBeNone(m.base()))
                for (Change change : Change.values()) {
                    Pair pair = allocated(m, change, step, inquiry.width(), inquiry.workspace())
                            .pair(Side.LOWER);
                    holds.add(new Holds(pair, Reach.BELOW, List.of(known)));
                }
            return;
        }
        Change change = Changes.of(inquiry.direction());
        Optional<Pair> largest = largest(m, step, change);
        // others that contribute nothing: random allocation, the better one where noise is high
        if (sums && (largest.isEmpty() || !(step instanceof GaussianPair noise) || noise.mu() < 1)) {
            AllocatedProfile alone =
                    allocated(m, change, step, largest.isEmpty() ? inquiry.width() : ROUGH, inquiry.workspace());
            double seen = largest.map(pair -> pair.epsilon(USUAL_DELTA).lower()).orElse(0.0);
            if (largest.isEmpty() || alone.epsilon(USUAL_DELTA).lower() > seen)
                holds.add(new Holds(alone.pair(Side.LOWER), Reach.BELOW, List.of(known)));
        }
        largest.ifPresent(pair -> holds.add(new Holds(pair, Reach.BELOW, List.of(known))));
    }

    /** All others pull one way and the record the other, which takes additive noise. */
    private static Optional<Pair> largest(ShuffledBatches m, Pair step, Change change) {
        double scale = step instanceof GaussianPair noise
                ? 1 / noise.mu()
                : m.base() instanceof Laplace noise ? noise.noiseMultiplier() : Double.NaN;
        if (!(scale > 1e-6 && scale < 1e6)) return Optional.empty();
        LargestBatchPair.Noise law =
                step instanceof GaussianPair ? LargestBatchPair.Noise.GAUSSIAN : LargestBatchPair.Noise.LAPLACE;
        return Optional.of(LargestBatchPair.pair(law, m.numSteps(), scale, change));
    }

    private static AllocatedProfile allocated(
            ShuffledBatches m, Change change, Pair step, double width, Workspace workspace) {
        return new AllocatedProfile(m.numSteps(), change, step, step, width, workspace);
    }
}
