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

/** Carries out a plan on one side. */
final class StagedSum {
    private final List<CountedPair> parts;
    private final CellCache work;
    private final double theta;
    private final Side side;
    private final double outside;
    private final Map<Double, TiltedLaw> laws = new HashMap<>();
    private double beyond;

    StagedSum(CellCache work, double theta, Side side, double outside) {
        this.parts = work.parts;
        this.work = work;
        this.theta = theta;
        this.side = side;
        this.outside = outside;
    }

    private record Counted(List<TiltedLaw> blocks, List<Long> counts) {
        TiltedLaw sum(Side side, double outside) {
            return Convolution.sum(
                    blocks, counts.stream().mapToLong(Long::longValue).toArray(), side, outside);
        }
    }

    TiltedLaw whole(StagePlan plan) {
        Counted all = new Counted(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < parts.size(); i++) {
            laws.clear();
            Counted one = fold(plan.foldings.get(i), i, parts.get(i).count(), 1);
            all.blocks().addAll(one.blocks());
            all.counts().addAll(one.counts());
        }
        return all.sum(side, outside);
    }

    /** Blocks and counts that together are {@code count} losses of a part; {@code outer} such sums will be added up. */
    private Counted fold(StagePlan.Folding folding, int part, long count, double outer) {
        if (!(folding instanceof StagePlan.Staged staged))
            return new Counted(List.of(laws.computeIfAbsent(folding.step(), h -> law(part, h))), List.of(count));
        List<TiltedLaw> blocks = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        long times = count / staged.copies();
        long rest = count % staged.copies();
        if (times > 0) {
            blocks.add(widened(staged, part, staged.copies(), outer * times));
            counts.add(times);
        }
        if (rest > 0 && rest <= staged.loose()) {
            blocks.add(laws.computeIfAbsent(staged.step(), h -> law(part, h)));
            counts.add(rest);
        } else if (rest > 0) {
            blocks.add(widened(staged, part, rest, outer));
            counts.add(1L);
        }
        return new Counted(blocks, counts);
    }

    private TiltedLaw widened(StagePlan.Staged staged, int part, long copies, double outer) {
        Counted finer = fold(staged.finer(), part, copies, outer);
        return finer.sum(side, outside / outer).coarsened(staged.widen(), side);
    }

    private TiltedLaw law(int part, double step) {
        CellMasses cells = work.cells(part, step);
        LatticeLaw law = LatticeLaw.of(cells, side);
        beyond = Up.add(beyond, Up.mul((double) parts.get(part).count(), law.beyond()));
        return TiltedLaw.tilted(law, theta);
    }

    double beyond() {
        return beyond;
    }
}
