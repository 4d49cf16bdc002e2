package io.sordino.loss.composition;

import io.sordino.loss.CountedPair;
import io.sordino.loss.Side;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.DeltaCurve;
import io.sordino.loss.lattice.TiltedLaw;
import io.sordino.loss.lattice.Transforms;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One tilt and one lattice for many counts of the same parts: a part is folded into a block of so many losses once, and the
 * transform of the block is raised to whatever number of blocks is asked for. What comes out is bounded by itself, as any other sum.
 */
final class CommonLattice {
    /** Chernoff's bound may be larger by this factor, in logarithm, than at the saddle point: digits are left for the answer. */
    private static final double MOST_OFF = 9;

    private final CellCache work;
    private final StagePlan plan;
    private final double theta;
    private final double outside;
    private final Map<Side, Blocks> made = new EnumMap<>(Side.class);

    /** What all sums of one side are made of. */
    private final class Blocks {
        final List<TiltedLaw> laws = new ArrayList<>();
        /** Of one loss of each part. */
        final double[] beyond = new double[plan.foldings.size()];

        final Transforms transforms = new Transforms();

        Blocks(Side side) {
            for (int i = 0; i < beyond.length; i++) {
                StagedSum one = new StagedSum(work, plan, theta, side, outside);
                laws.add(one.block(i));
                beyond[i] = one.beyondOfOne();
                work.forget();
            }
        }
    }

    /** @param outside weight that the window of a sum may leave out */
    CommonLattice(CellCache work, StagePlan plan, double theta, double outside) {
        this.work = work;
        this.plan = plan;
        this.theta = theta;
        this.outside = outside;
    }

    /** Whether a sum of so many losses is a sum of blocks, and accurate enough where its answer lies. */
    boolean suits(List<CountedPair> parts, SaddlePoints tilt, double saddle, double variance) {
        double added = 0;
        for (int i = 0; i < parts.size(); i++) {
            CountedPair part = parts.get(i);
            StagePlan.Folding folding = plan.foldings.get(i);
            if (part.count() % folding.copies() != 0) return false;
            added += StagePlan.added(folding, part, tilt.of(i), saddle, part.count());
        }
        double[] at = tilt.cumulants(saddle);
        double off = tilt.cumulants(theta)[0] - theta * at[1] - (at[0] - saddle * at[1]);
        return added <= variance && off <= MOST_OFF;
    }

    Curves curves(List<CountedPair> parts, double centre) {
        return new Curves(above(parts, centre), new DeltaCurve(sum(parts, Side.LOWER), Side.LOWER, centre));
    }

    Curves.Above above(List<CountedPair> parts, double centre) {
        double[] beyond = blocks(Side.UPPER).beyond;
        double infinite = 0;
        for (int i = 0; i < beyond.length; i++)
            infinite = Up.add(infinite, Up.mul((double) parts.get(i).count(), beyond[i]));
        return new Curves.Above(new DeltaCurve(sum(parts, Side.UPPER), Side.UPPER, centre), infinite);
    }

    private TiltedLaw sum(List<CountedPair> parts, Side side) {
        Blocks blocks = blocks(side);
        long[] times = new long[parts.size()];
        for (int i = 0; i < times.length; i++)
            times[i] = parts.get(i).count() / plan.foldings.get(i).copies();
        return Convolution.sum(blocks.laws, times, side, outside, blocks.transforms);
    }

    private Blocks blocks(Side side) {
        return made.computeIfAbsent(side, Blocks::new);
    }

    /** Numbers that it keeps. */
    double size() {
        double size = 0;
        for (Blocks blocks : made.values()) size += blocks.transforms.size();
        return size;
    }
}
