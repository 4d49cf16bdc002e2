package io.sordino.engine;

import io.sordino.numeric.Normal;

/**
 * The law of an error that is a normal part (Gaussian noise, sampling) and a Laplace part (Laplace noise), independent of each other.
 *
 * @param deviation of the normal part
 * @param scale of the Laplace part
 */
public record ErrorLaw(double deviation, double scale) {
    private static final int STEPS = 100;

    /** Of Gaussian noise. */
    public static ErrorLaw gaussian(double deviation) {
        return new ErrorLaw(deviation, 0);
    }

    /** Of Laplace noise. */
    public static ErrorLaw laplace(double scale) {
        return new ErrorLaw(0, scale);
    }

    /** With another normal part, independent of this one. */
    public ErrorLaw with(double more) {
        return new ErrorLaw(Math.hypot(deviation, more), scale);
    }

    /** The error of a multiple. */
    public ErrorLaw times(double factor) {
        return new ErrorLaw(deviation * Math.abs(factor), scale * Math.abs(factor));
    }

    /** Both errors together; two Laplace parts are bounded by adding up their scales. */
    public ErrorLaw plus(ErrorLaw other) {
        return new ErrorLaw(Math.hypot(deviation, other.deviation), scale + other.scale);
    }

    /** The root of the mean square. */
    public double rootMeanSquare() {
        return Math.sqrt(deviation * deviation + 2 * scale * scale);
    }

    /** What the error does not exceed, up or down, with this probability. */
    public double reach(double confidence) {
        double tail = 1 - confidence;
        double normal = deviation == 0 ? 0 : deviation * Normal.quantileFromLogSf(Math.log(tail / 2));
        if (scale == 0) return normal;
        double laplace = -scale * Math.log(tail);
        if (deviation == 0) return laplace;
        double low = Math.max(normal, laplace) / 2;
        double high = normal + laplace + deviation;
        for (int i = 0; i < STEPS && high - low > 1e-9 * high; i++) {
            double middle = (low + high) / 2;
            if (2 * tail(middle) > tail) low = middle;
            else high = middle;
        }
        return high;
    }

    /** P(normal + Laplace > t): that of the normal part, and what the Laplace part adds on either side. */
    private double tail(double t) {
        double x = t / deviation;
        double ratio = deviation / scale;
        double half = ratio * ratio / 2;
        double down = Math.exp(half - t / scale + Normal.logCdf(x - ratio));
        double up = Math.exp(half + t / scale + Normal.logCdf(-x - ratio));
        return Math.exp(Normal.logCdf(-x)) + (down - up) / 2;
    }
}
