package io.sordino.account;

import io.sordino.mechanism.Direction;
import java.util.Arrays;

/**
 * Delta of many Poisson-sampled Gaussian steps by a contour integral through the saddle point, with no lattice and no transform:
 * (1 - e^(eps - l))+ is the integral of e^(s (l - eps)) / (s (s + 1)) over the line Re s = c > 0, divided by 2 pi i. Doubles
 * throughout: good to some ten digits of delta, however small it is.
 */
final class Contour {
    private static final double REACH = 16;
    private static final double SPACING = 0.01;

    private final double steps;
    private final double sign;
    private final double order;
    /** Logarithm of the likelihood ratio, and of the weight of the standard law, at the points of the trapezoidal rule. */
    private final double[] ratio;

    private final double[] weight;

    /** Removing: the mixture against the standard law. Adding: the other way. */
    Contour(double rate, double sigma, long steps, Direction direction) {
        this.steps = (double) steps;
        sign = direction == Direction.ADD ? -1 : 1;
        // under P, which is the mixture or the standard law
        order = direction == Direction.ADD ? 0 : 1;
        // far tilts look at outputs far out, so the points go as far as the moments that are asked for
        int points = (int) (2 * (REACH + 40 / sigma) / SPACING);
        ratio = new double[points];
        weight = new double[points];
        double start = -REACH;
        for (int i = 0; i < points; i++) {
            double z = start + i * SPACING;
            double exponent = (2 * z * sigma - 1) / (2 * sigma * sigma);
            ratio[i] = exponent > 30
                    ? exponent + Math.log(rate) + Math.log1p((1 - rate) / rate * Math.exp(-exponent))
                    : Math.log1p(rate * Math.expm1(exponent));
            weight[i] = -z * z / 2 + Math.log(SPACING / Math.sqrt(2 * Math.PI));
        }
    }

    /** Log of E[e^(s L)] at s = a + i b: real and imaginary part. */
    private double[] logMoment(double a, double b) {
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < ratio.length; i++) top = Math.max(top, (sign * a + order) * ratio[i] + weight[i]);
        double re = 0;
        double im = 0;
        for (int i = 0; i < ratio.length; i++) {
            double exponent = (sign * a + order) * ratio[i] + weight[i] - top;
            if (exponent < -50) continue;
            double size = Math.exp(exponent);
            double angle = sign * b * ratio[i];
            re += size * Math.cos(angle);
            im += size * Math.sin(angle);
        }
        return new double[] {Math.log(Math.hypot(re, im)) + top, Math.atan2(im, re)};
    }

    private double exponent(double c, double epsilon) {
        return steps * logMoment(c, 0)[0] - c * epsilon - Math.log(c) - Math.log1p(c);
    }

    /** The exponent is convex in c. */
    private double saddle(double epsilon) {
        double low = Math.log(1e-3);
        double high = Math.log(200);
        double golden = (Math.sqrt(5) - 1) / 2;
        for (int i = 0; i < 40; i++) {
            double left = high - golden * (high - low);
            double right = low + golden * (high - low);
            if (exponent(Math.exp(left), epsilon) < exponent(Math.exp(right), epsilon)) high = right;
            else low = left;
        }
        return Math.exp((low + high) / 2);
    }

    double logDelta(double epsilon) {
        double c = saddle(epsilon);
        double at = steps * logMoment(c, 0)[0];
        double wide = 0.01;
        double curvature =
                (exponent(c * (1 + wide), epsilon) + exponent(c * (1 - wide), epsilon) - 2 * exponent(c, epsilon))
                        / (c * wide * c * wide);
        // the trapezoidal rule on a line of an analytic function: its error falls like e^(-2 pi c / h)
        double h = Math.min(0.1 / Math.sqrt(Math.max(curvature, 1e-12)), c / 6);
        double[] terms = new double[200_000];
        int size = 0;
        for (int k = 0; k < terms.length; k++) {
            double t = k * h;
            double[] log = logMoment(c, t);
            double size1 = steps * log[0] - at;
            if (size1 < -40) break;
            // 1 / (s (s + 1)) at s = c + i t
            double angle = steps * log[1] - t * epsilon - Math.atan2(t, c) - Math.atan2(t, c + 1);
            double value = Math.exp(size1) / (Math.hypot(c, t) * Math.hypot(c + 1, t)) * Math.cos(angle);
            terms[size++] = (k == 0 ? 0.5 : 1) * value;
        }
        double sum = Arrays.stream(terms, 0, size).sum();
        // beyond the largest loss the integral is 0 up to rounding
        return sum > 0 ? at - c * epsilon + Math.log(sum * h / Math.PI) : Double.NEGATIVE_INFINITY;
    }
}
