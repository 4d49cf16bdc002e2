package io.sordino.loss.allocation;

import io.sordino.loss.Side;
import io.sordino.loss.lattice.BelowWindow;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.lattice.TiltedLaw;
import io.sordino.loss.lattice.TiltedSums;
import java.util.ArrayList;
import java.util.List;

/**
 * The law of a sum of independent signed values on lattices, good in relative terms from its bulk to far out in its upper tail,
 * by several tilts of the same laws.
 */
final class ValueSum {
    /** Neighbouring tilts are this many deviations apart; each is good for as many to either side. */
    private static final double DEVIATIONS = 6.5;

    private static final double OUTSIDE = 1e-16;
    private static final double MOST_TILT = 1e6;
    private static final double SHORT_OF_ALL = 0.8;
    /** Points that tell well enough where a tilt leads. */
    private static final int OUTLINE = 512;

    private static final double MOST_OF_A_POINT = 0.02;

    /** A longer window is not worth its memory: a coarser lattice is. */
    private static final int MOST_POINTS = 1 << 18;

    private static final int MOST_WINDOW = 4 * MOST_POINTS;

    /** The law, and bounds on the mass above it, on the mean of the value over it, and on what lies below; nothing on the lower side. */
    record Result(LatticeLaw law, double lostMass, double lostMoment, BelowWindow strayed) {
        static Result whole(LatticeLaw law) {
            return new Result(law, 0, 0, BelowWindow.NOTHING);
        }
    }

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
        if (laws.size() == 1 && counts[0] == 1) return Result.whole(laws.get(0));
        return new ValueSum(laws, counts, side).result(tilts, Math.min(OUTSIDE, outside));
    }

    private Result result(List<Double> tilts, double outside) {
        List<TiltedLaw> sums = new ArrayList<>();
        for (double theta : tilts) {
            List<TiltedLaw> tilted = new ArrayList<>();
            for (LatticeLaw law : laws) tilted.add(TiltedLaw.tilted(law, theta));
            sums.add(Convolution.sum(tilted, counts, side, outside, MOST_POINTS));
        }
        return side == Side.UPPER ? upper(sums) : lower(sums);
    }

    /** Tilts from the bulk of a sum of {@code count} values to where only a mass of e^logTail is left above. */
    static List<Double> tilts(LatticeLaw whole, long count, double logTail) {
        LatticeLaw law = outline(whole);
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

    /** A coarser law that is good enough to choose tilts by: none of its points may hold much of the whole. */
    private static LatticeLaw outline(LatticeLaw law) {
        for (int group = law.mass().length / OUTLINE; group >= 2; group /= 4) {
            double[] mass = new double[law.mass().length / group + 1];
            for (int i = 0; i < law.mass().length; i++) mass[i / group] += law.mass()[i];
            double largest = 0;
            for (double m : mass) largest = Math.max(largest, m);
            if (largest <= MOST_OF_A_POINT) return new LatticeLaw(law.offset(), group * law.step(), 0, mass, 0, 0, 0);
        }
        return law;
    }

    /** The tilt above whose mean about a mass of e^exponent is left, or one short of the largest value if that has more. */
    static double tilt(LatticeLaw whole, long count, double exponent) {
        LatticeLaw law = outline(whole);
        // a tilt that left the largest value alone would see nothing else
        double wanted = Math.max(exponent, SHORT_OF_ALL * count * exponent(law, Double.POSITIVE_INFINITY));
        double high = 1e-12;
        while (count * exponent(law, high) > wanted && high < MOST_TILT) high *= 8;
        double low = high / 8;
        for (int i = 0; i < 9; i++) {
            double middle = Math.sqrt(low * high);
            if (count * exponent(law, middle) > wanted) low = middle;
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
        return Math.log(tilted / total) - (first == 0 ? 0 : theta * law.step() * (first / tilted));
    }

    private Result upper(List<TiltedLaw> sums) {
        TiltedSums all = new TiltedSums(sums, MOST_WINDOW);
        double[] mass = all.atMost();
        for (int i = 0; i < mass.length; i++) mass[i] = Math.min(mass[i], 2);
        TiltedLaw least = sums.get(0);
        if (least.theta() == 0) mass[0] += TiltedSums.beyond(least, all.lowest());
        BelowWindow strayed = least.theta() == 0 ? BelowWindow.NOTHING : BelowWindow.of(least);
        double top = all.highest();
        double largest = 0;
        for (int i = 0; i < counts.length; i++) {
            LatticeLaw law = laws.get(i);
            largest += counts[i] * (law.offset() + (law.first() + law.mass().length - 1) * law.step());
        }
        double lost = 1;
        double moment = Double.POSITIVE_INFINITY;
        for (TiltedLaw sum : sums) {
            double beyond = TiltedSums.beyond(sum, top);
            lost = Math.min(lost, beyond);
            // y e^(-theta y) falls beyond 1 / theta
            double far = sum.theta() * top >= 1 ? top : largest;
            moment = Math.min(moment, beyond * Math.max(0, far));
        }
        boolean complete = largest <= top;
        return new Result(law(sums, all, mass), complete ? 0 : lost, complete ? 0 : moment * (1 + 1e-12), strayed);
    }

    private static Result lower(List<TiltedLaw> sums) {
        TiltedSums all = new TiltedSums(sums, MOST_WINDOW);
        return Result.whole(law(sums, all, all.atLeast()));
    }

    private static LatticeLaw law(List<TiltedLaw> sums, TiltedSums all, double[] mass) {
        // errors of the masses are in the masses now
        TiltedLaw any = sums.get(0);
        return new LatticeLaw(any.offset(), any.step(), all.low(), mass, all.slack(), 0, 0);
    }
}
