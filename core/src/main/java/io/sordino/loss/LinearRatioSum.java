package io.sordino.loss;

import io.sordino.numeric.Patience;
import java.util.List;

/**
 * The sum of t likelihood ratios on a linear lattice, by tilted Fourier transforms. Values beyond the lattice are big jumps:
 * the terms with one or a few of them are added one by one, those with more are bounded.
 */
final class LinearRatioSum {
    private static final double ULP = Math.ulp(1.0);
    private static final int MOST_LOG_POINTS = 18;
    private static final int FEW_JUMPS = 2;
    private static final int MOST_JUMPS = 4;
    private static final double FEW_POINTS = 1 << 15;
    private static final double DEVIATIONS = 19;
    private static final int MOST_LUMPS = 384;

    private final Ratio ratio;
    private final long steps;
    private final double roughness;
    private final double logTail;
    private final double cut;
    private final double top;
    private final int jumps;
    private final double step;
    private final int count;
    private final double deviation;

    /**
     * @param roughness variance that rounding may add, relative to the whole
     * @param logTail log of a mass under P that may be given up
     */
    LinearRatioSum(Ratio ratio, long steps, double roughness, double logTail) {
        this.ratio = ratio;
        this.steps = steps;
        this.roughness = roughness;
        this.logTail = logTail;
        double allowed = Math.exp(logTail) / 4;
        top = ratio.adding()
                ? addedTop()
                : Math.min(ratio.most, reach(v -> {
                    double[] above = ratio.above(v);
                    return above[1] + steps * above[0] <= allowed;
                }));
        double low = top;
        int many = 0;
        if (!ratio.adding() && steps > 1) {
            for (many = FEW_JUMPS; many <= MOST_JUMPS; many++) {
                int j = many;
                low = Math.min(top, reach(v -> lost(v, j) <= allowed));
                if (lattice(low)[1] <= FEW_POINTS) break;
            }
            if (low >= top) many = 0;
        }
        jumps = Math.min(many, MOST_JUMPS);
        cut = low;
        double[] chosen = lattice(cut);
        step = chosen[0];
        count = (int) chosen[1];
        deviation = Math.sqrt(chosen[2]);
    }

    /** Beyond this an added record's ratio is so rare that it may count as this one above and as none below. */
    private double addedTop() {
        double deviations = Math.sqrt(Math.max(1e-300, new RatioSketch(ratio, Math.min(ratio.most, 1e150)).variance()));
        double moment = 1e-2 * roughness * Math.min(1, deviations) / Math.sqrt((double) steps);
        return Math.min(ratio.most, reach(v -> {
            double[] above = ratio.above(v);
            return above[0] * steps <= 1e-2 * roughness && above[1] <= moment;
        }));
    }

    private double[] lattice(double cutAt) {
        RatioSketch sketch = new RatioSketch(ratio, cutAt);
        double variance = sketch.variance();
        double h = cutAt - ratio.least;
        int log = 0;
        while (log < MOST_LOG_POINTS && sketch.added(h) > roughness * variance) {
            h /= 2;
            log++;
        }
        return new double[] {h, 1 << log, variance};
    }

    /** A value, not much more than the least, that is far enough. */
    static double reach(java.util.function.DoublePredicate isFarEnough) {
        double far = 2;
        while (!isFarEnough.test(far) && far < 1e300) far *= far;
        double near = Math.sqrt(far);
        for (int i = 0; i < 24; i++) {
            double middle = Math.sqrt(near * far);
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

    /** Whether a short lattice holds the ratio whole. */
    boolean easy() {
        return jumps == 0 && count <= 1 << 12;
    }

    SumLaw law(Side side) {
        Patience.check();
        LatticeLaw small = ValueLattice.of(ratio, step, count, Math.sqrt(1.5 * roughness), side);
        ValueSum.Result[] sums = sums(small, side);
        Points points = new Points(sums[0].law().mass().length + 1024);
        double shift = 0;
        double lost = 0;
        for (ValueSum.Result sum : sums) {
            shift = Math.max(shift, sum.law().slack());
            lost += ratio.adding() ? sum.lostMass() : lostUnderP(sum);
        }
        Points jumped = jumps > 0 ? jumped(sums, side) : new Points(1);
        merge(sums[0].law(), jumped, points);
        if (side == Side.UPPER && !ratio.adding()) {
            double[] beyond = ratio.above(top);
            lost += (jumps > 0 ? lost(edge(), jumps) : 0) + beyond[1] + steps * beyond[0] + ratio.infinity(side);
        } else if (!ratio.adding()) lost = ratio.infinity(side);
        else if (side == Side.LOWER) lost = 0;
        double scale = 2 * Math.max(ratio.valueError(step), ratio.valueError(top)) + 16 * ULP;
        return new SumLaw(points, Math.min(1, lost * (1 + 1e-12)), side, scale, shift);
    }

    /** A lost part of the sum counts with the mean of all: its own, and at most 1 for every other step. */
    private double lostUnderP(ValueSum.Result sum) {
        return sum.lostMoment() / steps + sum.lostMass();
    }

    /** Laws of the sums of all small values but 0, 1, ... jumps, in stages where the lattice of the whole would be long. */
    private ValueSum.Result[] sums(LatticeLaw small, Side side) {
        ValueSum.Result[] sums = new ValueSum.Result[jumps + 1];
        double points = (DEVIATIONS * deviation * Math.sqrt((double) steps) + cut) / step;
        boolean wide = DEVIATIONS * deviation * Math.sqrt((double) steps) > 2 * cut;
        boolean staged = steps > 4L * (jumps + 4) && points > 1 << 13 && wide;
        if (!staged) {
            for (int j = 0; j <= jumps; j++)
                if (steps > j) sums[j] = ValueSum.of(List.of(small), new long[] {steps - j}, side, logTail);
                else sums[j] = nothing(small);
            return sums;
        }
        long first = (long) Math.sqrt((double) steps);
        int widen = (int) Math.max(2, Math.round(Math.sqrt((double) first)));
        ValueSum.Result block = ValueSum.of(List.of(small), new long[] {first}, side, logTail);
        LatticeLaw coarse = ValueLattice.coarsened(block.law(), widen, side);
        long times = (steps - jumps) / first;
        long rest = (steps - jumps) % first;
        for (int j = 0; j <= jumps; j++) {
            long left = rest + jumps - j;
            if (left == 0) {
                ValueSum.Result whole = ValueSum.of(List.of(coarse), new long[] {times}, side, logTail);
                sums[j] = withLost(whole, block, times, first);
                continue;
            }
            ValueSum.Result remainder = ValueSum.of(List.of(small), new long[] {left}, side, logTail);
            LatticeLaw other = ValueLattice.coarsened(remainder.law(), widen, side);
            ValueSum.Result whole = ValueSum.of(List.of(coarse, other), new long[] {times, 1}, side, logTail);
            sums[j] = withLost(withLost(whole, block, times, first), remainder, 1, left);
        }
        return sums;
    }

    private static ValueSum.Result nothing(LatticeLaw small) {
        return new ValueSum.Result(new LatticeLaw(0, small.step(), 0, new double[] {1}, 0, 0, 0), 0, 0);
    }

    /** The whole loses what any of its parts lost, with the means of the other steps. */
    private ValueSum.Result withLost(ValueSum.Result whole, ValueSum.Result part, long times, long size) {
        double mass = whole.lostMass() + times * part.lostMass();
        double moment = whole.lostMoment() + times * (part.lostMoment() + part.lostMass() * (double) (steps - size));
        return new ValueSum.Result(whole.law(), mass * (1 + 1e-12), moment * (1 + 1e-12));
    }

    /** The terms with at least one big jump: value cells for the sums of small values and jumps. */
    private Points jumped(ValueSum.Result[] sums, Side side) {
        Points one = bigValues(side);
        double doubt = 4 * ratio.massError();
        double grain = Math.min(0.02, 0.05 * deviation());
        double least = sums[jumps].law().offset()
                + sums[jumps].law().first() * sums[jumps].law().step();
        double largest = 0;
        for (ValueSum.Result sum : sums) largest = Math.max(largest, end(sum.law()));
        double from = Math.max(cut, Math.max(0, least) + cut);
        double to = Math.max(1, largest) + jumps * one.loss[Math.max(0, one.size - 1)];
        double cells = Math.log(to / from) / grain;
        ValueCells all = ValueCells.geometric(from, to, grain * Math.max(1, cells / 100_000));
        Points several = one;
        double ways = 1;
        for (int j = 1; j <= jumps; j++) {
            ways *= (steps - j + 1.0) / j;
            if (!(ways > 0) || several.size == 0) break;
            all.addSums(lumped(sums[j].law(), side), several, ways);
            if (j == jumps) break;
            ValueCells next = ValueCells.geometric(
                    (j + 1) * cut,
                    (j + 1) * one.loss[one.size - 1] * (1 + 8 * ULP),
                    Math.log(one.loss[one.size - 1] / cut) / Math.max(100, one.size));
            next.addSums(one, several, 1);
            several = next.points(side, doubt);
        }
        Points points = all.points(side, doubt);
        double sign = side == Side.UPPER ? 1 : -1;
        double relative = sign * (steps * ratio.massError() + (MOST_JUMPS + 2) * (doubt + 1e-12));
        for (int i = 0; i < points.size; i++) points.weight[i] *= 1 + relative;
        return points;
    }

    private static double end(LatticeLaw law) {
        return law.offset() + (law.first() + law.mass().length) * law.step();
    }

    private Points bigValues(Side side) {
        double range = Math.log(top / cut);
        double grain = Math.max(range / 1500, Math.min(range / 100, Math.sqrt(roughness)));
        Points atoms = new Points(16);
        for (int i = 0; i < ratio.value.length; i++)
            if (ratio.value[i] > edge() * (1 + 4 * ULP) && (ratio.value[i] <= top || side == Side.LOWER))
                atoms.add(ratio.value[i], ratio.mass[i]);
        if (!ratio.continuous()) return atoms;
        ValueCells cells = ValueCells.geometric(edge(), top, grain);
        ratio.cells(cells.edges, cells.mass, cells.moment);
        Points points = cells.points(side, 4 * ratio.massError());
        for (int i = 0; i < atoms.size; i++) points.add(atoms.loss[i], atoms.weight[i]);
        points.sort();
        return points;
    }

    /** Where the lattice of small values ends. */
    private double edge() {
        return ratio.least + count * step;
    }

    private static Points lumped(LatticeLaw law, Side side) {
        double[] mass = law.mass();
        int group = Math.max(1, (mass.length + MOST_LUMPS - 1) / MOST_LUMPS);
        double start = law.offset() + law.first() * law.step();
        Points points = new Points(2 * MOST_LUMPS + 2);
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

    private static void merge(LatticeLaw law, Points jumped, Points into) {
        double[] mass = law.mass();
        double start = law.offset() + law.first() * law.step();
        int k = 0;
        for (int i = 0; i < mass.length; i++) {
            double v = start + i * law.step();
            while (k < jumped.size && jumped.loss[k] < v) into.add(jumped.loss[k], jumped.weight[k++]);
            into.add(v, mass[i]);
        }
        while (k < jumped.size) into.add(jumped.loss[k], jumped.weight[k++]);
    }
}
