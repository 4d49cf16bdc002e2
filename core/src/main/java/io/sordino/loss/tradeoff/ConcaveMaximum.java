package io.sordino.loss.tradeoff;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.BrentMinimum;
import io.sordino.numeric.Ulp;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * Encloses the largest value of a concave function that is itself known by brackets only.
 *
 * <p>From below any value will do. From above: if the function rises between the first two of four points and falls between the
 * last two, its top lies among them, and there it is below the continuation of the chord between any two others.
 */
final class ConcaveMaximum {
    private static final int SCAN = 24;

    private ConcaveMaximum() {}

    /**
     * @param function concave as a function of x
     * @param x a rising map of the coordinate in which the function is asked
     * @param limit what the function never exceeds
     */
    static Bracket top(DoubleFunction<Bracket> function, DoubleUnaryOperator x, double from, double to, double limit) {
        double centre = centre(function, from, to);
        double lower = function.apply(centre).lower();
        double upper = limit;
        for (double h = 1e-6 * (to - from); h < (to - from) / 3; h *= 8) {
            double[] at = {centre - 2 * h, centre - h, centre + h, centre + 2 * h};
            if (!(at[0] >= from && at[3] <= to)) break;
            Bracket[] f = new Bracket[4];
            double[] place = new double[4];
            for (int i = 0; i < 4; i++) {
                f[i] = function.apply(at[i]);
                place[i] = x.applyAsDouble(at[i]);
                lower = Math.max(lower, f[i].lower());
            }
            boolean inside = f[0].upper() < f[1].lower() && f[3].upper() < f[2].lower();
            if (inside) {
                upper = Math.min(upper, among(f, place));
                break;
            }
        }
        return Bracket.of(lower, upper);
    }

    private static double centre(DoubleFunction<Bracket> function, double from, double to) {
        double best = from;
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i <= SCAN; i++) {
            double at = from + (to - from) * i / SCAN;
            double value = function.apply(at).midpoint();
            if (value > most) {
                most = value;
                best = at;
            }
        }
        double step = (to - from) / SCAN;
        return BrentMinimum.lowest(
                Math.max(from, best - step),
                Math.min(to, best + step),
                1e-9 * (to - from),
                at -> -function.apply(at).midpoint());
    }

    private static double among(Bracket[] f, double[] x) {
        double left = continued(x, f, 2, 1, x[0]);
        double right = continued(x, f, 1, 2, x[3]);
        double middle = Math.min(
                Math.max(f[1].upper(), continued(x, f, 0, 1, x[2])),
                Math.max(f[2].upper(), continued(x, f, 3, 2, x[1])));
        return Math.max(middle, Math.max(Math.max(f[1].upper(), left), Math.max(f[2].upper(), right)));
    }

    /** The largest height, at x, of a chord through i and j continued beyond j. */
    private static double continued(double[] x, Bracket[] f, int i, int j, double to) {
        double rise = f[j].upper() - f[i].lower();
        double height = rise * Math.abs(to - x[j]) / Math.abs(x[j] - x[i]);
        double rounding = 64 * Ulp.ONE * (Math.abs(f[j].upper()) + Math.abs(rise) * (1 + Math.abs(to / (x[j] - x[i]))));
        return f[j].upper() + height + rounding;
    }
}
