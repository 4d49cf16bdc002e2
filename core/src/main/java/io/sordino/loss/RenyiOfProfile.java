package io.sordino.loss;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/**
 * The Renyi divergence of a loss that is known by its profiles in both directions, exactly:
 * E_Q[V^alpha] = 1 + alpha (alpha-1) int over t > 0 of e^((alpha-1) t) H_(e^t)(P||Q) + e^(-alpha t) H_(e^t)(Q||P).
 *
 * <p>Balle, Barthe and Gaboardi 2018 (arXiv:1807.01647v2), Theorem 6.
 *
 * @param forward the profile of P against Q
 * @param backward the profile of Q against P
 * @param coarse any bound on the divergences in both directions, used only for what lies beyond the last cell
 */
public record RenyiOfProfile(Loss forward, Loss backward, RenyiCurve coarse) {
    /*
     * A cell is [s, t]. H falls and, in x = e^t, is convex: it lies below its chord and above the mean of the chords of the two
     * neighbouring cells continued into it. Both are A - B x, whose integrals against e^(ct) are elementary. Beyond the last
     * cell H_x <= e^(b r(b+1)) x^-b for the order b + 1 above alpha.
     */
    private static final int CELLS = 4000;
    private static final double NEGLIGIBLE = -45;

    /** Encloses the divergence of one order. */
    public Bracket at(double alpha) {
        if (!(alpha > 1 && alpha < coarse.largestOrder()))
            throw new IllegalArgumentException("alpha must be in (1, " + coarse.largestOrder() + "), was " + alpha);
        double m = alpha - 1;
        Bracket first = integral(forward, m, alpha);
        // the second integral is the first with e^t and the order 1 - alpha
        Bracket second = integral(backward, -alpha, alpha);
        Bracket moment = first.plus(second)
                .times(Bracket.of(Down.mul(alpha, Down.sub(alpha, 1)), Up.mul(alpha, Up.sub(alpha, 1))));
        return Bracket.of(
                Math.max(0, Down.div(Down.log1p(Math.max(0, moment.lower())), Up.sub(alpha, 1))),
                Up.div(Up.log1p(moment.upper()), Down.sub(alpha, 1)));
    }

    /** int over t > 0 of e^(c t) H(t). */
    private Bracket integral(Loss profile, double c, double alpha) {
        double end = end(profile, c);
        if (!(end > 0)) return Bracket.exactly(0);
        double h = end / CELLS;
        double[] low = new double[CELLS + 3];
        double[] high = new double[CELLS + 3];
        for (int i = -1; i <= CELLS + 1; i++) {
            Bracket delta = profile.delta(i * h);
            low[i + 1] = delta.lower();
            high[i + 1] = delta.upper();
        }
        double lower = 0;
        double upper = 0;
        double rounding = 1e-12;
        for (int i = 0; i < CELLS; i++) {
            double weight = Math.exp(c * i * h);
            double flat = expIntegral(c, h);
            double rising = expIntegral(c + 1, h) - flat;
            double span = Math.expm1(h);
            // x relative to the cell's start runs from 1 to 1 + span; the chord is high0 + (high1 - high0)(x - 1)/span
            upper += weight * (high[i + 1] * flat + (high[i + 2] - high[i + 1]) / span * rising);
            double before = low[i + 1] * flat + (low[i + 1] - high[i]) / -Math.expm1(-h) * rising;
            double after =
                    low[i + 2] * flat + (high[i + 3] - low[i + 2]) / (span * Math.exp(h)) * (rising - span * flat);
            double sure = Math.max(low[i + 2] * flat, (before + after) / 2);
            lower += weight * sure;
        }
        double tail = tail(c, alpha, end);
        return Bracket.of(Math.max(0, lower * (1 - rounding)), upper * (1 + rounding) + tail);
    }

    /** int over [0, h] of e^(c t). */
    private static double expIntegral(double c, double h) {
        return c == 0 ? h : Math.expm1(c * h) / c;
    }

    /** Where the integrand is no longer seen. */
    private static double end(Loss profile, double c) {
        double end = 1;
        for (int i = 0; i < 60 && visible(profile, c, end); i++) end *= 2;
        double seen = 0;
        for (int i = 0; i < 50; i++) {
            double middle = (seen + end) / 2;
            if (visible(profile, c, middle)) seen = middle;
            else end = middle;
        }
        return end;
    }

    private static boolean visible(Loss profile, double c, double t) {
        return c * t + profile.logDelta(t).upper() > NEGLIGIBLE;
    }

    /** int from T of e^(c t) e^(b r) e^(-b t), for the best of some b whose order b + 1 is known. */
    private double tail(double c, double alpha, double end) {
        // the largest loss ends it all
        boolean every = coarse.largestOrder() == Double.POSITIVE_INFINITY;
        if (every && end >= coarse.at(Double.POSITIVE_INFINITY)) return 0;
        double best = Double.POSITIVE_INFINITY;
        for (double b = alpha; b < alpha * 1e6; b *= 1.25) {
            double order = Math.min(b, coarse.largestOrder() - 1);
            double rate = order - c;
            if (!(rate > 0)) break;
            double log = Up.add(
                    Up.mul(order, coarse.at(Math.min(coarse.largestOrder(), Up.add(order, 1)))), Up.mul(-rate, end));
            best = Math.min(best, Up.exp(log) / rate * (1 + 1e-12));
        }
        return best;
    }
}
