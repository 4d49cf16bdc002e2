package io.sordino.loss;

import io.sordino.numeric.Binomial;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;

/**
 * Shuffled k-ary randomized response when all other users hold the symbol that the victim holds in one of the two neighbouring
 * datasets: from below, since what lies outside the windows is left out.
 */
public final class VictimsSymbol implements Profile {
    /*
     * Under the first dataset all n reports are alike: a of the held symbol with probability e0 q, b of the other one with
     * probability q, q = 1/(e0 + k - 1). The second dataset has likelihood ratio L = (n - a kappa + b eta)/n, kappa =
     * 1 - 1/e0, eta = e0 - 1. Given b, a is binomial, and both (L - x)+ and (1 - x L)+ are half lines in a.
     */
    private static final double LOG_TAIL = -70;
    private static final double ERROR = 1e-11;

    private final int reports;
    private final double epsilon0;
    private final double kappa;
    private final double eta;
    private final int firstOther;
    private final double[] otherMass;
    private final long[] firstHeld;
    /** For every b, running sums over a of the masses and of mass times (a - mean). */
    private final double[][] mass;

    private final double[][] moment;
    private final double[] mean;

    public VictimsSymbol(int reports, double epsilon0, long k) {
        this.reports = reports;
        this.epsilon0 = epsilon0;
        double e0 = Math.exp(epsilon0);
        double q = 1 / (e0 + k - 1);
        kappa = -Math.expm1(-epsilon0);
        eta = Math.expm1(epsilon0);
        long[] others = Binomial.window(reports, q, LOG_TAIL);
        firstOther = (int) others[0];
        int size = (int) (others[1] - others[0] + 1);
        otherMass = new double[size];
        firstHeld = new long[size];
        mass = new double[size][];
        moment = new double[size][];
        mean = new double[size];
        for (int i = 0; i < size; i++) fill(i, q, e0 / (e0 + k - 2));
    }

    private void fill(int i, double q, double held) {
        int b = firstOther + i;
        int rest = reports - b;
        otherMass[i] = Math.exp(Binomial.logPmf(b, reports, q));
        long[] window = Binomial.window(rest, held, LOG_TAIL);
        int size = (int) (window[1] - window[0] + 1);
        firstHeld[i] = window[0];
        mean[i] = rest * held;
        double[] sums = new double[size + 1];
        double[] moments = new double[size + 1];
        for (int j = 0; j < size; j++) {
            long a = window[0] + j;
            double f = Math.exp(Binomial.logPmf(a, rest, held));
            sums[j + 1] = sums[j] + f;
            moments[j + 1] = moments[j] + f * (a - mean[i]);
        }
        mass[i] = sums;
        moment[i] = moments;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon >= epsilon0) return Bracket.exactly(Double.NEGATIVE_INFINITY);
        if (epsilon < 0) return Reflection.below(epsilon, logDelta(-epsilon));
        double delta = Math.max(secondOverFirst(epsilon), firstOverSecond(epsilon));
        return Bracket.exactly(delta > 0 ? Down.log(delta) : Double.NEGATIVE_INFINITY);
    }

    /** n E(L - x)+, for a below (b eta - n (x-1)) / kappa. */
    private double secondOverFirst(double epsilon) {
        double rise = Math.expm1(epsilon);
        double sum = 0;
        for (int i = 0; i < otherMass.length; i++) {
            double room = (firstOther + i) * eta - reports * rise;
            if (!(room > 0)) continue;
            int end = place(i, Math.ceil(room / kappa));
            double value = (room - kappa * mean[i]) * mass[i][end] - kappa * moment[i][end];
            double doubt = ERROR * (Math.abs(room - kappa * mean[i]) * mass[i][end] + kappa * Math.abs(moment[i][end]));
            if (value > doubt) sum += otherMass[i] * (value - doubt);
        }
        return sum / reports * (1 - 1e-10);
    }

    /** n E(1 - x L)+, for a above (n (x-1) / x + b eta) / kappa. */
    private double firstOverSecond(double epsilon) {
        double x = Math.exp(epsilon);
        double fall = -Math.expm1(-epsilon);
        double sum = 0;
        for (int i = 0; i < otherMass.length; i++) {
            double bar = reports * fall + (firstOther + i) * eta;
            int start = place(i, Math.floor(bar / kappa) + 1);
            int last = mass[i].length - 1;
            double m = mass[i][last] - mass[i][start];
            double first = moment[i][last] - moment[i][start];
            double value = kappa * first - (bar - kappa * mean[i]) * m;
            double doubt = 1e-14 * (kappa * (Math.abs(moment[i][start]) + 1) + Math.abs(bar - kappa * mean[i]))
                    + ERROR * (kappa * Math.abs(first) + Math.abs(bar - kappa * mean[i]) * m);
            if (value > doubt) sum += otherMass[i] * (value - doubt);
        }
        return x * sum / reports * (1 - 1e-10);
    }

    /** How many entries of the window lie below the count. */
    private int place(int i, double count) {
        return (int) Math.max(0, Math.min(mass[i].length - 1, count - firstHeld[i]));
    }

    @Override
    public Bracket epsilon(double delta) {
        if (delta == 0) return Bracket.exactly(epsilon0);
        return Inversion.epsilon(this::logDelta, delta, 0.5 * epsilon0, epsilon0, 1e-10);
    }
}
