package io.sordino.account;

import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** A privacy curve in decimal arithmetic, written independently of the losses that it judges. */
interface Truth {
    int DIGITS = 60;
    MathContext MC = Oracle.digits(DIGITS + 30);

    /** To some 40 digits. */
    BigDecimal delta(BigDecimal epsilon);

    default BigDecimal delta(double epsilon) {
        return delta(new BigDecimal(epsilon));
    }

    /** The larger of the two directions. */
    static Truth worse(Truth a, Truth b) {
        return epsilon -> a.delta(epsilon).max(b.delta(epsilon));
    }

    /** N(mu, 1) against N(0, 1), for the square of mu. */
    static Truth gaussian(BigDecimal square) {
        BigDecimal mu = square.sqrt(MC);
        BigDecimal half = mu.divide(BigDecimal.valueOf(2), MC);
        return epsilon -> {
            BigDecimal ratio = epsilon.divide(mu, MC);
            BigDecimal first = Oracle.normalSf(ratio.subtract(half, MC), DIGITS);
            BigDecimal second = Oracle.normalSf(ratio.add(half, MC), DIGITS);
            return first.subtract(exp(epsilon).multiply(second, MC), MC);
        };
    }

    static BigDecimal exp(BigDecimal x) {
        return Oracle.exp(x, DIGITS + 20);
    }

    static BigDecimal inverse(double x) {
        return BigDecimal.ONE.divide(new BigDecimal(x), MC);
    }

    /** A law of finitely many outcomes, as masses under P and under Q. */
    record Outcomes(List<BigDecimal> p, List<BigDecimal> q) implements Truth {
        static Outcomes randomizedResponse(double epsilon, long k) {
            BigDecimal ratio = exp(new BigDecimal(epsilon));
            BigDecimal low = BigDecimal.ONE.divide(ratio.add(BigDecimal.valueOf(k - 1)), MC);
            BigDecimal high = ratio.multiply(low, MC);
            BigDecimal rest = low.multiply(BigDecimal.valueOf(k - 2));
            return new Outcomes(List.of(high, low, rest), List.of(low, high, rest));
        }

        /** A black box: everything lost with probability delta, else binary randomized response. */
        static Outcomes approximate(double epsilon, double delta) {
            BigDecimal ratio = exp(new BigDecimal(epsilon));
            BigDecimal lost = new BigDecimal(delta);
            BigDecimal low = BigDecimal.ONE.subtract(lost).divide(ratio.add(BigDecimal.ONE), MC);
            BigDecimal high = ratio.multiply(low, MC);
            return new Outcomes(List.of(lost, high, low, BigDecimal.ZERO), List.of(BigDecimal.ZERO, low, high, lost));
        }

        /** The sample of rate q holds the record under P and not under Q. */
        Outcomes sampled(double rate) {
            BigDecimal in = new BigDecimal(rate);
            BigDecimal out = BigDecimal.ONE.subtract(in);
            List<BigDecimal> mixed = new ArrayList<>();
            for (int i = 0; i < p.size(); i++)
                mixed.add(in.multiply(p.get(i), MC).add(out.multiply(q.get(i), MC), MC));
            return new Outcomes(mixed, q);
        }

        Outcomes swapped() {
            return new Outcomes(q, p);
        }

        /** Independent copies: one outcome for each way to count how often each outcome occurs. */
        Outcomes times(int copies) {
            Outcomes sum = new Outcomes(new ArrayList<>(), new ArrayList<>());
            count(copies, 0, BigDecimal.ONE, BigDecimal.ONE, sum);
            return sum;
        }

        private void count(int left, int kind, BigDecimal weightP, BigDecimal weightQ, Outcomes sum) {
            if (kind == p.size() - 1) {
                sum.p.add(weightP.multiply(p.get(kind).pow(left, MC), MC));
                sum.q.add(weightQ.multiply(q.get(kind).pow(left, MC), MC));
                return;
            }
            for (int n = 0; n <= left; n++) {
                BigDecimal ways = new BigDecimal(binomial(left, n));
                count(
                        left - n,
                        kind + 1,
                        weightP.multiply(ways).multiply(p.get(kind).pow(n, MC), MC),
                        weightQ.multiply(ways).multiply(q.get(kind).pow(n, MC), MC),
                        sum);
            }
        }

        Outcomes and(Outcomes other) {
            Outcomes both = new Outcomes(new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < p.size(); i++)
                for (int j = 0; j < other.p.size(); j++) {
                    both.p.add(p.get(i).multiply(other.p.get(j), MC));
                    both.q.add(q.get(i).multiply(other.q.get(j), MC));
                }
            return both;
        }

        @Override
        public BigDecimal delta(BigDecimal epsilon) {
            BigDecimal x = exp(epsilon);
            BigDecimal sum = BigDecimal.ZERO;
            for (int i = 0; i < p.size(); i++)
                sum = sum.add(p.get(i).subtract(x.multiply(q.get(i), MC), MC).max(BigDecimal.ZERO), MC);
            return sum;
        }
    }

    static java.math.BigInteger binomial(int n, int k) {
        java.math.BigInteger value = java.math.BigInteger.ONE;
        for (int i = 1; i <= k; i++)
            value = value.multiply(java.math.BigInteger.valueOf(n - i + 1L)).divide(java.math.BigInteger.valueOf(i));
        return value;
    }

    /**
     * Copies of Laplace noise, cut at a bound or not. One loss is theta with mass high, -theta with mass low, infinite with mass
     * lost, and has the density {@code slope * e^(l/2)} in between; sums of m of the last kind have a piecewise polynomial
     * times e^(s/2) for their density.
     */
    record Laplace(BigDecimal theta, BigDecimal high, BigDecimal low, BigDecimal lost, BigDecimal slope, int copies)
            implements Truth {
        static Laplace noise(double scale, int contributions, int copies) {
            BigDecimal theta = inverse(scale).multiply(BigDecimal.valueOf(contributions), MC);
            return of(theta, new BigDecimal("0.5"), BigDecimal.ONE, BigDecimal.ZERO, copies);
        }

        /** For a bound of at least the number of contributions. */
        static Laplace truncated(double scale, double bound, int contributions, int copies) {
            BigDecimal theta = inverse(scale).multiply(BigDecimal.valueOf(contributions), MC);
            BigDecimal cut =
                    exp(new BigDecimal(bound).divide(new BigDecimal(scale), MC).negate());
            BigDecimal half =
                    BigDecimal.ONE.divide(BigDecimal.valueOf(2).multiply(BigDecimal.ONE.subtract(cut, MC)), MC);
            return of(theta, half, cut, half, copies);
        }

        /** half: what the untruncated halves are multiplied by; cut: e^(-bound/scale). */
        private static Laplace of(
                BigDecimal theta, BigDecimal half, BigDecimal cut, BigDecimal lostFactor, int copies) {
            BigDecimal one = BigDecimal.ONE;
            boolean whole = lostFactor.signum() == 0;
            BigDecimal beyond = whole ? BigDecimal.ZERO : cut;
            BigDecimal high = half.multiply(one.subtract(beyond.multiply(exp(theta), MC), MC), MC);
            BigDecimal low = half.multiply(exp(theta.negate()).subtract(beyond, MC), MC);
            BigDecimal lost = half.multiply(beyond, MC).multiply(exp(theta).subtract(one, MC), MC);
            BigDecimal slope =
                    half.divide(BigDecimal.valueOf(2), MC).multiply(exp(theta.divide(BigDecimal.valueOf(-2), MC)), MC);
            return new Laplace(theta, high, low, lost, slope, copies);
        }

        @Override
        public BigDecimal delta(BigDecimal epsilon) {
            BigDecimal survived = BigDecimal.ONE.subtract(lost, MC).pow(copies, MC);
            BigDecimal sum = BigDecimal.ONE.subtract(survived, MC);
            for (int up = 0; up <= copies; up++)
                for (int down = 0; up + down <= copies; down++) {
                    int between = copies - up - down;
                    BigDecimal ways = new BigDecimal(binomial(copies, up).multiply(binomial(copies - up, down)));
                    BigDecimal mass = ways.multiply(high.pow(up, MC), MC)
                            .multiply(low.pow(down, MC), MC)
                            .multiply(slope.pow(between, MC), MC);
                    BigDecimal left = epsilon.subtract(theta.multiply(BigDecimal.valueOf(up - down)), MC);
                    sum = sum.add(mass.multiply(between == 0 ? atom(left) : between(between, left), MC), MC);
                }
            return sum;
        }

        private static BigDecimal atom(BigDecimal epsilon) {
            return epsilon.signum() >= 0 ? BigDecimal.ZERO : BigDecimal.ONE.subtract(exp(epsilon), MC);
        }

        /** Integral of e^(s/2) V_m(s) (1 - e^(left - s))+, V_m the m-fold convolution of the indicator of [-theta, theta]. */
        private BigDecimal between(int m, BigDecimal left) {
            BigDecimal reach = theta.multiply(BigDecimal.valueOf(m));
            if (left.compareTo(reach) >= 0) return BigDecimal.ZERO;
            BigDecimal from = left.max(reach.negate());
            BigDecimal sum = BigDecimal.ZERO;
            BigDecimal factorial = BigDecimal.ONE;
            for (int i = 2; i < m; i++) factorial = factorial.multiply(BigDecimal.valueOf(i));
            for (int k = 0; k <= m; k++) {
                BigDecimal knot = theta.multiply(BigDecimal.valueOf(2L * k - m));
                BigDecimal start = from.max(knot);
                if (start.compareTo(reach) >= 0) continue;
                BigDecimal rising = integral(new BigDecimal("0.5"), knot, m - 1, start, reach);
                BigDecimal falling =
                        exp(left).multiply(integral(new BigDecimal("-0.5"), knot, m - 1, start, reach), MC);
                BigDecimal term = new BigDecimal(binomial(m, k)).multiply(rising.subtract(falling, MC), MC);
                sum = k % 2 == 0 ? sum.add(term, MC) : sum.subtract(term, MC);
            }
            return sum.divide(factorial, MC);
        }

        /** Integral of e^(c s) (s - knot)^n from a to b, by parts. */
        private static BigDecimal integral(BigDecimal c, BigDecimal knot, int n, BigDecimal a, BigDecimal b) {
            BigDecimal value =
                    exp(c.multiply(b, MC)).subtract(exp(c.multiply(a, MC)), MC).divide(c, MC);
            for (int i = 1; i <= n; i++) {
                BigDecimal ends = exp(c.multiply(b, MC))
                        .multiply(b.subtract(knot, MC).pow(i, MC), MC)
                        .subtract(
                                exp(c.multiply(a, MC))
                                        .multiply(a.subtract(knot, MC).pow(i, MC), MC),
                                MC);
                value = ends.subtract(BigDecimal.valueOf(i).multiply(value, MC), MC)
                        .divide(c, MC);
            }
            return value;
        }
    }
}
