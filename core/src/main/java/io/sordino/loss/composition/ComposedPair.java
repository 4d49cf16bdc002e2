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
    private static final double MOST_CELLS = 60_000;
    private static final double MOST_CELLS_OF_TAILS = 30_000;

    private static final int MOST_WIDENINGS = 8;
    /** Points of a window, shared by the parts: every tilt is a window for each of them. */
    private static final int MOST_POINTS = 1 << 18;

    private static final int LEAST_POINTS = 1 << 12;
    /** So far from its mean a normal law of weights still stands out of the noise of its transform by eight digits. */
    private static final double DEVIATIONS_KNOWN = 6;
    /** As wide is the window of a normal law. */
    private static final double DEVIATIONS = 18;

    private static final double MASS_ERROR = 1e-14;
    private static final double LOSS_ERROR = 4 * Math.ulp(1.0);

    private ComposedPair() {}

    /**
     * How finely a law is worked out.
     *
     * @param step tried first
     * @param widening by so much wider is the next one where that does not fit
     * @param mostPoints of a window
     */
    private record Fineness(List<Double> thetas, double step, int widening, int mostPoints) {}

    /**
     * Empty where no lattice holds the whole law.
     *
     * @param depth the logarithm of the smallest delta that will be asked of what is made of the pair
     */
    static Optional<Pair> pair(List<CountedPair> parts, Side side, Bracket infinity, double depth) {
        double tail = Math.max(DEEPEST, Math.min(LOG_TAIL, depth - BELOW_DEPTH));
        SaddlePoints tilt = new SaddlePoints(parts, tail);
        Fineness fineness = new Fineness(thetas(tilt, tail), step(parts, tilt, MOST_CELLS), 8, mostPoints(parts));
        return pair(parts, tilt, fineness, side, infinity, tail);
    }

    /** The same, precise for losses of at least 0 and deltas of at least e^depth alone. */
    static Optional<Pair> tail(List<CountedPair> parts, Side side, Bracket infinity, double depth) {
        double tail = Math.max(DEEPEST, depth);
        SaddlePoints tilt = new SaddlePoints(parts, tail);
        List<Double> thetas = fewThetas(tilt, tail);
        // transforms have so many points in any case
        int mostPoints = 2 * Integer.highestOneBit(mostPoints(parts) - 1);
        double step = step(parts, tilt, MOST_CELLS_OF_TAILS);
        // a lattice that turns out too fine costs as much as one that fits
        double window = window(parts, tilt, thetas);
        while (window > step * mostPoints) step *= 2;
        return pair(parts, tilt, new Fineness(thetas, step, 2, mostPoints), side, infinity, tail);
    }

    private static Optional<Pair> pair(
            List<CountedPair> parts, SaddlePoints tilt, Fineness fineness, Side side, Bracket infinity, double tail) {
        double step = fineness.step;
        for (int i = 0; i < MOST_WIDENINGS; i++, step *= fineness.widening) {
            try {
                return Optional.of(on(step, parts, tilt, fineness, side, infinity, tail));
            } catch (Convolution.TooWide e) {
                continue;
            }
        }
        return Optional.empty();
    }

    private static Pair on(
            double step,
            List<CountedPair> parts,
            SaddlePoints tilt,
            Fineness fineness,
            Side side,
            Bracket infinity,
            double tail) {
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
        for (double theta : fineness.thetas) {
            bases.clear();
            for (LatticeLaw law : laws) bases.add(TiltedLaw.tilted(law, theta));
            sums.add(Convolution.sum(bases, counts, side, OUTSIDE, fineness.mostPoints));
        }
        return side == Side.UPPER ? upper(sums, beyond, infinity, missing(parts), tail) : lower(sums, infinity);
    }

    private static int mostPoints(List<CountedPair> parts) {
        return Math.max(LEAST_POINTS, MOST_POINTS / (1 + parts.size()));
    }

    /** About how wide the widest of the tilted sums is. */
    private static double window(List<CountedPair> parts, SaddlePoints tilt, List<Double> thetas) {
        double widest = 0;
        for (double theta : thetas) {
            double spans = 0;
            for (int i = 0; i < parts.size(); i++)
                spans = Math.max(spans, tilt.of(i).span(theta));
            widest = Math.max(widest, Math.max(spans, DEVIATIONS * Math.sqrt(tilt.cumulants(theta)[2])));
        }
        return widest;
    }

    /** Q-mass where P has none in any of the parts. */
    private static double missing(List<CountedPair> parts) {
        double log = 0;
        for (CountedPair part : parts)
            log += part.count() * Math.log1p(-part.pair().missing().upper());
        return -Math.expm1(log);
    }

    private static List<Double> thetas(SaddlePoints tilt, double tail) {
        // the tilt of -1 is the law under Q, which sampling mixes in
        List<Double> thetas = new ArrayList<>(List.of(-1.0, 0.0));
        for (double log : LOG_DELTAS) {
            if (log < tail) break;
            double theta = tilt.forLogDelta(log);
            if (theta > thetas.get(thetas.size() - 1) * 1.05 + 1e-12) thetas.add(theta);
        }
        return thetas;
    }

    /**
     * No tilt that its neighbours can do without: each knows what is a few of its deviations to either side of its mean, and a sum
     * with heavier tails than a normal one knows more.
     */
    private static List<Double> fewThetas(SaddlePoints tilt, double tail) {
        List<Double> thetas = new ArrayList<>(List.of(0.0));
        double[] last = tilt.cumulants(0);
        double skipped = 0;
        for (double log : LOG_DELTAS) {
            if (log < tail) break;
            double theta = tilt.forLogDelta(log);
            double[] next = tilt.cumulants(theta);
            boolean apart = next[1] - last[1] > DEVIATIONS_KNOWN * (Math.sqrt(last[2]) + Math.sqrt(next[2]));
            if (apart && skipped > thetas.get(thetas.size() - 1)) {
                thetas.add(skipped);
                last = tilt.cumulants(skipped);
            }
            skipped = theta;
        }
        if (skipped > thetas.get(thetas.size() - 1)) thetas.add(skipped);
        return thetas;
    }

    private static double step(List<CountedPair> parts, SaddlePoints tilt, double mostCells) {
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
            if (added <= RELATIVE_VARIANCE * variance || range / (h / 2) > mostCells) return h;
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
