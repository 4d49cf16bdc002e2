package io.sordino.theorem.allocation;

import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.allocation.PoissonReductionProfile;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Repeated;
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
 * A record in k of t steps is dominated by k rounds, composed: with f = floor(t/k) and r = t - k f, k - r rounds of one of f
 * steps and r rounds of one of f + 1 steps.
 *
 * <p>Feldman and Shenfeld 2025 (NeurIPS 2025, arXiv:2502.08202), Lemma 3.2. Theory: docs/theory/AllocationInRounds.md
 */
public final class AllocationInRounds implements Theorem<Allocated> {
    @Override
    public Class<Allocated> about() {
        return Allocated.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(AllocationInRounds.class, "Feldman and Shenfeld 2025, Lemma 3.2 (NeurIPS 2025)");
    }

    @Override
    public Verdict apply(Allocated m, Inquiry inquiry) {
        if (m.numSelected() == 1) return Theorem.silent("each record takes part in one step: RandomAllocation speaks");
        boolean everyStep = m.numSelected() == m.numSteps();
        Optional<Refusal> counted = OtherRecords.areCounted(m.base());
        if (!everyStep && counted.isPresent()) return Theorem.silent(counted.get());
        Knowledge rounds = inquiry.about(rounds(m));
        List<Holds> holds = new ArrayList<>(everyStep ? List.of() : ofSeveralHits(m, inquiry));
        for (Known known : rounds.known()) {
            // bounds for comparison are shown for the rounds themselves
            if (known.loss() instanceof PoissonReductionProfile) continue;
            if (everyStep) holds.add(new Holds(known.loss(), known.reach(), List.of(known)));
            else if (known.reach().boundsAbove()) holds.add(new Holds(known.loss(), Reach.ABOVE, List.of(known)));
        }
        if (!everyStep) holds.addAll(knownSteps(m, inquiry));
        return holds.isEmpty() ? Theorem.silent(rounds.why()) : new Several(holds);
    }

    /** Rounds of several hits each, of a record that is removed: of those more is known than that they are no worse than rounds of one. */
    private static List<Holds> ofSeveralHits(Allocated m, Inquiry inquiry) {
        if (inquiry.direction() != Direction.REMOVE || m.numSelected() <= AllocationByLargeRatios.MOST_SELECTED)
            return List.of();
        return inquiry.about(severalHits(m)).known().stream()
                .filter(known -> known.reach().boundsAbove() && known.loss() instanceof Profile)
                .limit(1)
                .map(known -> new Holds(known.loss(), Reach.ABOVE, List.of(known)))
                .toList();
    }

    /** As few rounds as may be, with hits as equal as may be, and steps in proportion to the hits. */
    private static Mechanism severalHits(Allocated m) {
        long most = AllocationByLargeRatios.MOST_SELECTED;
        long count = (m.numSelected() + most - 1) / most;
        long fewer = m.numSelected() / count;
        long[] hits = new long[Math.toIntExact(count)];
        long[] steps = new long[hits.length];
        long rest = m.numSteps();
        for (int i = 0; i < hits.length; i++) {
            hits[i] = fewer + (i < m.numSelected() % count ? 1 : 0);
            steps[i] = Math.multiplyExact(hits[i], m.numSteps()) / m.numSelected();
            rest -= steps[i];
        }
        // of each share less than a step was rounded away
        for (int i = 0; i < rest; i++) steps[i]++;
        List<Mechanism> rounds = new ArrayList<>();
        for (int i = 0; i < hits.length; i++) rounds.add(new Allocated(hits[i], steps[i], m.base()));
        return new Composed(rounds);
    }

    /** By joint convexity steps chosen at random are never worse than known ones: the better bound where losses are bounded and delta minute. */
    private static List<Holds> knownSteps(Allocated m, Inquiry inquiry) {
        boolean bounded = inquiry.about(m.base())
                .dominatingPair()
                .filter(known -> ((Pair) known.loss()).lossMax() < Double.POSITIVE_INFINITY)
                .isPresent();
        if (!bounded) return List.of();
        return inquiry.about(new Repeated(m.numSelected(), m.base())).known().stream()
                .filter(known -> known.reach().boundsAbove() && known.loss() instanceof Profile)
                .limit(1)
                .map(known -> new Holds(known.loss(), Reach.ABOVE, List.of(known)))
                .toList();
    }

    /** Rounds of equal length as far as they go. */
    private static Mechanism rounds(Allocated m) {
        long shorter = m.numSteps() / m.numSelected();
        long rest = m.numSteps() % m.numSelected();
        Mechanism many = new Repeated(m.numSelected() - rest, new Allocated(1, shorter, m.base()));
        if (rest == 0) return many;
        return new Composed(List.of(many, new Repeated(rest, new Allocated(1, shorter + 1, m.base()))));
    }
}
