package io.sordino.theorem.allocation;

import io.sordino.loss.Pair;
import io.sordino.loss.allocation.ShuffledEpochPairs;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import io.sordino.theorem.neighbours.OtherRecords;
import java.util.Optional;

/**
 * One shuffled epoch amplifies, whatever a batch releases. With T batches of equal size, tau the delta at b of a step without the
 * record against one with it, gamma = e^-b / (1 + e^-b tau) and K one more than a binomial number of T - 1 clones: H_x is at most
 * (1 + e^-b tau)^(T-1) times the mean of H_x of one in K steps, and kappa, for every b of at least 0. The last batch may be smaller,
 * so T is one less than the number of batches.
 *
 * <p>Derived here. Theory: docs/theory/EpochOfAnyBase.md
 */
public final class EpochOfAnyBase implements Theorem<ShuffledBatches> {
    private static final long FEWEST = 3;

    @Override
    public Class<ShuffledBatches> about() {
        return ShuffledBatches.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(EpochOfAnyBase.class, "clones among the other records of any base; proof on its page");
    }

    @Override
    public boolean looksToDepth() {
        return true;
    }

    @Override
    public boolean countsRecords() {
        return true;
    }

    @Override
    public Verdict apply(ShuffledBatches m, Inquiry inquiry) {
        Optional<Verdict> reused = GaussianBatches.reused(m);
        if (reused.isPresent()) return reused.get();
        if (m.base() instanceof Gaussian)
            return Theorem.silent("bounds that know the noise to be Gaussian are the better ones");
        if (!OtherRecords.isAlone(m.base()))
            return Theorem.silent("it is proved for one mechanism on a batch, not for a plan inside of it");
        if (!(m.numSteps() >= FEWEST))
            return Theorem.silent("of two batches the last may be so small that nothing is hidden");
        if (!(m.numSteps() <= RandomAllocation.MOST_STEPS))
            return Theorem.silent("num_steps is above 10^7, where sums of ratios cannot be placed well enough");
        Knowledge base = inquiry.about(m.base());
        if (base.known().isEmpty()) return Theorem.silent(base.why());
        Optional<Known> there = base.dominatingPair();
        Optional<Known> back = back(m, inquiry);
        if (there.isEmpty() || back.isEmpty())
            return Theorem.silent(
                    "only a Renyi curve of the base is known, and no pair", "use a base with a known loss law");
        Pair step = (Pair) there.get().loss();
        Pair other = (Pair) back.get().loss();
        if (RandomAllocation.isVast(step) || RandomAllocation.isVast(other))
            return Theorem.silent("losses of the base are so large that their ratios are no doubles");
        long slots = m.numSteps() - 1;
        if (inquiry.direction() == Direction.REPLACE)
            return Theorem.above(
                    ShuffledEpochPairs.ofAnyBase(slots, step, inquiry.width(), inquiry.depth(), inquiry.workspace()),
                    there.get());
        return Theorem.above(
                ShuffledEpochPairs.ofAnyBase(
                        slots,
                        new ShuffledEpochPairs.Step(step, other),
                        Changes.of(inquiry.direction()),
                        inquiry.width(),
                        inquiry.depth(),
                        inquiry.workspace()),
                there.get(),
                back.get());
    }

    /** What is known of a step with the two laws exchanged. */
    private static Optional<Known> back(ShuffledBatches m, Inquiry inquiry) {
        Direction other = switch (inquiry.direction()) {
            case REMOVE -> Direction.ADD;
            case ADD -> Direction.REMOVE;
            case REPLACE -> Direction.REPLACE;
        };
        return inquiry.about(m.base(), inquiry.relation(), other).dominatingPair();
    }
}
