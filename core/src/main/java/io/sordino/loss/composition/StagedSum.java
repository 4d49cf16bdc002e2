package io.sordino.loss.composition;

import io.sordino.loss.CountedPair;
import io.sordino.loss.Side;
import io.sordino.loss.lattice.CellMasses;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.lattice.TiltedLaw;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Carries out a plan on one side, part by part. Of many parts a few are added up at a time, so that no more of them are kept. */
final class StagedSum {
    private static final int TOGETHER = 16;

    private final List<CountedPair> parts;
    private final CellCache work;
    private final StagePlan plan;
    private final double theta;
    private final Side side;
    private final double outside;
    private final Map<Double, TiltedLaw> laws = new HashMap<>();
    /** What waits to be added up: parts first, sums of sixteen parts next, sums of such sums after them. */
    private final List<Counted> waiting = new ArrayList<>();

    private double beyond;
    private double beyondOfOne;

    StagedSum(CellCache work, StagePlan plan, double theta, Side side, double outside) {
        this.parts = work.parts;
        this.work = work;
        this.plan = plan;
        this.theta = theta;
        this.side = side;
        this.outside = outside;
        waiting.add(new Counted());
    }

    private record Counted(List<TiltedLaw> blocks, List<Long> counts) {
        Counted() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        void add(TiltedLaw block, long count) {
            blocks.add(block);
            counts.add(count);
        }

        void add(Counted others) {
            blocks.addAll(others.blocks);
            counts.addAll(others.counts);
        }

        TiltedLaw sum(Side side, double outside) {
            return Convolution.sum(
                    blocks, counts.stream().mapToLong(Long::longValue).toArray(), side, outside);
        }
    }

    void add(int part) {
        laws.clear();
        waiting.get(0).add(fold(plan.foldings.get(part), part, parts.get(part).count(), 1));
        if (parts.size() <= 2 * TOGETHER) return;
        for (int level = 0; waiting.get(level).blocks().size() >= TOGETHER; level++) {
            if (level + 1 == waiting.size()) waiting.add(new Counted());
            // fewer sums than parts are made, and each may leave out its share
            waiting.get(level + 1).add(waiting.get(level).sum(side, outside / parts.size()), 1);
            waiting.set(level, new Counted());
        }
    }

    /** The law of as many losses of a part as the plan folds at a time, on the last lattice. */
    TiltedLaw block(int part) {
        StagePlan.Folding folding = plan.foldings.get(part);
        double times = (double) parts.get(part).count() / folding.copies();
        return folding instanceof StagePlan.Staged staged
                ? widened(staged, part, staged.copies(), times)
                : law(part, folding.step());
    }

    /** The sum of all parts, which have all been added. */
    TiltedLaw whole() {
        Counted all = new Counted();
        waiting.forEach(all::add);
        return all.sum(side, outside);
    }

    /** Blocks and counts that together are {@code count} losses of a part; {@code outer} such sums will be added up. */
    private Counted fold(StagePlan.Folding folding, int part, long count, double outer) {
        Counted sum = new Counted();
        if (!(folding instanceof StagePlan.Staged staged)) {
            sum.add(laws.computeIfAbsent(folding.step(), h -> law(part, h)), count);
            return sum;
        }
        long times = count / staged.copies();
        long rest = count % staged.copies();
        if (times > 0) sum.add(widened(staged, part, staged.copies(), outer * times), times);
        if (rest > 0 && rest <= staged.loose()) sum.add(laws.computeIfAbsent(staged.step(), h -> law(part, h)), rest);
        else if (rest > 0) sum.add(widened(staged, part, rest, outer), 1);
        return sum;
    }

    private TiltedLaw widened(StagePlan.Staged staged, int part, long copies, double outer) {
        Counted finer = fold(staged.finer(), part, copies, outer);
        return finer.sum(side, outside / outer).coarsened(staged.widen(), side);
    }

    private TiltedLaw law(int part, double step) {
        CellMasses cells = work.cells(part, step);
        LatticeLaw law = LatticeLaw.of(cells, side);
        beyondOfOne = Up.add(beyondOfOne, law.beyond());
        beyond = Up.add(beyond, Up.mul((double) parts.get(part).count(), law.beyond()));
        return TiltedLaw.tilted(law, theta);
    }

    double beyond() {
        return beyond;
    }

    /** Of one loss of a part, where a single part was folded. */
    double beyondOfOne() {
        return beyondOfOne;
    }
}
