package io.sordino.reports;

import io.sordino.refusal.InvalidException;
import java.util.function.DoubleUnaryOperator;

/**
 * The symmetric noise on a sum of whole numbers, known by its characteristic function: its tails are sums over equally spaced points, which is exact but for
 * noise that comes around the circle.
 */
final class NoiseOfSum {
    private static final double NEGLIGIBLE = 1e-18;
    private static final int REACH = 120;

    private final DoubleUnaryOperator transform;
    private final double points;

    private NoiseOfSum(DoubleUnaryOperator transform, double reach) {
        this.transform = transform;
        this.points = Math.scalb(1.0, 1 + Math.getExponent(REACH * reach + 64));
    }

    /** Differences of two sums of shares of geometric noise, in all this many times what it goes on with t for. */
    static NoiseOfSum shares(double times, double mu) {
        double stop = Math.exp(-mu);
        double t = -Math.expm1(-mu);
        return new NoiseOfSum(
                angle -> Math.pow(1 / (1 + 2 * t * versine(angle) / (stop * stop)), times),
                (1 + Math.sqrt(2 * times)) / stop);
    }

    /** n times Laplace noise that is rounded to a grid: none with probability 1 - s, else a step and more by s^2. */
    static NoiseOfSum laplace(double n, double s) {
        double r = s * s;
        double square = (1 - r) * (1 - r);
        double each = Math.sqrt(s * (1 + r) / square);
        return new NoiseOfSum(
                angle -> Math.exp(n * Math.log1p(-s * (1 + r) * versine(angle) / (square + 2 * r * versine(angle)))),
                Math.sqrt(n) * each + 2 / (1 - r));
    }

    /** 1 - cos. */
    private static double versine(double angle) {
        double half = Math.sin(angle / 2);
        return 2 * half * half;
    }

    /** The probability of more than c on either side. */
    double beyond(long c) {
        double sum = 2 * c + 1.0;
        for (double k = 1; k <= points / 2; k++) {
            double angle = 2 * Math.PI * k / points;
            double weight = transform.applyAsDouble(angle);
            if (weight < NEGLIGIBLE) break;
            sum += (k == points / 2 ? 1 : 2) * weight * Math.sin((c + 0.5) * angle) / Math.sin(angle / 2);
        }
        return 1 - sum / points;
    }

    /** The least c beyond which the noise lies with at most this probability. */
    long reach(double miss) {
        if (!(miss >= 1e-10 && miss < 1))
            throw new InvalidException("an interval must miss with a probability of at least 1e-10, was " + miss);
        long low = -1;
        long high = 1;
        while (beyond(high) > miss) high *= 2;
        while (high - low > 1) {
            long middle = (low + high) >> 1;
            if (beyond(middle) <= miss) high = middle;
            else low = middle;
        }
        return high;
    }
}
