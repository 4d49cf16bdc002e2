package io.sordino.engine;

import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.refusal.InvalidException;

/**
 * The total over all records from a noisy sum over a Poisson sample of them, for contributions between 0 and c.
 *
 * <p>A total T has sampling variance (1 - q)/q times the sum of squares, which is at most c T. So the interval is every T that lies within the
 * error that T itself would have: noise and sampling together, by inverting the test as Wilson did for a proportion. It is exact up to the normal
 * approximation where every contribution is 0 or c, and wider than needed elsewhere.
 */
public final class SampledTotal {
    private static final int STEPS = 200;

    private SampledTotal() {}

    /**
     * @param noisy the sum over the sample, with noise
     * @param largest c
     * @param unit what the noise's multiplier is a multiple of
     */
    public static Estimate of(
            double noisy, double rate, double largest, double unit, Mechanism noise, double confidence) {
        return of(noisy, rate, largest, law(noise, unit), confidence);
    }

    /** As above, of a law that is known already, in units of the sum over the sample. */
    public static Estimate of(double noisy, double rate, double largest, ErrorLaw law, double confidence) {
        Guard.confidence(confidence);
        double value = noisy / rate;
        double spread = Math.sqrt((1 - rate) / rate * largest);
        ErrorLaw scaled = law.times(1 / rate);
        double reach = scaled.reach(confidence);
        double lower = value - reach;
        double upper = value + reach;
        if (rate < 1) {
            upper = root(value, upper, spread, scaled, confidence, 1);
            lower = root(value, lower, spread, scaled, confidence, -1);
        }
        return new Estimate(value, Math.min(value, lower), Math.max(value, upper), confidence);
    }

    /**
     * The farthest total in one direction whose own error reaches the value, or a little further: within 10^-6 of its distance. By secants between a
     * total that reaches and one that does not, of which an end that stays counts half (Illinois).
     */
    private static double root(
            double value, double start, double spread, ErrorLaw law, double confidence, int direction) {
        double near = value;
        double far = start;
        double step = Math.max(Math.abs(start - value), spread * spread);
        double atNear = missing(near, value, spread, law, confidence);
        double atFar = missing(far, value, spread, law, confidence);
        for (int i = 0; i < STEPS && atFar <= 0; i++) {
            near = far;
            atNear = atFar;
            far += direction * step;
            step *= 2;
            atFar = missing(far, value, spread, law, confidence);
        }
        double seenFar = atFar;
        int stayed = 0;
        for (int i = 0; i < STEPS; i++) {
            double enough = 1e-6 * Math.abs(value - far);
            if (Math.abs(far - near) <= enough || seenFar <= enough / 2) break;
            double middle = near + (far - near) * (atNear / (atNear - atFar));
            if (middle == near || middle == far) middle = near + (far - near) / 2;
            double found = missing(middle, value, spread, law, confidence);
            if (found <= 0) {
                near = middle;
                atNear = found;
                if (stayed == 1) atFar /= 2;
                stayed = 1;
            } else {
                far = middle;
                atFar = found;
                seenFar = found;
                if (stayed == -1) atNear /= 2;
                stayed = -1;
            }
        }
        return far;
    }

    /** By how much the error of a total falls short of the value; at most 0 where it reaches. */
    private static double missing(double total, double value, double spread, ErrorLaw law, double confidence) {
        double sampling = spread * Math.sqrt(Math.max(0, total));
        return Math.abs(total - value) - law.with(sampling).reach(confidence);
    }

    /** The law of the noise of a plan's leaf, where one contribution is {@code unit}. */
    public static ErrorLaw law(Mechanism noise, double unit) {
        if (noise instanceof Gaussian gaussian) return ErrorLaw.gaussian(gaussian.noiseMultiplier() * unit);
        if (noise instanceof DiscreteGaussian gaussian) return ErrorLaw.gaussian(gaussian.sigma() * unit);
        if (noise instanceof Laplace laplace) return ErrorLaw.laplace(laplace.noiseMultiplier() * unit);
        if (noise instanceof DiscreteLaplace laplace) return ErrorLaw.laplace(laplace.scale() * unit);
        throw new InvalidException("an interval is known for laplace and gaussian noise alone");
    }
}
