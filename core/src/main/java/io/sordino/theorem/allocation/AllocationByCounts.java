package io.sordino.theorem.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.allocation.AllocatedCounts;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Direction;
import io.sordino.refusal.Refusal;
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
 * A record that takes part in k of t steps, chosen uniformly, of a base with few outcomes: the mixture over all k-subsets against Q^t, whose ratio is an elementary symmetric
 * polynomial of the ratios of the steps over its number of terms. Outcomes are counted, so both ends are exact.
 *
 * <p>Derived here. Theory: docs/theory/AllocationByCounts.md
 */
public final class AllocationByCounts implements Theorem<Allocated> {
    @Override
    public Class<Allocated> about() {
        return Allocated.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(AllocationByCounts.class, "outcomes counted over all subsets of steps; proof on its page");
    }

    @Override
    public boolean concerns(Allocated m) {
        return m.numSelected() > 1 && m.numSelected() < m.numSteps();
    }

    @Override
    public Verdict apply(Allocated m, Inquiry inquiry) {
        if (inquiry.direction() == Direction.REPLACE) return Theorem.silent(RandomAllocation.REPLACED);
        Optional<Refusal> counted = OtherRecords.areCounted(m.base());
        if (counted.isPresent()) return Theorem.silent(counted.get());
        Knowledge base = inquiry.about(m.base());
        Change change = Changes.of(inquiry.direction());
        List<Holds> holds = new ArrayList<>();
        base.dominatingPair()
                .flatMap(known -> held(m, change, known, Side.UPPER))
                .ifPresent(holds::add);
        base.attainedPair().flatMap(known -> held(m, change, known, Side.LOWER)).ifPresent(holds::add);
        return holds.isEmpty()
                ? Theorem.silent(
                        "stated for a base whose outcomes are so few that all ways to show them can be counted")
                : new Several(holds);
    }

    private static Optional<Holds> held(Allocated m, Change change, Known known, Side side) {
        return AllocatedCounts.pair(m.numSelected(), m.numSteps(), change, (Pair) known.loss(), side)
                .map(pair -> new Holds(pair, Reach.of(side), List.of(known)));
    }
}
