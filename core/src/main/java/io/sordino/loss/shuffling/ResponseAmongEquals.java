package io.sordino.loss.shuffling;

import io.sordino.loss.Inversion;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Profile;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;

/**
 * Shuffled k-ary randomized response when all other users hold the symbol that the victim holds in one of the two neighbouring
 * datasets: from below, since what lies outside the windows is left out.
 */
public final class ResponseAmongEquals implements Profile {
    /*
     * Under the first dataset all n reports are alike: b of the other symbol with probability q = 1/(e0 + k - 1), and of the
     * rest c are not of the held symbol, each with probability (k - 2)/(e0 + k - 2); where that is above a half, those that are
     * of the held symbol are counted, since next to 1 a double tells little of how rare they are. The second dataset has likelihood ratio
     * L = (n/e0 + b step + c kappa)/n, kappa = 1 - 1/e0, step = e0 - 1/e0: nothing is subtracted, and for a large e0 the rare
     * reports are counted rather than the common ones. Given b, c is binomial, and (L - x)+ and (1 - x L)+ are half lines in c.
     */
    private static final double LOG_TAIL = -70;
    /** Of every mass, relatively. */
    private static final double ERROR = 1e-11;

    private final int reports;
    private final double epsilon0;
    private final double kappa;
    private final double step;
    private final int firstOther;
    private final double[] otherMass;
    private final HalfLines[] rest;

    public ResponseAmongEquals(int reports, double epsilon0, long k) {
        this.reports = reports;
        this.epsilon0 = epsilon0;
        double e0 = Math.exp(epsilon0);
        double q = 1 / (e0 + k - 1);
        kappa = -Math.expm1(-epsilon0);
        step = Math.expm1(epsilon0) + kappa;
        long[] others = Binomial.window(reports, q, LOG_TAIL);
        firstOther = (int) others[0];
        int size = (int) (others[1] - others[0] + 1);
        otherMass = new double[size];
        rest = new HalfLines[size];
        double lost = (k - 2) / (e0 + k - 2);
        double kept = e0 / (e0 + k - 2);
        for (int i = 0; i < size; i++) {
            int b = firstOther + i;
            otherMass[i] = Math.exp(Binomial.logPmf(b, reports, q));
            rest[i] = new HalfLines(reports - b, lost, kept);
        }
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon >= epsilon0) return Bracket.exactly(Double.NEGATIVE_INFINITY);
        if (epsilon < 0) return LogDelta.mirrored(epsilon, logDelta(-epsilon));
        double delta = Math.max(secondOverFirst(epsilon), firstOverSecond(epsilon));
        return Bracket.exactly(delta > 0 ? Down.log(delta) : Double.NEGATIVE_INFINITY);
    }

    /** n E(L - x)+, for c above (n (x - 1/e0) - b step) / kappa. */
    private double secondOverFirst(double epsilon) {
        double far = reports * Math.exp(epsilon) * -Math.expm1(-epsilon - epsilon0);
        double sum = 0;
        for (int i = 0; i < otherMass.length; i++) {
            double near = (firstOther + i) * step;
            sum += otherMass[i] * rest[i].above(kappa, far - near, far + near);
        }
        return sum / reports * (1 - ERROR - 1e-10);
    }

    /** n E(1 - x L)+, for c below (n (1/x - 1/e0) - b step) / kappa. */
    private double firstOverSecond(double epsilon) {
        double far = reports * Math.exp(-epsilon) * -Math.expm1(epsilon - epsilon0);
        double sum = 0;
        for (int i = 0; i < otherMass.length; i++) {
            double near = (firstOther + i) * step;
            if (far > near) sum += otherMass[i] * rest[i].below(kappa, far - near, far + near);
        }
        return Math.exp(epsilon) * sum / reports * (1 - ERROR - 1e-10);
    }

    @Override
    public Bracket epsilon(double delta) {
        if (delta == 0) return Bracket.exactly(epsilon0);
        return Inversion.epsilon(this::logDelta, delta, 0.5 * epsilon0, epsilon0, 1e-10);
    }

    /** Expectations of half lines in a binomial count, from sums that run in from either end; rounding is taken off. */
    private static final class HalfLines {
        private final long first;
        private final double mean;
        private final double[] massBelow;
        private final double[] momentBelow;
        private final double[] massAbove;
        private final double[] momentAbove;

        HalfLines(int trials, double lost, double kept) {
            boolean rare = lost <= kept;
            long[] window = Binomial.window(trials, Math.min(lost, kept), LOG_TAIL);
            int size = (int) (window[1] - window[0] + 1);
            first = rare ? window[0] : trials - window[1];
            mean = trials * lost;
            double[] mass = new double[size];
            for (int j = 0; j < size; j++) {
                long count = rare ? first + j : trials - first - j;
                mass[j] = Math.exp(Binomial.logPmf(count, trials, Math.min(lost, kept)));
            }
            massBelow = new double[size + 1];
            momentBelow = new double[size + 1];
            for (int j = 0; j < size; j++) {
                massBelow[j + 1] = massBelow[j] + mass[j];
                momentBelow[j + 1] = momentBelow[j] + mass[j] * (first + j - mean);
            }
            massAbove = new double[size + 1];
            momentAbove = new double[size + 1];
            for (int j = size - 1; j >= 0; j--) {
                massAbove[j] = massAbove[j + 1] + mass[j];
                momentAbove[j] = momentAbove[j + 1] + mass[j] * (first + j - mean);
            }
        }

        /**
         * At most E(slope c - bar)+.
         *
         * @param parts the sizes of what the bar was made of, added
         */
        double above(double slope, double bar, double parts) {
            int from = place(Math.floor(bar / slope) + 1);
            double value = slope * momentAbove[from] + (slope * mean - bar) * massAbove[from];
            return Math.max(0, value - doubt(slope, parts) * massAbove[from]);
        }

        /** At most E(bar - slope c)+. */
        double below(double slope, double bar, double parts) {
            int to = place(Math.ceil(bar / slope));
            double value = (bar - slope * mean) * massBelow[to] - slope * momentBelow[to];
            return Math.max(0, value - doubt(slope, parts) * massBelow[to]);
        }

        /** Rounding of a sum of as many terms as the window has, each at most this wide. */
        private double doubt(double slope, double parts) {
            int size = massBelow.length;
            return (size + 16) * Ulp.HALF * (parts + slope * (2 * mean + size));
        }

        /** How many entries of the window lie below the count. */
        private int place(double count) {
            return (int) Math.max(0, Math.min(massBelow.length - 1, count - first));
        }
    }
}
