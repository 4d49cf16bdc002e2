package io.sordino.loss.composition;

import io.sordino.loss.Atom;
import io.sordino.loss.CountedPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.lattice.CellMasses;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.lattice.TiltedLaw;
import io.sordino.loss.lattice.TiltedSums;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.pair.Garbling;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The whole law of a composition as one pair, so that it can be sampled or composed further. */
final class ComposedPair {
    private static final double[] LOG_DELTAS = {-6, -14, -26, -42, -62, -88, -120, -170, -240, -340, -480, -660};
    /** Losses that are rarer than this count as infinite, unless rarer ones are asked about. */
    private static final double LOG_TAIL = -140;

    private static final double BELOW_DEPTH = 40;
    private static final double DEEPEST = -720;
    private static final double GROWTH = 1e-3;
    private static final double OUTSIDE = 1e-17;
    private static final double RELATIVE_VARIANCE = 1e-6;
    private static final int MOST_WIDENINGS = 8;
    /** Points of a window, shared by the parts: every tilt is a window for each of them. */
    private static final int MOST_POINTS = 1 << 18;

    private static final int LEAST_POINTS = 1 << 12;
    private static final double MASS_ERROR = 1e-14;
    private static final double LOSS_ERROR = 4 * Math.ulp(1.0);

    private ComposedPair() {}

    /**
     * Empty where no lattice holds the whole law.
     *
     * @param depth the logarithm of the smallest delta that will be asked of what is made of the pair
     */
    static Optional<Pair> pair(List<CountedPair> parts, Side side, Bracket infinity, double depth) {
        double tail = Math.max(DEEPEST, Math.min(LOG_TAIL, depth - BELOW_DEPTH));
        SaddlePoints tilt = new SaddlePoints(parts, tail);
        double step = step(parts, tilt);
        for (int i = 0; i < MOST_WIDENINGS; i++, step *= 8) {
            try {
                return Optional.of(pair(parts, tilt, step, side, infinity, tail));
            } catch (Convolution.TooWide e) {
                continue;
            }
        }
        return Optional.empty();
    }

    private static Pair pair(
            List<CountedPair> parts, SaddlePoints tilt, double step, Side side, Bracket infinity, double tail) {
        List<TiltedLaw> bases = new ArrayList<>();
        List<LatticeLaw> laws = new ArrayList<>();
        long[] counts = new long[parts.size()];
        double beyond = 0;
        for (int i = 0; i < counts.length; i++) {
            CountedPair part = parts.get(i);
            counts[i] = part.count();
            LatticeLaw law = LatticeLaw.of(
                    new CellMasses(part.pair(), step, tilt.of(i).from, tilt.of(i).to, tilt.of(i).middle, GROWTH), side);
            beyond += part.count() * law.beyond();
            laws.add(law);
        }
        List<TiltedLaw> sums = new ArrayList<>();
        int mostPoints = Math.max(LEAST_POINTS, MOST_POINTS / (1 + parts.size()));
        for (double theta : thetas(tilt, tail)) {
            bases.clear();
            for (LatticeLaw law : laws) bases.add(TiltedLaw.tilted(law, theta));
            sums.add(Convolution.sum(bases, counts, side, OUTSIDE, mostPoints));
        }
        return side == Side.UPPER ? upper(sums, beyond, infinity, missing(parts), tail) : lower(sums, infinity);
    }

    /** Q-mass where P has none in any of the parts. */
    private static double missing(List<CountedPair> parts) {
        double log = 0;
        for (CountedPair part : parts)
            log += part.count() * Math.log1p(-part.pair().missing().upper());
        return -Math.expm1(log);
    }

    private static double[] thetas(SaddlePoints tilt, double tail) {
        // the tilt of -1 is the law under Q, which sampling mixes in
        List<Double> thetas = new ArrayList<>(List.of(-1.0, 0.0));
        for (double log : LOG_DELTAS) {
            if (log < tail) break;
            double theta = tilt.forLogDelta(log);
            if (theta > thetas.get(thetas.size() - 1) * 1.05 + 1e-12) thetas.add(theta);
        }
        return thetas.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double step(List<CountedPair> parts, SaddlePoints tilt) {
        double variance = tilt.cumulants(0)[2];
        double unit = Double.NaN;
        double range = 0;
        for (int i = 0; i < parts.size(); i++) {
            double own = parts.get(i).pair().unit();
            if (own > 0 && !(unit > 0)) unit = own;
            range = Math.max(range, tilt.of(i).to - tilt.of(i).from);
        }
        double h = unit > 0 ? unit : range;
        while (h > 4 * Math.sqrt(variance) && h < Double.POSITIVE_INFINITY) h /= 2;
        for (int r = 0; r < 60; r++, h /= 2) {
            double added = 0;
            for (int i = 0; i < parts.size(); i++)
                added += parts.get(i).count()
                        * tilt.of(i).added(0, parts.get(i).pair().anchor(), h);
            if (added <= RELATIVE_VARIANCE * variance || range / (h / 2) > 60_000) return h;
        }
        return h;
    }

    /*
     * Beyond the last tilt the noise of the transforms falls more slowly than the law. It is next to nothing, but a sum that is
     * tilted further would see nothing else: it counts as infinite.
     */
    private static Pair upper(List<TiltedLaw> sums, double beyond, Bracket infinity, double missing, double tail) {
        TiltedSums all = new TiltedSums(sums, MOST_POINTS);
        double[] mass = all.atMost();
        mass[0] += least(sums, all.lowest(), -1);
        double rare = 0;
        for (int i = mass.length - 1; i > 0 && rare + mass[i] <= Math.exp(tail); i--) {
            rare = Up.add(rare, mass[i]);
            mass[i] = 0;
        }
        double lost = infinity.upper() + beyond + least(sums, all.highest(), 1) + rare;
        double added = lost < 1 ? lost : 1;
        return new AtomicPair(
                atoms(all, mass, all.slack()),
                Bracket.of(infinity.lower(), added),
                Bracket.atMost(missing),
                MASS_ERROR,
                LOSS_ERROR);
    }

    /** Windows and contraction leave masses that add up to 1 under neither law. */
    private static Pair lower(List<TiltedLaw> sums, Bracket infinity) {
        TiltedSums all = new TiltedSums(sums, MOST_POINTS);
        double[] mass = all.atLeast();
        double[] loss = new double[mass.length];
        for (int i = 0; i < loss.length; i++) loss[i] = all.value(i) - all.slack();
        Garbling below = new Garbling(loss, mass, infinity.lower());
        List<Atom> atoms = new ArrayList<>();
        for (int i = 0; i < below.loss().length; i++)
            if (below.mass()[i] > 0) atoms.add(new Atom(below.loss()[i], below.mass()[i]));
        return new AtomicPair(
                atoms, Bracket.exactly(infinity.lower()), Bracket.exactly(below.missing()), MASS_ERROR, LOSS_ERROR);
    }

    private static List<Atom> atoms(TiltedSums all, double[] mass, double shift) {
        List<Atom> atoms = new ArrayList<>();
        for (int i = 0; i < mass.length; i++)
            if (mass[i] > 0) atoms.add(new Atom(all.value(i) + shift, Math.min(1, mass[i])));
        return atoms;
    }

    /** At most this P-mass is beyond x, to the side on which a tilt makes losses rarer. */
    private static double least(List<TiltedLaw> sums, double x, int sign) {
        double least = 1;
        for (TiltedLaw sum : sums) {
            double most = sum.theta() * sign >= 0 ? TiltedSums.beyond(sum, x) : 1;
            // what is no number bounds nothing
            if (most < least) least = most;
        }
        return least;
    }
}
