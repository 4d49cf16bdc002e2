package io.sordino.loss.primitive;

import io.sordino.loss.LogDelta;
import io.sordino.loss.pair.ContinuousPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Hyperbolic;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Ulp;

/**
 * Sinh-normal noise, A arcsinh((sigma / A) N(0, 1)), on a value that moves by {@code shift}; for A of at least sigma, where its
 * density is log-concave and the loss rises with the output.
 */
public record SinhNormalPair(double sigma, double a, double shift) implements ContinuousPair {
    /*
     * Measure the output y from half-way between the two values, and let u = y/A, v = shift/(2A), alpha = A/sigma. Then
     * alpha sinh(u - v) is standard normal under P and alpha sinh(u + v) under Q, and the loss is
     *     L(u) = K sinh 2u - 2 artanh(tanh u tanh v),   K = alpha^2 sinh(2v) / 2.
     * It is odd, and on u >= 0 convex and rising, so Newton's method from the right finds its inverse.
     *
     * delta(eps) is the largest P(U > u) - e^eps Q(U > u) over all u, so an error in u counts only squared. With x, y = alpha
     * sinh(u -+ v) and Mills' ratio R the difference is phi(x) (R(x) - c R(y)), c = cosh(u-v)/cosh(u+v) e^(eps - L(u)).
     */
    private static final int MOST_STEPS = 200;

    public SinhNormalPair {
        if (!(a >= sigma && sigma > 0)) throw new IllegalArgumentException("A must be at least sigma, was " + a);
        if (!(shift > 0)) throw new IllegalArgumentException("shift must be above 0, was " + shift);
        if (!(slope(sigma, a, shift) < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException("the loss overflows at sigma = " + sigma + ", A = " + a);
    }

    /** K of the loss; infinite where no double holds the losses. */
    public static double slope(double sigma, double a, double shift) {
        return 0.5 * (a / sigma) * (a * Math.sinh(shift / a) / sigma);
    }

    private double slope() {
        return slope(sigma, a, shift);
    }

    private double v() {
        return 0.5 * shift / a;
    }

    private double alpha() {
        return a / sigma;
    }

    /** The loss as a function of u of at least 0, with what does not depend on u computed once. */
    private static final class Shape {
        private final double slope;
        private final double v;
        private final double tanhV;
        private final double sinh2v;
        private final double cosh2v;
        private double loss;
        private double derivative;

        Shape(double slope, double v) {
            this.slope = slope;
            this.v = v;
            tanhV = Math.tanh(v);
            sinh2v = Math.sinh(2 * v);
            cosh2v = Math.cosh(2 * v);
        }

        /** Computes loss and derivative at u; one exponential gives sinh 2u, cosh 2u and tanh u to a few ulps. */
        void at(double u) {
            double grown = Math.expm1(2 * u);
            double kept = grown / (grown + 1);
            boolean large = grown > 1e300;
            double sinh = large ? Math.sinh(2 * u) : 0.5 * (grown + kept);
            double cosh = large ? sinh : 1 + 0.5 * grown * kept;
            double x = large ? tanhV : grown / (grown + 2) * tanhV;
            // 2 artanh(x) = log((1 + x) / (1 - x)); with x close to 1 by cosh(u + v) / cosh(u - v)
            double rest = x < 0.9
                    ? Math.log1p(2 * x / (1 - x))
                    : 2 * Math.min(u, v)
                            + Math.log1p(Math.exp(-2 * (u + v)))
                            - Math.log1p(Math.exp(-2 * Math.abs(u - v)));
            loss = slope * sinh - rest;
            derivative = 2 * slope * cosh - 2 * sinh2v / (cosh + cosh2v);
        }

        /** The u whose loss is about {@code target}, from a start at or right of it; further left is mended by one step. */
        double inverse(double target, double start) {
            double u = start;
            for (int i = 0; i < MOST_STEPS; i++) {
                at(u);
                double next = Math.max(0, u - (loss - target) / derivative);
                // from the right the steps of a convex function never pass its root, but for rounding
                if (!(next < u || (i == 0 && next > u))) break;
                double step = Math.abs(u - next);
                u = next;
                if (step <= 2 * Ulp.ONE * u) break;
            }
            return u;
        }

        double start(double target) {
            return 0.5 * Hyperbolic.asinh((target + 2 * v) / slope);
        }
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon < 0) return LogDelta.mirrored(epsilon, logDelta(-epsilon));
        double v = v();
        double slope = slope();
        Shape shape = new Shape(slope, v);
        double u = shape.inverse(epsilon, shape.start(epsilon));
        double near = alpha() * Math.sinh(u - v);
        double far = alpha() * Math.sinh(u + v);
        if (!(near < 1e150)) return Bracket.of(Double.NEGATIVE_INFINITY, near > 0 ? -1e299 : 0);
        Bracket largest = total(v);
        Bracket found = tails(epsilon, u, near, far, shape);
        // the curve falls, so its value at 0 bounds it
        return Bracket.of(found.lower(), Math.min(found.upper(), largest.upper()));
    }

    /** Log of the profile at 0, the total variation: P(|N| < alpha sinh v). */
    private Bracket total(double v) {
        double half = alpha() * Math.sinh(v);
        return LogDelta.of(
                Normal.between(-half, half),
                Normal.BETWEEN_RELATIVE_ERROR + 16 * Ulp.ONE * (1 + half),
                Bracket.exactly(0));
    }

    private Bracket tails(double epsilon, double u, double near, double far, Shape shape) {
        double v = shape.v;
        double slope = shape.slope;
        shape.at(u);
        double residual = epsilon - shape.loss;
        double lossError = 16 * Ulp.ONE * (1 + v) * (slope * Math.sinh(2 * u) + epsilon);
        double cosh = Math.cosh(u - v);
        double factor = coshRatio(u, v) * Math.exp(residual);
        double nearError = 8 * Ulp.ONE * Math.abs(near) + alpha() * cosh * Ulp.ONE * (u + v);
        double farError = 16 * Ulp.ONE * (1 + u + v) + (far > 1 ? 0 : alpha() * Math.cosh(u + v) * Ulp.ONE * (u + v));
        // both tails in units of phi(x), or as they are where that would overflow
        double unit = near >= -1 ? 1 : Normal.pdf(near);
        double first = near >= -1 ? Normal.mills(near) : Normal.sf(near);
        double second = factor * Normal.mills(far) * unit;
        double gap = first - second;
        double doubt = Math.abs(residual) + lossError;
        double offRoot = alpha() * cosh * Math.min(u, 2 * doubt / shape.derivative) * doubt * unit;
        // the slope of Mills' ratio is at most 5 from -1 on, 1 from 0 on and 1/x^2 from 1 on
        double nearEffect = near >= 0
                ? nearError / Math.max(1, near * near)
                : near >= -1 ? 5 * nearError : nearError * (1 + Math.abs(near)) * unit;
        double error = 2 * Normal.MILLS_RELATIVE_ERROR * first
                + second * (lossError + farError + 8 * Ulp.ONE + 2 * Normal.MILLS_RELATIVE_ERROR)
                + nearEffect
                + offRoot;
        if (!(gap > 2 * error)) return Bracket.of(Double.NEGATIVE_INFINITY, upperBound(near, first));
        double relative = 1.1 * error / gap;
        if (near < -1) return LogDelta.of(gap, relative, Bracket.exactly(0));
        double log = Math.log(gap) - 0.5 * near * near - HALF_LOG_2PI;
        return LogDelta.ofLog(log, relative + 1.1 * Math.abs(near) * nearError + 2 * Ulp.ONE * near * near);
    }

    private static final double HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

    /** Where the two tails cannot be told apart: the first of them. */
    private static double upperBound(double near, double first) {
        if (near < 1) return 0;
        return Math.min(0, (Math.log(first) - 0.5 * near * near - HALF_LOG_2PI) * (1 - 1e-12) + 1e-12);
    }

    /** cosh(u - v) / cosh(u + v) for u, v of at least 0, without overflow. */
    private static double coshRatio(double u, double v) {
        double lesser = Math.exp(-2 * Math.abs(u - v));
        double larger = Math.exp(-2 * (u + v));
        return Math.exp(Math.abs(u - v) - (u + v)) * (1 + lesser) / (1 + larger);
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        double v = v();
        double alpha = alpha();
        Shape shape = new Shape(slope(), v);
        double last = place(edges[0], shape, Double.NaN);
        for (int i = 0; i + 1 < edges.length; i++) {
            // a tangent step from the edge before is a good start
            double guess = last + (edges[i + 1] - edges[i]) / shape.derivative;
            double next = Math.max(last, place(edges[i + 1], shape, guess));
            p[i] = Normal.between(alpha * Math.sinh(last - v), alpha * Math.sinh(next - v));
            q[i] = Normal.between(alpha * Math.sinh(last + v), alpha * Math.sinh(next + v));
            last = next;
        }
    }

    private static double place(double loss, Shape shape, double guess) {
        if (Double.isInfinite(loss)) return loss;
        double size = Math.abs(loss);
        double near = loss >= 0 ? guess : -guess;
        double start = shape.start(size);
        double u = shape.inverse(size, near > 0 && near < start ? near : start);
        return loss >= 0 ? u : -u;
    }

    @Override
    public double massError() {
        return Normal.BETWEEN_RELATIVE_ERROR;
    }

    @Override
    public double edgeError(double loss) {
        double v = v();
        double slope = slope();
        double u = 0.5 * Hyperbolic.asinh((Math.abs(loss) + 2 * v) / slope);
        return 16 * Ulp.ONE * (slope * Math.cosh(2 * u) * (u + v) + Math.abs(loss));
    }
}
