package io.sordino.numeric;

/**
 * The ratio R(x) = sf(x) / pdf(x) of the standard normal law for x >= 0, to three units of roundoff.
 */
final class MillsRatio {
    /*
     * R(x) is the integral over t > 0 of exp(-x t - t^2/2). With I_k(x) the same integral with t^k inside, its k-th
     * derivative is (-1)^k I_k, so the Taylor coefficients at a node c are (-1)^k I_k(c) / k!.
     *
     * Below LIMIT we sum eleven of them around the nearest multiple of 1/8. The remainder is at most I_11 d^11 / 11!
     * with d = 1/16. I_k/R is a product of the ratios r_j = I_j / I_(j-1), each falling in x, so it is largest at 0,
     * where I_11 = 2^5 5!; moving the argument by d costs at most exp(r_12 d) < 1.24. Relative to R that makes
     * 1.24 * 3840 / 11! / 1.2533 * 2^-44 < 6e-18, a twentieth of a unit roundoff.
     *
     * Beyond LIMIT the asymptotic series is cut after the term 21!! / x^22; it envelops R, so the error is below the
     * first term left out: 23!! / 16^24 < 4.1e-18.
     *
     * The nodes are not a table of constants: integration by parts gives r_k = k / (x + r_(k+1)), which run from far
     * out towards r_1 forgets its start by a factor exp(-2 x sqrt(k)); then I_0 = 1 / (x + r_1). It runs on pairs of
     * doubles, so each coefficient is rounded once. At 0 the values are known: I_0 = sqrt(pi/2), I_1 = 1 and
     * I_k = (k-1) I_(k-2). The test compares every coefficient with forty digits.
     *
     * Rounding: the constant coefficient (1 unit), the last addition (1), and all others scaled by d r_1 < 0.05.
     */
    static final int LIMIT = 16;
    static final int COEFFICIENTS = 11;
    private static final int NODES_PER_UNIT = 8;
    private static final int NODES = LIMIT * NODES_PER_UNIT + 1;
    private static final double[] TAYLOR = taylor();

    private MillsRatio() {}

    static double of(double x) {
        if (!(x < LIMIT)) return asymptotic(x);
        int node = (int) (x * NODES_PER_UNIT + 0.5);
        double d = x - node * (1.0 / NODES_PER_UNIT);
        int at = node * COEFFICIENTS;
        double[] c = TAYLOR;
        // two interleaved Horner chains in d^2: half the waiting of one
        double dd = d * d;
        double even = Math.fma(c[at + 10], dd, c[at + 8]);
        double odd = Math.fma(c[at + 9], dd, c[at + 7]);
        even = Math.fma(even, dd, c[at + 6]);
        odd = Math.fma(odd, dd, c[at + 5]);
        even = Math.fma(even, dd, c[at + 4]);
        odd = Math.fma(odd, dd, c[at + 3]);
        even = Math.fma(even, dd, c[at + 2]);
        odd = Math.fma(odd, dd, c[at + 1]);
        return Math.fma(Math.fma(even, d, odd), d, c[at]);
    }

    /** R(x) = (1 - 1/x^2 + 1*3/x^4 - 1*3*5/x^6 + ...) / x. */
    private static double asymptotic(double x) {
        double w = 1 / (x * x);
        double sum = 1;
        for (int odd = 21; odd >= 1; odd -= 2) sum = Math.fma(-odd * w, sum, 1);
        return sum / x;
    }

    /** The k-th Taylor coefficient at node / 8. */
    static double coefficient(int node, int k) {
        return TAYLOR[node * COEFFICIENTS + k];
    }

    static int nodes() {
        return NODES;
    }

    private static double[] taylor() {
        double[] table = new double[NODES * COEFFICIENTS];
        for (int node = 0; node < NODES; node++) {
            Pair[] integrals = node == 0 ? integralsAtZero() : integrals(node / (double) NODES_PER_UNIT);
            double factorial = 1;
            for (int k = 0; k < COEFFICIENTS; k++) {
                if (k > 1) factorial *= k;
                double value = integrals[k].over(new Pair(factorial, 0)).high;
                table[node * COEFFICIENTS + k] = k % 2 == 0 ? value : -value;
            }
        }
        return table;
    }

    private static Pair[] integralsAtZero() {
        Pair[] integrals = new Pair[COEFFICIENTS];
        integrals[0] = new Pair(0x1.40d931ff62706p0, -0x1.a6a0d6f814637p-54); // sqrt(pi/2)
        integrals[1] = new Pair(1, 0);
        for (int k = 2; k < COEFFICIENTS; k++) integrals[k] = integrals[k - 2].times(new Pair(k - 1, 0));
        return integrals;
    }

    private static Pair[] integrals(double x) {
        int pairsFrom = (int) square(3.4 + 14 / x);
        int start = (int) square(3.4 + 28 / x);
        double rough = (Math.sqrt(x * x + 4.0 * start) - x) / 2;
        // what single doubles lose out there is forgotten by a factor exp(-28) on the way in
        for (int k = start - 1; k > pairsFrom; k--) rough = k / (x + rough);
        Pair ratio = new Pair(rough, 0);
        Pair[] ratios = new Pair[COEFFICIENTS];
        for (int k = pairsFrom; k >= 1; k--) {
            ratio = new Pair(k, 0).over(ratio.plus(x));
            if (k < COEFFICIENTS) ratios[k] = ratio;
        }
        Pair[] integrals = new Pair[COEFFICIENTS];
        integrals[0] = new Pair(1, 0).over(ratio.plus(x));
        for (int k = 1; k < COEFFICIENTS; k++) integrals[k] = integrals[k - 1].times(ratios[k]);
        return integrals;
    }

    private static double square(double x) {
        return x * x;
    }

    /** An unevaluated sum of two doubles: about 31 digits. */
    private record Pair(double high, double low) {

        Pair plus(double x) {
            double sum = high + x;
            double part = sum - high;
            return normal(sum, (high - (sum - part)) + (x - part) + low);
        }

        Pair times(Pair o) {
            double product = high * o.high;
            return normal(product, Math.fma(high, o.high, -product) + (high * o.low + low * o.high));
        }

        Pair over(Pair o) {
            double quotient = high / o.high;
            double rest = Math.fma(-quotient, o.high, high) + (low - quotient * o.low);
            return normal(quotient, rest / o.high);
        }

        private static Pair normal(double large, double small) {
            double sum = large + small;
            return new Pair(sum, small - (sum - large));
        }
    }
}
