package io.sordino.loss.allocation;

import io.sordino.loss.Side;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.lattice.WeightedPoints;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;
import java.util.ArrayList;
import java.util.List;

/**
 * The sum of t likelihood ratios on a linear lattice, by tilted Fourier transforms. Values beyond the lattice are big jumps:
 * the terms with one or a few of them are added one by one, those with more are bounded.
 */
final class LinearRatioSum {
    private static final int MOST_LOG_POINTS = 17;
    private static final int MOST_JUMPS = 6;
    private static final double DEVIATIONS = 19;
    /** Sums that go with a jump are wide enough for a lattice this much coarser. */
    private static final int COARSER = 4;
    /** A window reaches about this many cuts beyond the bulk. */
    private static final double CUTS = 6;
    /** Below this log of a delta one tilt is enough. */
    private static final double NEAR = -9;

    private static final double FARTHEST = 1e300;
    private static final int FEW_VALUES = 8;

    private final LikelihoodRatio ratio;
    private final long steps;
    private final double roughness;
    private final double logTail;
    private final double focus;
    private final double cut;
    private final double top;
    private final int jumps;
    private final double step;
    private final int count;
    private final double deviation;

    /**
     * @param roughness variance that rounding may add, relative to the whole
     * @param logTail log of a mass under P that may be given up
     * @param focus log of the delta at which the law will be read, or NaN for all of them
     */
    LinearRatioSum(LikelihoodRatio ratio, long steps, double roughness, double logTail, double focus) {
        this.ratio = ratio;
        this.steps = steps;
        this.roughness = roughness;
        this.logTail = logTail;
        this.focus = focus;
        double allowed = Math.exp(logTail) / 4;
        top = ratio.added()
                ? addedTop()
                : Math.min(ratio.most, reach(v -> {
                    double[] above = ratio.above(v);
                    return above[1] + steps * above[0] <= allowed;
                }));
        double least = top;
        int best = 0;
        if (!ratio.added()) {
            double bulk = DEVIATIONS * Math.sqrt(new RatioSketch(ratio, top).variance());
            double cheapest = Double.POSITIVE_INFINITY;
            for (int j = 0; j <= MOST_JUMPS && j <= steps; j++) {
                int many = j;
                double at = j == 0 ? top : Math.min(top, reach(v -> lost(v, many) <= allowed));
                double cost = CUTS * at + bulk * Math.pow((double) steps, 0.25);
                cost *= 1 + j / 4.0;
                if (cost < cheapest) {
                    cheapest = cost;
                    least = at;
                    best = j;
                }
            }
        }
        jumps = best;
        double[] chosen = lattice(least);
        step = chosen[0];
        count = (int) chosen[1];
        cut = ratio.least + count * step;
        deviation = Math.sqrt(chosen[2]);
    }

    /** Beyond this an added record's ratio is so rare that it may count as this one above and as none below. */
    private double addedTop() {
        double deviations = Math.sqrt(Math.max(1e-300, new RatioSketch(ratio, Math.min(ratio.most, 1e150)).variance()));
        double moment = 0.1 * roughness * deviations / Math.sqrt((double) steps);
        return Math.min(ratio.most, reach(v -> {
            double[] above = ratio.above(v);
            return above[0] * steps <= 0.02 * roughness && above[1] <= moment;
        }));
    }

    /** Step and number of points of the widest lattice that is fine enough, and the variance of the ratio on it. */
    private double[] lattice(double end) {
        RatioSketch sketch = new RatioSketch(ratio, end);
        double variance = sketch.variance();
        // a ratio that takes one value only has any lattice
        double h = end > ratio.least ? end - ratio.least : 1;
        int log = 0;
        while (log < MOST_LOG_POINTS && sketch.added(h) > roughness * variance) {
            h /= 2;
            log++;
        }
        double points = 1 << log;
        // a lattice that need not meet a last value may be a little wider
        if (log > 4 && ratio.continuous())
            for (double wider : new double[] {1.8, 1.6, 1.4, 1.2})
                if (sketch.added(h * wider) <= roughness * variance && jumps(end)) {
                    h *= wider;
                    points = COARSER * Math.ceil((end - ratio.least) / h / COARSER);
                    break;
                }
        return new double[] {h, points, variance};
    }

    /** Whether larger values than this may be had. */
    private boolean jumps(double end) {
        return end < ratio.most || (ratio.added() && end * 2 < ratio.most);
    }

    /** A value, not much more than the least, that is far enough. */
    static double reach(java.util.function.DoublePredicate isFarEnough) {
        double far = 2;
        while (!isFarEnough.test(far) && far < FARTHEST) far = Math.min(FARTHEST, far * far);
        double near = Math.sqrt(far);
        for (int i = 0; i < 24; i++) {
            double middle = Math.sqrt(near) * Math.sqrt(far);
            if (isFarEnough.test(middle)) far = middle;
            else near = middle;
        }
        return far;
    }

    /** At most this P-mass has more than {@code most} values above v: one of them the record's own, or none. */
    private double lost(double v, int most) {
        if (most >= steps) return 0;
        double[] above = ratio.above(v);
        double own = above[1];
        double others = 1;
        for (int i = 0; i < most; i++) others *= (steps - 1.0 - i) / (i + 1.0) * above[0];
        double more = others * Math.max(0, steps - 1.0 - most) / (most + 1.0) * above[0];
        return Math.min(1, (own * others + more) * (1 + 1e-12));
    }

    /** How wide the law of the mean is. */
    double deviation() {
        return deviation / Math.sqrt((double) steps);
    }

    /** About how many seconds one side takes. */
    double seconds() {
        double window = CUTS * cut + DEVIATIONS * deviation * Math.pow((double) steps, 0.25);
        double tilts = focus < NEAR ? 1 : 1 + Math.sqrt(-2 * logTail) / 6.5;
        return 4e-7 * Math.min(1 << 20, window / step + count) * tilts * (1 + jumps / 3.0);
    }

    /** Whether a short lattice holds the whole of a bounded ratio. */
    boolean easy() {
        return jumps == 0 && count <= 1 << 12 && ratio.least > 0 && ratio.most / ratio.least < 1e3;
    }

    SumLaw law(Side side) {
        Patience.check();
        LatticeLaw small = ratio(step, count, side);
        ValueSum.Result bulk = sum(small, steps, side, tilts(small));
        double shift = bulk.law().slack();
        double lost = 0;
        Jumped jumped = new Jumped(new WeightedPoints(1), 0);
        if (jumps > 0) {
            ValueSum.Result[] sums = withJumps(side);
            for (int j = 1; j <= jumps; j++) {
                shift = Math.max(shift, sums[j - 1].law().slack());
                lost += lostUnderP(sums[j - 1], j);
            }
            jumped = jumped(sums, side);
        }
        lost += ratio.added() ? bulk.lostMass() : lostUnderP(bulk, 0);
        if (side == Side.LOWER) lost = ratio.infinity(side);
        else if (!ratio.added()) {
            double[] beyond = ratio.above(top);
            lost += (jumps > 0 ? lost(cut, jumps) : 0) + beyond[1] + steps * beyond[0] + ratio.infinity(side);
            lost += jumped.unplaced() + small.beyond();
        }
        double scale = 2 * Math.max(ratio.valueError(step), ratio.valueError(top)) + 16 * Ulp.ONE;
        WeightedPoints points = merged(bulk.law(), jumped.points());
        double rounded = side == Side.UPPER ? lost * (1 + 1e-12) : lost * (1 - 1e-12);
        return new SumLaw(points, Math.min(1, rounded), side, scale, shift, bulk.strayed());
    }

    private List<Double> tilts(LatticeLaw small) {
        return focus < NEAR
                ? List.of(ValueSum.tilt(small, steps, focus + 2))
                : ValueSum.tilts(small, steps, focus >= NEAR ? focus : logTail);
    }

    private LatticeLaw ratio(double h, int points, Side side) {
        return ValueLattice.of(ratio, h, points, Math.sqrt(1.5 * roughness), side);
    }

    /** Laws of the sums of the small values that go with 1, 2, ... jumps. */
    private ValueSum.Result[] withJumps(Side side) {
        ValueSum.Result[] sums = new ValueSum.Result[jumps];
        boolean many = count >= 32 * COARSER && count % COARSER == 0;
        LatticeLaw small = many ? ratio(step * COARSER, count / COARSER, side) : ratio(step, count, side);
        // sums far out are rarer still when a jump goes with them: the bulk will do, unless the deepest tail is asked
        // for
        List<Double> tilts = logTail > -50 ? List.of(0.0) : ValueSum.tilts(small, steps, focus <= 0 ? focus : logTail);
        for (int j = 1; j <= jumps; j++) sums[j - 1] = steps > j ? sum(small, steps - j, side, tilts) : nothing(small);
        return sums;
    }

    /** P-mass of what a sum lost: its mean, and that of the jumps that go with it. */
    private double lostUnderP(ValueSum.Result sum, int many) {
        if (many == 0) return sum.lostMoment() / steps;
        double[] above = ratio.above(cut);
        double ways = 1;
        for (int j = 1; j <= many; j++) ways *= (steps - j + 1.0) / j * (j < many ? above[0] : 1);
        return ways * (above[0] * sum.lostMoment() + many * above[1] * sum.lostMass()) / steps * (1 + 1e-12);
    }

    /** The sum of so many small values, in two stages where the lattice of the whole would be long. */
    private ValueSum.Result sum(LatticeLaw small, long many, Side side, List<Double> tilts) {
        double spread = DEVIATIONS * deviation * Math.sqrt((double) many);
        // a few values are exact on their lattice and rough on any other, so that it may be longer
        double longest = small.mass().length <= FEW_VALUES ? 1 << 16 : 1 << 12;
        boolean staged = many >= 32 && spread / small.step() > longest && spread > 2 * cut;
        // what a block loses counts in full, so a block may lose next to nothing
        double outside = Math.exp(Math.max(-690, logTail)) / (1e4 * (double) many);
        if (!staged) return ValueSum.of(List.of(small), new long[] {many}, side, tilts, many < steps ? outside : 1);
        long first = (long) Math.sqrt((double) many);
        int widen = (int) Math.max(2, Math.round(Math.sqrt((double) first)));
        // nor may it lose what lies below its window
        List<Double> whole = side == Side.UPPER ? fromNothing(tilts) : tilts;
        ValueSum.Result block = ValueSum.of(List.of(small), new long[] {first}, side, whole, outside);
        LatticeLaw coarse = ValueLattice.coarsened(block.law(), widen, side);
        long times = many / first;
        long rest = many % first;
        if (rest == 0) {
            ValueSum.Result sum = ValueSum.of(List.of(coarse), new long[] {times}, side, tilts);
            return withLost(sum, block, times, first);
        }
        ValueSum.Result remainder = ValueSum.of(List.of(small), new long[] {rest}, side, whole, outside);
        LatticeLaw other = ValueLattice.coarsened(remainder.law(), widen, side);
        ValueSum.Result sum = ValueSum.of(List.of(coarse, other), new long[] {times, 1}, side, tilts);
        return withLost(withLost(sum, block, times, first), remainder, 1, rest);
    }

    /** Without a tilt what strays below a window counts at its foot. */
    private static List<Double> fromNothing(List<Double> tilts) {
        if (tilts.get(0) == 0) return tilts;
        List<Double> all = new ArrayList<>(List.of(0.0));
        all.addAll(tilts);
        return all;
    }

    private static ValueSum.Result nothing(LatticeLaw small) {
        return ValueSum.Result.whole(new LatticeLaw(0, small.step(), 0, new double[] {1}, 0, 0, 0));
    }

    /** The whole loses what any of its parts lost, with the means of the other steps. */
    private ValueSum.Result withLost(ValueSum.Result whole, ValueSum.Result part, long times, long size) {
        double mass = whole.lostMass() + times * part.lostMass();
        double moment = whole.lostMoment() + times * (part.lostMoment() + part.lostMass() * (double) (steps - size));
        return new ValueSum.Result(whole.law(), mass * (1 + 1e-12), moment * (1 + 1e-12), whole.strayed());
    }

    /** Sums with at least one big jump, and at most the P-mass of those whose masses are no doubles. */
    private record Jumped(WeightedPoints points, double unplaced) {
        Jumped {
            // beyond the range of doubles nothing is known
            if (Double.isNaN(unplaced)) unplaced = 1;
        }
    }

    /** The terms with at least one big jump: value cells for the sums of small values and jumps. */
    private Jumped jumped(ValueSum.Result[] sums, Side side) {
        Jumped big = bigValues(side);
        WeightedPoints one = big.points();
        double unplaced = big.unplaced();
        double doubt = 4 * ratio.massError();
        // small values that are all alike have no deviation; the number of cells is bounded below
        double grain = Math.min(0.02, Math.max(1e-9, Math.sqrt(10 * roughness) * deviation()));
        double least = Double.POSITIVE_INFINITY;
        double largest = 0;
        for (ValueSum.Result sum : sums) {
            least = Math.min(
                    least, sum.law().offset() + sum.law().first() * sum.law().step());
            largest = Math.max(largest, end(sum.law()));
        }
        double from = Math.max(0, least) + cut;
        double to = Math.max(1, largest) + jumps * one.x()[Math.max(0, one.size() - 1)];
        double cells = Math.log(to / from) / grain;
        ValueCells all = ValueCells.geometric(from, to, grain * Math.max(1, cells / 100_000));
        WeightedPoints several = one;
        double ways = 1;
        for (int j = 1; j <= jumps; j++) {
            ways *= (steps - j + 1.0) / j;
            if (!(ways > 0) || several.size() == 0) break;
            all.addSums(lumped(sums[j - 1].law(), side), several, ways);
            if (j == jumps) break;
            ValueCells next = ValueCells.geometric(
                    (j + 1) * cut,
                    (j + 1) * one.x()[one.size() - 1] * (1 + 8 * Ulp.ONE),
                    Math.log(one.x()[one.size() - 1] / cut) / Math.max(100, one.size()));
            next.addSums(one, several, 1);
            // either one of the jumps is the record's own, or another step is
            unplaced += ways * next.unplaced() * (steps - j) / (j + 1.0) * (1.0 / steps + 1 / cut);
            several = next.points(side, doubt);
        }
        WeightedPoints points = all.points(side, doubt);
        double sign = side == Side.UPPER ? 1 : -1;
        double relative = sign * (steps * ratio.massError() + (MOST_JUMPS + 2) * (doubt + 1e-12));
        for (int i = 0; i < points.size(); i++) points.weight()[i] *= 1 + relative;
        return new Jumped(points, unplaced + all.unplaced() / steps);
    }

    private static double end(LatticeLaw law) {
        return law.offset() + (law.first() + law.mass().length) * law.step();
    }

    private Jumped bigValues(Side side) {
        double range = Math.log(top / cut);
        double grain = Math.max(range / 300, Math.min(range / 40, 2 * Math.sqrt(roughness)));
        WeightedPoints atoms = new WeightedPoints(16);
        for (int i = 0; i < ratio.value.length; i++)
            if (ratio.value[i] > cut * (1 + 4 * Ulp.ONE) && (ratio.value[i] <= top || side == Side.LOWER))
                atoms.add(ratio.value[i], ratio.mass[i]);
        if (!ratio.continuous()) return new Jumped(atoms, 0);
        ValueCells cells = ValueCells.geometric(cut, top, grain);
        ratio.cells(cells.edges, cells.mass, cells.moment);
        WeightedPoints points = cells.points(side, 4 * ratio.massError());
        for (int i = 0; i < atoms.size(); i++) points.add(atoms.x()[i], atoms.weight()[i]);
        points.sort();
        return new Jumped(points, cells.unplaced() * (1 + steps / cut));
    }

    private WeightedPoints lumped(LatticeLaw law, Side side) {
        double[] mass = law.mass();
        double lumps = Math.max(100, Math.min(2000, 3 / Math.sqrt(roughness)));
        int group = (int) Math.max(1, Math.ceil(mass.length / lumps));
        double start = law.offset() + law.first() * law.step();
        WeightedPoints points = new WeightedPoints(mass.length / group + 2);
        double carried = 0;
        int i = 0;
        for (; i < mass.length; i += group) {
            double m = 0;
            double w = 0;
            for (int k = i; k < Math.min(mass.length, i + group); k++) {
                m += mass[k];
                w += mass[k] * (k - i);
            }
            if (side == Side.LOWER) points.add(start + (i + (m > 0 ? w / m * (1 - 1e-14) : 0)) * law.step(), m);
            else {
                double share = Math.min(1, m > 0 ? w / m / group * (1 + 1e-14) : 0);
                points.add(start + i * law.step(), carried + m * (1 - share));
                carried = m * share;
            }
        }
        if (side == Side.UPPER) points.add(start + i * law.step(), carried);
        return points;
    }

    private static WeightedPoints merged(LatticeLaw law, WeightedPoints jumped) {
        double[] mass = law.mass();
        WeightedPoints all = new WeightedPoints(mass.length + jumped.size());
        double start = law.offset() + law.first() * law.step();
        int k = 0;
        for (int i = 0; i < mass.length; i++) {
            double v = start + i * law.step();
            while (k < jumped.size() && jumped.x()[k] < v) all.add(jumped.x()[k], jumped.weight()[k++]);
            all.add(v, mass[i]);
        }
        while (k < jumped.size()) all.add(jumped.x()[k], jumped.weight()[k++]);
        return all;
    }
}
