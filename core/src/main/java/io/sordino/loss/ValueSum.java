package io.sordino.loss;

import java.util.ArrayList;
import java.util.List;

/**
 * The law of a sum of independent signed values on lattices, good in relative terms from its bulk to far out in its upper tail:
 * several tilts of the same laws bound the same masses, and every mass is read off the tilt that knows it best.
 */
final class ValueSum {
    /** Neighbouring tilts are this many deviations apart; each is good for as many to either side. */
    private static final double DEVIATIONS = 6.5;

    private static final double OUTSIDE = 1e-16;
    private static final double MOST_TILT = 1e6;
    /** A longer window is not worth its memory: a coarser lattice is. */
    private static final int MOST_POINTS = 1 << 18;

    /** The law, and bounds on the mass above it and on the mean of the value over it; zero on the lower side. */
    record Result(LatticeLaw law, double lostMass, double lostMoment) {}

    private final List<LatticeLaw> laws;
    private final long[] counts;
    private final Side side;

    private ValueSum(List<LatticeLaw> laws, long[] counts, Side side) {
        this.laws = laws;
        this.counts = counts;
        this.side = side;
    }

    /**
     * @param tilts where the law is to be known; on the upper side the first must be the least
     */
    static Result of(List<LatticeLaw> laws, long[] counts, Side side, List<Double> tilts) {
        return of(laws, counts, side, tilts, OUTSIDE);
    }

    /**
     * @param outside weight that may be lost on either side
     */
    static Result of(List<LatticeLaw> laws, long[] counts, Side side, List<Double> tilts, double outside) {
        if (laws.size() == 1 && counts[0] == 1) return new Result(laws.get(0), 0, 0);
        return new ValueSum(laws, counts, side).result(tilts, Math.min(OUTSIDE, outside));
    }

    private Result result(List<Double> tilts, double outside) {
        List<Block> sums = new ArrayList<>();
        for (double theta : tilts) {
            List<Block> tilted = new ArrayList<>();
            for (LatticeLaw law : laws) tilted.add(Block.tilted(law, theta));
            sums.add(Convolution.sum(tilted, counts, side, outside, MOST_POINTS));
        }
        return side == Side.UPPER ? upper(sums) : lower(sums);
    }

    /** Tilts from the bulk of a sum of {@code count} values to where only a mass of e^logTail is left above. */
    static List<Double> tilts(LatticeLaw law, long count, double logTail) {
        List<Double> tilts = new ArrayList<>(List.of(0.0));
        for (double z = DEVIATIONS; ; z += DEVIATIONS) {
            // a tilt at z deviations is good up to another half of the distance
            double before = z - DEVIATIONS / 2;
            if (-0.5 * before * before < logTail) return tilts;
            double last = tilts.get(tilts.size() - 1);
            double next = tilt(law, count, -0.5 * z * z);
            // a bounded law has nothing further out
            if (!(next < MOST_TILT) || next < last * 1.05) return tilts;
            tilts.add(next);
        }
    }

    /** The tilt above whose mean about a mass of e^exponent is left. */
    static double tilt(LatticeLaw law, long count, double exponent) {
        double high = 1e-12;
        while (count * exponent(law, high) > exponent && high < MOST_TILT) high *= 8;
        double low = high / 8;
        for (int i = 0; i < 9; i++) {
            double middle = Math.sqrt(low * high);
            if (count * exponent(law, middle) > exponent) low = middle;
            else high = middle;
        }
        return high;
    }

    /** About the log of the mass above the tilted mean: K - theta K'. */
    private static double exponent(LatticeLaw law, double theta) {
        double[] mass = law.mass();
        int top = mass.length - 1;
        while (top > 0 && !(mass[top] > 0)) top--;
        double ratio = Math.exp(-theta * law.step());
        double power = 1;
        double total = 0;
        double tilted = 0;
        double first = 0;
        for (int i = top; i >= 0; i--) {
            double w = mass[i] * power;
            tilted += w;
            first += w * (i - top);
            total += mass[i];
            power *= ratio;
        }
        // relative to the top: log E e^(theta (y - top)) - theta E_tilted (y - top)
        return Math.log(tilted / total) - theta * law.step() * (first / tilted);
    }

    private Result upper(List<Block> sums) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (Block sum : sums) {
            low = Math.min(low, sum.first());
            high = Math.max(high, sum.first() + sum.weight().length - 1);
        }
        Block first = sums.get(0);
        double[] mass = new double[points(low, high)];
        for (int i = 0; i < mass.length; i++) {
            double y = first.offset() + (low + i) * first.step();
            double least = Double.POSITIVE_INFINITY;
            for (Block sum : sums) {
                long place = low + i - sum.first();
                boolean inside = place >= 0 && place < sum.weight().length;
                double weight = inside ? sum.weight()[(int) place] : sum.stray();
                least = Math.min(least, weight == 0 ? 0 : weight * factor(sum, y));
            }
            mass[i] = Math.min(least, 2);
        }
        double bottom = first.offset() + low * first.step();
        mass[0] += sums.get(0).stray() * factor(sums.get(0), bottom);
        double top = first.offset() + high * first.step();
        double largest = 0;
        for (int i = 0; i < counts.length; i++) {
            LatticeLaw law = laws.get(i);
            largest += counts[i] * (law.offset() + (law.first() + law.mass().length - 1) * law.step());
        }
        double lost = 1;
        double moment = Double.POSITIVE_INFINITY;
        for (Block sum : sums) {
            double beyond = sum.stray() * factor(sum, top);
            lost = Math.min(lost, beyond);
            // y e^(-theta y) falls beyond 1 / theta
            double far = sum.theta() * top >= 1 ? top : largest;
            moment = Math.min(moment, beyond * Math.max(0, far));
        }
        if (largest <= top) return new Result(law(first, low, mass, slack(sums)), 0, 0);
        return new Result(law(first, low, mass, slack(sums)), lost, moment * (1 + 1e-12));
    }

    private Result lower(List<Block> sums) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (Block sum : sums) {
            low = Math.min(low, sum.first());
            high = Math.max(high, sum.first() + sum.weight().length - 1);
        }
        Block first = sums.get(0);
        double[] mass = new double[points(low, high)];
        for (Block sum : sums)
            for (int i = 0; i < sum.weight().length; i++) {
                double sure = sum.weight()[i] - sum.stray();
                if (!(sure > 0)) continue;
                double y = first.offset() + (sum.first() + i) * first.step();
                double log = sum.logScale() - sum.theta() * y - sum.relative() - rounding(sum, y);
                int place = (int) (sum.first() + i - low);
                mass[place] = Math.max(mass[place], sure * Math.exp(log) * (1 - 1e-13));
            }
        return new Result(law(first, low, mass, slack(sums)), 0, 0);
    }

    private static int points(long low, long high) {
        double points = high - low + 1.0;
        if (!(points <= 4.0 * MOST_POINTS)) throw new Convolution.TooWide(points);
        return (int) points;
    }

    private LatticeLaw law(Block first, long low, double[] mass, double slack) {
        // errors of the masses are in the masses now
        return new LatticeLaw(first.offset(), first.step(), low, mass, slack, 0, 0);
    }

    private static double slack(List<Block> sums) {
        double slack = 0;
        for (Block sum : sums) slack = Math.max(slack, sum.slack());
        return slack;
    }

    private static double factor(Block sum, double y) {
        return Math.exp(sum.logScale() - sum.theta() * y + sum.relative() + rounding(sum, y)) * (1 + 1e-13);
    }

    private static double rounding(Block sum, double y) {
        return 4 * Math.ulp(1.0) * (Math.abs(sum.logScale()) + Math.abs(sum.theta() * y));
    }
}
