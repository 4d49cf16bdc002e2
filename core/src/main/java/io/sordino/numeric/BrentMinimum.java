package io.sordino.numeric;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** Looks for the lowest point of a function with one valley: parabolas where they fit, golden sections elsewhere. */
public final class BrentMinimum {
    private static final double GOLDEN = (3 - Math.sqrt(5)) / 2;
    private static final int MOST_STEPS = 80;

    /** The three lowest points so far, the lowest first, and their values. */
    private final double[] x = new double[3];

    private final double[] f = new double[3];
    private double low;
    private double high;
    private double last;
    private double beforeLast;

    private BrentMinimum(double low, double high) {
        this.low = low;
        this.high = high;
    }

    /** About the lowest point between the two ends, to the given tolerance; NaN counts as infinite. */
    public static double lowest(double low, double high, double tolerance, DoubleUnaryOperator function) {
        return new BrentMinimum(low, high).search(tolerance, function);
    }

    private double search(double tolerance, DoubleUnaryOperator function) {
        Arrays.fill(x, low + GOLDEN * (high - low));
        Arrays.fill(f, value(function, x[0]));
        for (int i = 0; i < MOST_STEPS && high - low > 2 * tolerance; i++) {
            double middle = (low + high) / 2;
            if (Math.abs(x[0] - middle) <= 2 * tolerance - (high - low) / 2) break;
            double step = step(middle, tolerance);
            double at = x[0] + (Math.abs(step) >= tolerance ? step : Math.copySign(tolerance, step));
            keep(at, value(function, at));
        }
        return x[0];
    }

    private double step(double middle, double tolerance) {
        double r = (x[0] - x[1]) * (f[0] - f[2]);
        double q = (x[0] - x[2]) * (f[0] - f[1]);
        double parabola = ((x[0] - x[1]) * r - (x[0] - x[2]) * q) / (2 * (r - q));
        double at = x[0] + parabola;
        boolean fits = Math.abs(parabola) < Math.abs(beforeLast) / 2 && at > low + tolerance && at < high - tolerance;
        beforeLast = fits ? last : (x[0] < middle ? high : low) - x[0];
        last = fits ? parabola : GOLDEN * beforeLast;
        return last;
    }

    private void keep(double at, double value) {
        boolean better = value <= f[0];
        if (better ? at >= x[0] : at < x[0]) low = better ? x[0] : at;
        else high = better ? x[0] : at;
        int place =
                better ? 0 : value <= f[1] || x[1] == x[0] ? 1 : value <= f[2] || x[2] == x[0] || x[2] == x[1] ? 2 : 3;
        if (place == 3) return;
        for (int i = 2; i > place; i--) {
            x[i] = x[i - 1];
            f[i] = f[i - 1];
        }
        x[place] = at;
        f[place] = value;
    }

    private static double value(DoubleUnaryOperator function, double at) {
        Patience.check();
        double value = function.applyAsDouble(at);
        return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }
}
