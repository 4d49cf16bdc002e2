package io.sordino.loss;

import io.sordino.numeric.Bracket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The whole law of a composition as one pair, so that it can be sampled or composed further.
 *
 * <p>One tilt is accurate around its own mean only. But several tilts of the same lattice laws bound the same masses, so every
 * mass is read off the tilt that knows it best: the least of the upper bounds, the largest of the lower ones.
 */
final class Assembly {
    private static final double[] LOG_DELTAS = {-6, -14, -26, -42, -62, -88, -120};
    private static final double LOG_TAIL = -140;
    private static final double GROWTH = 1e-3;
    private static final double OUTSIDE = 1e-17;
    private static final double RELATIVE_VARIANCE = 1e-6;
    private static final int MOST_WIDENINGS = 8;
    /** Points of a window, shared by the parts: every tilt is a window for each of them. */
    private static final int MOST_POINTS = 1 << 18;

    private static final int LEAST_POINTS = 1 << 12;

    private Assembly() {}

    /** Empty where no lattice holds the whole law. */
    static Optional<Pair> pair(List<Part> parts, Side side, Bracket infinity) {
        Tilt tilt = new Tilt(parts, LOG_TAIL);
        double step = step(parts, tilt);
        for (int i = 0; i < MOST_WIDENINGS; i++, step *= 8) {
            try {
                return Optional.of(pair(parts, tilt, step, side, infinity));
            } catch (Convolution.TooWide e) {
                continue;
            }
        }
        return Optional.empty();
    }

    private static Pair pair(List<Part> parts, Tilt tilt, double step, Side side, Bracket infinity) {
        List<Block> bases = new ArrayList<>();
        List<LatticeLaw> laws = new ArrayList<>();
        long[] counts = new long[parts.size()];
        double beyond = 0;
        for (int i = 0; i < counts.length; i++) {
            Part part = parts.get(i);
            counts[i] = part.count();
            LatticeLaw law = LatticeLaw.of(
                    new Cells(part.pair(), step, tilt.of(i).from, tilt.of(i).to, tilt.of(i).middle, GROWTH), side);
            beyond += part.count() * law.beyond();
            laws.add(law);
        }
        List<Block> sums = new ArrayList<>();
        int mostPoints = Math.max(LEAST_POINTS, MOST_POINTS / (1 + parts.size()));
        for (double theta : thetas(tilt)) {
            bases.clear();
            for (LatticeLaw law : laws) bases.add(Block.tilted(law, theta));
            sums.add(Convolution.sum(bases, counts, side, OUTSIDE, mostPoints));
        }
        return side == Side.UPPER ? upper(sums, beyond, infinity) : lower(sums, infinity);
    }

    private static double[] thetas(Tilt tilt) {
        // the tilt of -1 is the law under Q, which sampling mixes in
        List<Double> thetas = new ArrayList<>(List.of(-1.0, 0.0));
        for (double log : LOG_DELTAS) {
            double theta = tilt.forLogDelta(log);
            if (theta > thetas.get(thetas.size() - 1) * 1.05 + 1e-12) thetas.add(theta);
        }
        return thetas.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double step(List<Part> parts, Tilt tilt) {
        double variance = tilt.cumulants(0)[2];
        double unit = Double.NaN;
        double range = 0;
        for (int i = 0; i < parts.size(); i++) {
            double own = parts.get(i).pair().unit();
            if (own > 0 && !(unit > 0)) unit = own;
            range = Math.max(range, tilt.of(i).to - tilt.of(i).from);
        }
        double h = unit > 0 ? unit : range;
        while (h > 4 * Math.sqrt(variance)) h /= 2;
        for (int r = 0; r < 60; r++, h /= 2) {
            double added = 0;
            for (int i = 0; i < parts.size(); i++)
                added += parts.get(i).count()
                        * tilt.of(i).added(0, parts.get(i).pair().anchor(), h);
            if (added <= RELATIVE_VARIANCE * variance || range / (h / 2) > 60_000) return h;
        }
        return h;
    }

    private static Pair upper(List<Block> sums, double beyond, Bracket infinity) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        double slack = 0;
        for (Block sum : sums) {
            low = Math.min(low, sum.first());
            high = Math.max(high, sum.first() + sum.weight().length - 1);
            slack = Math.max(slack, sum.slack());
        }
        requireRoom(low, high);
        Block first = sums.get(0);
        List<Atom> atoms = new ArrayList<>();
        for (long j = low; j <= high; j++) {
            double x = first.offset() + j * first.step();
            double mass = Double.POSITIVE_INFINITY;
            for (Block sum : sums) mass = Math.min(mass, mass(sum, j, x));
            if (j == low) mass += least(sums, x, -1);
            if (mass > 0) atoms.add(new Atom(x + slack, Math.min(1, mass)));
        }
        double lost = least(sums, first.offset() + high * first.step(), 1);
        double added = Math.min(1, infinity.upper() + beyond + lost);
        return new AtomicPair(atoms, Bracket.of(Math.min(infinity.lower(), added), added), 1e-14);
    }

    /** The windows of far tilts may lie far apart. */
    private static void requireRoom(long low, long high) {
        double points = (double) high - low + 1;
        if (!(points <= MOST_POINTS)) throw new Convolution.TooWide(points);
    }

    /** At most this is at a place: what the tilted law says, or all that may have strayed from its window. */
    private static double mass(Block sum, long j, double x) {
        long place = j - sum.first();
        boolean inside = place >= 0 && place < sum.weight().length;
        return (inside ? sum.weight()[(int) place] : sum.stray()) * factor(sum, x);
    }

    /** At most this P-mass is beyond x, to the side on which a tilt makes losses rarer. */
    private static double least(List<Block> sums, double x, int sign) {
        double least = 1;
        for (Block sum : sums) if (sum.theta() * sign >= 0) least = Math.min(least, sum.stray() * factor(sum, x));
        return least;
    }

    /** P-mass for a weight at x, rounded up. */
    private static double factor(Block sum, double x) {
        return Math.exp(sum.logScale() - sum.theta() * x + sum.relative()) * (1 + 1e-13);
    }

    private static Pair lower(List<Block> sums, Bracket infinity) {
        Block first = sums.get(0);
        Block last = sums.get(sums.size() - 1);
        double slack = 0;
        for (Block sum : sums) slack = Math.max(slack, sum.slack());
        List<Atom> atoms = new ArrayList<>();
        requireRoom(first.first(), last.first() + last.weight().length - 1);
        for (long j = first.first(); j < last.first() + last.weight().length; j++) {
            double x = first.offset() + j * first.step();
            double mass = 0;
            for (Block sum : sums) {
                long place = j - sum.first();
                if (place < 0 || place >= sum.weight().length) continue;
                double sure = sum.weight()[(int) place] - sum.stray();
                if (sure > 0)
                    mass = Math.max(
                            mass, sure * Math.exp(sum.logScale() - sum.theta() * x - sum.relative()) * (1 - 1e-13));
            }
            if (mass > 0) atoms.add(new Atom(x - slack, Math.min(1, mass)));
        }
        return new AtomicPair(atoms, Bracket.of(infinity.lower(), infinity.upper()), 1e-14);
    }
}
