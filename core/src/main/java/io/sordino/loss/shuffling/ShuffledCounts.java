package io.sordino.loss.shuffling;

import io.sordino.loss.HasPair;
import io.sordino.loss.Inversion;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.FairTail;
import io.sordino.numeric.LogSpace;
import io.sordino.numeric.ScaledSum;
import io.sordino.numeric.Ulp;
import java.util.HashMap;
import java.util.Map;

/**
 * The profile of a law of shuffled counts, as a sum of binomial tails over the number of coins.
 *
 * <p>Made for one side, it answers for that side alone where rows had to be lumped; where they had not, both ends hold.
 */
public final class ShuffledCounts implements HasPair {
    /*
     * For a row (s, u) and x = e^eps the event is a > beta = s/2 + (x-1) W / A, A = (e0-1)(1+x), and with a the least such
     * count, f and t the mass and the tail of Bin(s, 1/2) there,
     *
     *     E(...)+ = (A/2) a f - (x-1) W t.
     *
     * The two parts are about (deviations from the mean)^2 times their difference, so errors of f and t count that often;
     * they are tracked. Where few counts are left, the positive terms are added one by one. A count just on the wrong side of
     * the threshold contributes what rounding makes of zero; its error is in the bound of the first part.
     */
    private static final double[] LOG_TAILS = {-60, -160, -450, -1600};
    /** About the least log delta that is worked out; rows with neutral reports are many. */
    private static final double FARTHEST_MIXED = -120;

    private static final double FARTHEST = -1200;
    /** Products of e^eps0, e^eps and a number of reports stay doubles up to here. */
    private static final double LARGEST = 600;

    private static final double TOLERANCE = 1e-10;
    private static final int FEW = 24;
    private static final int CELLS = 20_000;
    private static final double LOG_TAIL_OF_COINS = -100;
    private static final double MOST_ATOMS = 2e6;

    private final ClonesLaw law;
    private final Side side;
    private final Map<Double, CountRows> rows = new HashMap<>();

    public ShuffledCounts(ClonesLaw law, Side side) {
        this.law = law;
        this.side = side;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon >= law.epsilon()) return Bracket.exactly(Double.NEGATIVE_INFINITY);
        if (epsilon < 0) return LogDelta.mirrored(epsilon, logDelta(-epsilon));
        if (law.epsilon() > LARGEST) return Bracket.of(Double.NEGATIVE_INFINITY, 0);
        // as below, where e^(eps0 + eps) would be no double
        if (law.epsilon() + epsilon > LARGEST)
            return Bracket.of(
                    Double.NEGATIVE_INFINITY, logDelta(LARGEST - law.epsilon()).upper());
        double farthest = deviation() * Math.sqrt(-2 * (law.mixed() && side == Side.UPPER ? FARTHEST_MIXED : FARTHEST));
        // delta falls, so a smaller epsilon bounds it where rows would be too deep
        if (epsilon > 1.5 * farthest)
            return Bracket.of(Double.NEGATIVE_INFINITY, logDelta(farthest).upper());
        Bracket log = Bracket.exactly(0);
        for (double logTail : LOG_TAILS) {
            CountRows made = rows.computeIfAbsent(logTail, tail -> CountRows.of(law, side, tail));
            log = at(epsilon, made);
            if (log.upper() - log.lower() < 1e-8 || made.logCut < log.upper() - 24) break;
        }
        return log;
    }

    @Override
    public Bracket epsilon(double delta) {
        // a report that gives the victim away, however rare, is possible
        if (delta == 0) return Bracket.of(0, law.epsilon());
        double deviation = deviation();
        double guess = Math.min(0.9 * law.epsilon(), deviation * deviations(Math.log(Math.min(1, deviation) / delta)));
        return Inversion.epsilon(this::logDelta, delta, guess, law.epsilon(), TOLERANCE);
    }

    /** About the standard deviation of the loss. */
    private double deviation() {
        return Math.expm1(law.epsilon()) * Math.sqrt(law.rate() / law.reports());
    }

    /** About the z at which a normal law's expected excess over z is e^-log. */
    private static double deviations(double log) {
        double z = 1;
        for (int i = 0; i < 6; i++) z = Math.sqrt(Math.max(0.01, 2 * (log - 0.92 - Math.log(1 + z * z))));
        return z;
    }

    private Bracket at(double epsilon, CountRows made) {
        Sweep sweep = new Sweep(epsilon, made);
        for (int g = 0; g < made.groups; g++) sweep.group(g);
        Bracket sum = sweep.sum.log();
        // nothing in the window counts: only what lies outside may
        if (sum.upper() == Double.NEGATIVE_INFINITY) return Bracket.of(sum.upper(), Math.min(0, made.logCut));
        double shift = law.logFactor() - Math.log((double) law.reports());
        double doubt = made.massError + 8 * Ulp.HALF * (1 + Math.abs(shift) + Math.abs(sum.upper()));
        double lower = sum.lower() + shift - doubt;
        double upper = sum.upper() + shift + doubt;
        // what lies outside the window is charged in full
        double both = LogSpace.logAdd(upper, made.logCut);
        double up = Math.min(0, both + 4 * Ulp.HALF * (1 + Math.abs(both)));
        // no delta is above 1
        return Bracket.of(Math.min(0, lower), up);
    }

    /** One pass over the rows for one epsilon. */
    private final class Sweep {
        private final ScaledSum sum = new ScaledSum();
        private final FairTail cursor = new FairTail();
        private final CountRows made;
        private final double rise;
        private final double gap;
        private final double reverse;
        private final double a;
        private final double half = law.half();

        Sweep(double epsilon, CountRows made) {
            this.made = made;
            double x = Math.exp(epsilon);
            rise = Math.expm1(epsilon);
            gap = x * Math.expm1(law.epsilon() - epsilon);
            reverse = Math.expm1(law.epsilon() + epsilon);
            a = Math.expm1(law.epsilon()) * (1 + x);
        }

        void group(int g) {
            long s = made.tosses[g];
            int end = made.start[g + 1];
            int first = made.start[g];
            // from the top down, since a tail that gains mass keeps its accuracy
            int i = rise > 0 ? made.firstAtLeast(first, end, lightest(s, s) * (1 + 8 * Ulp.HALF)) : end;
            while (i > first) {
                double beta = 0.5 * s + rise * (half * s + made.weight[i - 1]) / a;
                // beta of a large epsilon is below s by less than a double can tell
                long least = Math.min(s, (long) Math.floor(beta) + 1);
                double limit = rise > 0 ? lightest(s, least - 1) : Double.NEGATIVE_INFINITY;
                int from = Math.min(i - 1, made.firstAtLeast(first, i, limit));
                double before = from == first ? 0 : made.mass[from - 1];
                double mass = made.mass[i - 1] - before;
                double moment = made.moment[i - 1] - (from == first ? 0 : made.moment[from - 1]);
                double lost = from == first ? 0 : Ulp.HALF * (2 + i - first) * made.mass[i - 1];
                stretch(s, least, mass, moment, lost, Math.abs(made.weight[i - 1]), made.logFactor[g]);
                i = from;
            }
        }

        /** The neutral weight from which on a count of heads is no longer in the event; nothing cancels where all are heads. */
        private double lightest(long s, long heads) {
            return (heads * gap - (s - heads) * reverse) / rise;
        }

        private void stretch(long s, long least, double mass, double moment, double lost, double most, double log) {
            if (s - least <= FEW || 4 * (s - least) < least) {
                cursor.moveToMass(s, least);
                termByTerm(s, least, mass, moment, lost, most, log);
                return;
            }
            cursor.moveTo(s, least);
            double gain = 0.5 * a * least * cursor.mass();
            double cost = rise * cursor.tail();
            double w = half * s * mass + moment;
            double error = gain * (mass * (cursor.massError() + 16 * Ulp.HALF) + lost)
                    + rise * cursor.tailError() * Math.abs(w)
                    + cost * (32 * Ulp.HALF * (half * s * mass + Math.abs(moment)) + lost * (half * s + most));
            sum.add(gain * mass - cost * w, error, cursor.logScale() + log);
        }

        private void termByTerm(long s, long least, double mass, double moment, double lost, double most, double log) {
            double f = cursor.mass();
            double total = 0;
            double error = 0;
            double relative = cursor.massError() + 16 * Ulp.HALF;
            for (long c = least; c <= s && f > 0; c++) {
                double inside = c * gap;
                double outside = (s - c) * reverse;
                total += f * ((inside - outside) * mass - rise * moment);
                error += f
                        * (relative * ((inside + outside) * mass + rise * Math.abs(moment))
                                + lost * (inside + outside + rise * most));
                relative += 4 * Ulp.HALF;
                f *= (s - c) / (c + 1.0);
                if (f < 1e-22 * cursor.mass()) {
                    error += 2 * f * a * s * mass;
                    break;
                }
            }
            sum.add(total, error, cursor.logScale() + log);
        }
    }

    @Override
    public Pair pair(Side wanted) {
        if (wanted != side) throw new IllegalStateException("counts made for " + side + " asked for " + wanted);
        double logTail = -120;
        double reach = reach();
        double sd = Math.sqrt(law.reports() * law.rate()) + 2;
        double perRow = Math.min(law.reports() * law.rate() + 8, 16 * sd);
        int nodes = law.mixed() && side == Side.UPPER ? 100 : 2;
        int blocks = (int) Math.max(40, Math.min(1e6, MOST_ATOMS / (perRow * nodes)));
        CountRows made = CountRows.of(law, side, logTail, blocks, MOST_ATOMS / perRow);
        LossHistogram lumps = new LossHistogram(-reach, reach, CELLS, law.epsilon());
        double scale = law.factor() / law.reports();
        for (int g = 0; g < made.groups; g++)
            for (int i = made.start[g]; i < made.start[g + 1]; i++) {
                double before = i == made.start[g] ? 0 : made.mass[i - 1];
                double mass = (made.mass[i] - before) * scale;
                if (mass > 0) atoms(made.tosses[g], made.weight[i], mass, lumps);
            }
        // no coins at all: nothing is told
        double idle = law.meanNeutral(0) * scale * Math.exp(Binomial.logPmf(0, law.reports(), law.rate()));
        if (idle > 0) lumps.add(idle, idle);
        double cut = 4 * Math.exp(made.logCut) + 4 * law.factor() * Math.exp(law.epsilon() + LOG_TAIL_OF_COINS);
        return lumps.pair(side, made.massError + 1e-12, cut);
    }

    private void atoms(long s, double u, double mass, LossHistogram lumps) {
        double e0 = Math.exp(law.epsilon());
        long[] window = Binomial.window(s, 0.5, LOG_TAIL_OF_COINS);
        double f = Math.exp(Binomial.logPmf(window[0], s, 0.5)) * mass;
        for (long c = window[0]; c <= window[1]; c++) {
            // heads and tails are weighed apart: what one of them is short of their mean is lost beside a large e0
            lumps.add(f * (c * e0 + (s - c) + u), f * (c + (s - c) * e0 + u));
            f *= (s - c) / (c + 1.0);
        }
    }

    /** A loss beyond which hardly any mass lies. */
    private double reach() {
        double eps = 1e-9;
        while (eps < law.epsilon() && logDelta(eps).upper() > -80) eps *= 1.5;
        return Math.min(law.epsilon(), eps);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ShuffledCounts counts && counts.law.equals(law) && counts.side == side;
    }

    @Override
    public int hashCode() {
        return law.hashCode() * 2 + (side == Side.UPPER ? 1 : 0);
    }
}
