package io.sordino.theorem.allocation;

import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.allocation.LargeRatioProfile;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Direction;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.OtherRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A record removed from a few of t steps. The ratio is the elementary symmetric polynomial of the likelihood ratios of the steps over its number of terms; the
 * few large ones among them are looked at one by one, the many small ones in rounds. From below, an attacker does the same.
 *
 * <p>Derived here. Theory: docs/theory/AllocationByLargeRatios.md
 */
public final class AllocationByLargeRatios implements Theorem<Allocated> {
    /** With more hits rounds of a few hits each say more. */
    static final long MOST_SELECTED = 3;

    private static final long MOST_STEPS = 200_000;
    /** How much less than the smallest delta may be given up, and the least that is. */
    private static final double BELOW_DEPTH = 9;

    private static final double DEEPEST = -60;

    @Override
    public Class<Allocated> about() {
        return Allocated.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                AllocationByLargeRatios.class, "large ratios one by one, the small ones in rounds; proof on its page");
    }

    @Override
    public boolean looksToDepth() {
        return true;
    }

    @Override
    public boolean concerns(Allocated m) {
        return m.numSelected() > 1 && m.numSelected() < m.numSteps();
    }

    @Override
    public Verdict apply(Allocated m, Inquiry inquiry) {
        if (inquiry.direction() == Direction.REPLACE) return Theorem.silent(RandomAllocation.REPLACED);
        if (!(m.numSelected() <= MOST_SELECTED))
            return Theorem.silent(
                    "each record takes part in more than " + MOST_SELECTED + " steps: rounds of fewer steps say more");
        if (!(m.numSteps() <= MOST_STEPS))
            return Theorem.silent("num_steps is above 200,000, too many for the sum of ratios");
        Optional<Refusal> counted = OtherRecords.areCounted(m.base());
        if (counted.isPresent()) return Theorem.silent(counted.get());
        if (inquiry.direction() == Direction.ADD)
            return Theorem.silent("for a record that is added rounds of one step lose next to nothing");
        Knowledge base = inquiry.about(m.base());
        List<Holds> holds = new ArrayList<>();
        base.dominatingPair()
                .flatMap(known -> held(m, known, Side.UPPER, inquiry))
                .ifPresent(holds::add);
        base.attainedPair()
                .flatMap(known -> held(m, known, Side.LOWER, inquiry))
                .ifPresent(holds::add);
        return holds.isEmpty()
                ? Theorem.silent("no pair of the base is known whose ratios are doubles")
                : new Several(holds);
    }

    private static Optional<Holds> held(Allocated m, Known known, Side side, Inquiry inquiry) {
        Pair step = (Pair) known.loss();
        if (RandomAllocation.isVast(step) || !(step.lossMax() > step.lossMin())) return Optional.empty();
        double logTail = Math.max(DEEPEST, inquiry.depth() - BELOW_DEPTH);
        LargeRatioProfile profile =
                new LargeRatioProfile((int) m.numSelected(), m.numSteps(), step, side, logTail, inquiry.workspace());
        return Optional.of(new Holds(profile, Reach.of(side), List.of(known)));
    }
}
