package io.sordino.theorem.allocation;

import io.sordino.loss.AllocatedProfile;
import io.sordino.loss.GaussianPair;
import io.sordino.loss.LargestBatch;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One epoch over a permuted dataset cut into T batches. From above: whichever permutation is drawn, one batch holds the record,
 * so the loss is at most that of one step: no amplification inside an epoch. From below, for Gaussian noise: all other records
 * pull one way and the record the other, and the attacker looks at the largest batch.
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
        Optional<GaussianPair> noise =
                Optional.of(known.loss()).filter(GaussianPair.class::isInstance).map(GaussianPair.class::cast);
        if (noise.isEmpty() || !(noise.get().mu() > 1e-6 && noise.get().mu() < 1e6)) return;
        boolean adding = inquiry.direction() == Direction.ADD;
        boolean sums = m.numSteps() <= RandomAllocation.MOST_STEPS;
        if (inquiry.direction() == Direction.REPLACE) {
            // all others hold the second value: one batch differs from all the rest, or none does
            if (sums)
                for (boolean swapped : new boolean[] {false, true}) {
                    Pair pair =
                            allocated(m, swapped, noise.get(), inquiry.width()).pair(Side.LOWER);
                    holds.add(new Holds(pair, Reach.BELOW, List.of(known)));
                }
            return;
        }
        Pair largest = LargestBatch.pair(m.numSteps(), 1 / noise.get().mu(), adding);
        Holds attained = new Holds(largest, Reach.BELOW, List.of(known));
        // others that contribute nothing: random allocation, the better one where noise is high
        if (sums && noise.get().mu() < 1) {
            AllocatedProfile alone = allocated(m, adding, noise.get(), ROUGH);
            if (alone.epsilon(USUAL_DELTA).lower()
                    > largest.epsilon(USUAL_DELTA).lower())
                holds.add(new Holds(alone.pair(Side.LOWER), Reach.BELOW, List.of(known)));
        }
        holds.add(attained);
    }

    private static AllocatedProfile allocated(ShuffledBatches m, boolean adding, Pair step, double width) {
        return new AllocatedProfile(m.numSteps(), adding, step, step, width);
    }
}
