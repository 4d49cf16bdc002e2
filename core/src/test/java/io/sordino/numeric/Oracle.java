package io.sordino.numeric;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;

/** Slow reference values in decimal arithmetic, written independently of the code they judge. */
public final class Oracle {
    private static final Map<Integer, BigDecimal> PI = new HashMap<>();

    private Oracle() {}

    public static MathContext digits(int n) {
        return new MathContext(n, RoundingMode.HALF_EVEN);
    }

    public static BigDecimal big(double x) {
        return new BigDecimal(x);
    }

    /** Relative distance of a computed double from the truth. */
    public static double relativeError(double computed, BigDecimal truth) {
        if (truth.signum() == 0) return computed == 0 ? 0 : Double.POSITIVE_INFINITY;
        return big(computed).subtract(truth).divide(truth, digits(20)).abs().doubleValue();
    }

    public static BigDecimal exp(BigDecimal x, int n) {
        int halvings = 12 + Math.max(0, (int) Math.ceil(Math.log(1 + Math.abs(x.doubleValue())) / Math.log(2)));
        MathContext mc = digits(n + 10 + halvings / 3);
        BigDecimal power = expm1Series(x.divide(BigDecimal.valueOf(2).pow(halvings), mc), mc)
                .add(BigDecimal.ONE, mc);
        for (int i = 0; i < halvings; i++) power = power.multiply(power, mc);
        return power.round(digits(n));
    }

    public static BigDecimal expm1(BigDecimal x, int n) {
        if (x.abs().compareTo(BigDecimal.ONE) < 0)
            return expm1Series(x, digits(n + 10)).round(digits(n));
        return exp(x, n + 5).subtract(BigDecimal.ONE);
    }

    private static BigDecimal expm1Series(BigDecimal x, MathContext mc) {
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal term = BigDecimal.ONE;
        for (int k = 1; k < 1000; k++) {
            term = term.multiply(x, mc).divide(BigDecimal.valueOf(k), mc);
            sum = sum.add(term, mc);
            if (isNegligible(term, sum, mc)) break;
        }
        return sum;
    }

    public static BigDecimal log(BigDecimal x, int n) {
        int scale = x.precision() - x.scale();
        BigDecimal mantissa = x.movePointLeft(scale);
        BigDecimal start = big(Math.log(mantissa.doubleValue()));
        BigDecimal off =
                mantissa.multiply(exp(start.negate(), n + 10), digits(n + 10)).subtract(BigDecimal.ONE);
        BigDecimal log = start.add(log1pSeries(off, digits(n + 10)));
        if (scale == 0) return log;
        BigDecimal ten = BigDecimal.TEN;
        BigDecimal logTen = scale == 1 && x.compareTo(ten) == 0 ? BigDecimal.ZERO : logTen(n + 10);
        return log.add(logTen.multiply(BigDecimal.valueOf(scale)), digits(n + 5));
    }

    public static BigDecimal log1p(BigDecimal x, int n) {
        if (x.abs().doubleValue() < 1e-3) return log1pSeries(x, digits(n + 10));
        return log(x.add(BigDecimal.ONE), n + 10);
    }

    private static BigDecimal logTen(int n) {
        return PI.computeIfAbsent(-n, k -> {
            BigDecimal start = big(Math.log(10));
            BigDecimal off = BigDecimal.TEN.multiply(exp(start.negate(), n + 5), digits(n + 5));
            return start.add(log1pSeries(off.subtract(BigDecimal.ONE), digits(n + 5)));
        });
    }

    private static BigDecimal log1pSeries(BigDecimal x, MathContext mc) {
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal power = BigDecimal.ONE;
        for (int k = 1; k < 1000 && x.signum() != 0; k++) {
            power = power.multiply(k == 1 ? x : x.negate(), mc);
            BigDecimal term = power.divide(BigDecimal.valueOf(k), mc);
            sum = sum.add(term, mc);
            if (isNegligible(term, sum, mc)) break;
        }
        return sum;
    }

    public static BigDecimal pi(int n) {
        return PI.computeIfAbsent(n, k -> {
            MathContext mc = digits(n + 10);
            BigDecimal four = BigDecimal.valueOf(4);
            return four.multiply(four.multiply(arctanOfInverse(5, mc)).subtract(arctanOfInverse(239, mc)), mc);
        });
    }

    private static BigDecimal arctanOfInverse(int k, MathContext mc) {
        BigDecimal square = BigDecimal.valueOf((long) k * k);
        BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(k), mc);
        BigDecimal sum = power;
        for (int i = 1; i < 2000; i++) {
            power = power.divide(square, mc).negate();
            BigDecimal term = power.divide(BigDecimal.valueOf(2 * i + 1), mc);
            sum = sum.add(term, mc);
            if (isNegligible(term, sum, mc)) break;
        }
        return sum;
    }

    public static BigDecimal normalPdf(BigDecimal x, int n) {
        MathContext mc = digits(n + 10);
        BigDecimal exponent = x.multiply(x).divide(BigDecimal.valueOf(2)).negate();
        return exp(exponent, n + 10)
                .divide(pi(n + 10).multiply(BigDecimal.valueOf(2)).sqrt(mc), mc);
    }

    /** 1 - Phi(x) to n digits: the series of odd powers near zero, Laplace's continued fraction in the tail. */
    public static BigDecimal normalSf(BigDecimal x, int n) {
        if (x.signum() < 0) return BigDecimal.ONE.subtract(normalSf(x.negate(), n));
        double at = x.doubleValue();
        if (at > 10) return normalPdf(x, n).multiply(millsByContinuedFraction(x, n), digits(n));
        int lost = 3 + (int) (at * at / 4.6);
        MathContext mc = digits(n + lost + 10);
        BigDecimal square = x.multiply(x, mc);
        BigDecimal term = x;
        BigDecimal sum = x;
        for (int k = 3; k < 100_000 && term.signum() != 0; k += 2) {
            term = term.multiply(square, mc).divide(BigDecimal.valueOf(k), mc);
            sum = sum.add(term, mc);
            if (isNegligible(term, sum, mc)) break;
        }
        return new BigDecimal("0.5")
                .subtract(normalPdf(x, n + lost).multiply(sum, mc))
                .round(digits(n));
    }

    private static BigDecimal millsByContinuedFraction(BigDecimal x, int n) {
        MathContext mc = digits(n + 10);
        int start = 20 + (int) Math.pow(1.3 * n / x.doubleValue(), 2);
        BigDecimal ratio = BigDecimal.valueOf(Math.sqrt(start));
        for (int k = start; k >= 1; k--) ratio = BigDecimal.valueOf(k).divide(x.add(ratio, mc), mc);
        return BigDecimal.ONE.divide(x.add(ratio, mc), mc);
    }

    /** Phi(b) - Phi(a), with as many digits more as the subtraction loses. */
    public static BigDecimal normalBetween(double a, double b, int n) {
        if (a < 0 && b <= 0) return normalBetween(-b, -a, n);
        int lost = 5 + (int) Math.max(0, -Math.log10((b - a) * (1 + Math.abs(a))));
        return normalSf(big(a), n + lost).subtract(normalSf(big(b), n + lost));
    }

    private static boolean isNegligible(BigDecimal term, BigDecimal sum, MathContext mc) {
        if (term.signum() == 0) return true;
        int termScale = term.precision() - term.scale();
        int sumScale = sum.precision() - sum.scale();
        return termScale < sumScale - mc.getPrecision() - 2;
    }
}
