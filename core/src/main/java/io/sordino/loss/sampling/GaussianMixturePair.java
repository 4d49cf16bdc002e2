package io.sordino.loss.sampling;

import io.sordino.loss.Change;
import io.sordino.loss.pair.CellSum;
import io.sordino.loss.pair.ContinuousPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Ulp;
import java.util.ArrayList;
import java.util.List;

/**
 * N(m, 1) with m drawn from a few positive shifts and not told, against N(0, 1): Gaussian noise on a sample that holds some of a group, against
 * one that holds none of it. The loss grows with the output z.
 *
 * @param logWeights logarithms of the probabilities of the shifts
 * @param weightError their absolute error
 * @param shifts above 0, increasing
 * @param change where it is added the two laws are swapped
 */
public record GaussianMixturePair(List<Double> logWeights, double weightError, List<Double> shifts, Change change)
        implements ContinuousPair {
    private static final int MOST_STEPS = 200;
    private static final double SMALL = 0.5;

    public GaussianMixturePair {
        logWeights = List.copyOf(logWeights);
        shifts = List.copyOf(shifts);
        if (!(!shifts.isEmpty() && logWeights.size() == shifts.size()))
            throw new IllegalArgumentException("a mixture needs one weight for each shift");
        double before = 0;
        for (double shift : shifts) {
            if (!(shift > before && shift < Double.POSITIVE_INFINITY))
                throw new IllegalArgumentException("shifts must rise from above 0, was " + shift);
            before = shift;
        }
    }

    private boolean isAdded() {
        return change == Change.ADDED;
    }

    /**
     * Of {@code size} records each is in the sample with probability {@code rate}; given that one is.
     *
     * @param any the probability that one is
     */
    public static GaussianMixturePair ofGroup(int size, double rate, double any, double mu, Change change) {
        return ofHits(size, size, rate, any, mu, change);
    }

    /**
     * So many of {@code draws} independent chances hit, each with probability {@code rate}; given that one does. More hits than {@code most}
     * are left out, and their weight is missing.
     *
     * @param any the probability of a hit
     */
    public static GaussianMixturePair ofHits(long draws, int most, double rate, double any, double mu, Change change) {
        List<Double> logs = new ArrayList<>();
        List<Double> shifts = new ArrayList<>();
        double logChoices = 0;
        double error = 0;
        for (int b = 1; b <= most; b++) {
            logChoices += Math.log((double) (draws - b + 1) / b);
            shifts.add(b * mu);
            double in = b * Math.log(rate);
            double out = (draws - b) * Math.log1p(-rate);
            logs.add(logChoices + in + out - Math.log(any));
            error = Math.max(error, Math.abs(in) + Math.abs(out) + Math.abs(Math.log(any)));
        }
        double choices = most * Math.log(2.0 * draws);
        return new GaussianMixturePair(logs, 8 * Ulp.ONE * (choices + 4 + error), shifts, change);
    }

    private int size() {
        return logWeights.size();
    }

    private double shift(int i) {
        return shifts.get(i);
    }

    private double largest() {
        return shifts.get(size() - 1);
    }

    /** log of sum v e^(m z - m^2/2), its slope, and how far both may be off by the weights. */
    private final class At {
        final double loss;
        final double slope;
        final double error;

        At(double z) {
            double top = Double.NEGATIVE_INFINITY;
            double largest = 0;
            for (int i = 0; i < size(); i++) {
                double exponent = exponent(i, z);
                top = Math.max(top, logWeights.get(i) + exponent);
                largest = Math.max(largest, Math.abs(exponent));
            }
            double sum = 0;
            double first = 0;
            double change = 0;
            for (int i = 0; i < size(); i++) {
                double weight = Math.exp(logWeights.get(i) + exponent(i, z) - top);
                sum += weight;
                first += weight * shift(i);
                if (largest < SMALL) change += Math.exp(logWeights.get(i)) * Math.expm1(exponent(i, z));
            }
            slope = first / sum;
            // the weights sum to 1: near a loss of 0 only their differences count
            loss = largest < SMALL ? Math.log1p(change) : top + Math.log(sum);
            error = 2 * weightError * Math.min(1, 2 * largest)
                    + 16 * Ulp.ONE * Math.min(largest, Math.abs(loss) + size() + (Math.abs(z) + largest()) * largest());
        }

        private double exponent(int i, double z) {
            return shift(i) * (z - shift(i) / 2);
        }
    }

    /** The output with a loss: the loss is convex and rises, so Newton's method comes down from the right. */
    private double output(double loss) {
        double z = Double.POSITIVE_INFINITY;
        for (int i = 0; i < size(); i++) z = Math.min(z, (loss - logWeights.get(i)) / shift(i) + shift(i) / 2);
        for (int i = 0; i < MOST_STEPS; i++) {
            At at = new At(z);
            double next = z - (at.loss - loss) / at.slope;
            if (!(next < z) || z - next <= Ulp.ONE * Math.abs(z)) return next < z ? next : z;
            z = next;
        }
        return z;
    }

    /** Where the loss of this pair, with its laws in the asked order, is the given one. */
    private double place(double loss) {
        double own = isAdded() ? -loss : loss;
        return Math.abs(own) == Double.POSITIVE_INFINITY ? own : output(own);
    }

    private double mixed(double from, double to) {
        double sum = 0;
        for (int i = 0; i < size(); i++)
            sum += Math.exp(logWeights.get(i)) * Normal.between(from - shift(i), to - shift(i));
        return sum;
    }

    /** e^epsilon times the mixed law's mass beyond z: above it, or below where the laws are swapped. */
    private double mixedTail(double epsilon, double z) {
        double sum = 0;
        for (int i = 0; i < size(); i++) sum += GrownTail.of(epsilon + logWeights.get(i), beyond(i, z));
        return sum;
    }

    /** Its error; rounding z - m moves a part by up to x^2 ulps of it. */
    private double mixedError(double epsilon, double z) {
        double sum = 0;
        for (int i = 0; i < size(); i++) {
            double x = beyond(i, z);
            double grown = epsilon + logWeights.get(i);
            sum += GrownTail.of(grown, x)
                    * (GrownTail.error(grown, x)
                            + 4 * Ulp.ONE * (Math.abs(logWeights.get(i)) + Math.abs(epsilon))
                            + Ulp.ONE * Math.abs(x) * GrownTail.hazard(x));
        }
        return sum;
    }

    private double beyond(int i, double z) {
        return isAdded() ? shift(i) - z : z - shift(i);
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        double z = place(edges[0]);
        for (int i = 0; i + 1 < edges.length; i++) {
            double next = isAdded() ? Math.min(z, place(edges[i + 1])) : Math.max(z, place(edges[i + 1]));
            double from = Math.min(z, next);
            double to = Math.max(z, next);
            p[i] = isAdded() ? Normal.between(from, to) : mixed(from, to);
            q[i] = isAdded() ? mixed(from, to) : Normal.between(from, to);
            z = next;
        }
    }

    @Override
    public Bracket logDelta(double epsilon) {
        double z = place(epsilon);
        double p = isAdded() ? Normal.cdf(z) : mixedTail(0, z);
        double q = isAdded() ? mixedTail(epsilon, z) : GrownTail.of(epsilon, z);
        double value = p - q;
        // an error of the output counts only squared, and is no larger than that of the masses
        double error = (p + q) * (2 * massError() + edgeError(epsilon))
                + (isAdded() ? 0 : q * GrownTail.error(epsilon, z))
                + mixedError(isAdded() ? epsilon : 0, z);
        if (!(value > 4 * error + GrownTail.TINY))
            return CellSum.logDelta(this, epsilon, 40 / Math.max(1, Math.abs(z)) * largest());
        double log = Math.log(value);
        double relative = error / value * 1.3 + 4 * Ulp.ONE * (1 + Math.abs(log));
        return Bracket.of(log - relative, Math.min(0, log + relative));
    }

    @Override
    public double massError() {
        return Normal.BETWEEN_RELATIVE_ERROR + 2 * weightError + 4 * size() * Ulp.ONE;
    }

    @Override
    public double edgeError(double loss) {
        double z = place(loss);
        At at = new At(z);
        double residual = Math.abs(at.loss - (isAdded() ? -loss : loss));
        return residual
                + at.error
                + at.slope * 16 * Ulp.ONE * (Math.abs(z) + shift(size() - 1))
                + 16 * Ulp.ONE * Math.abs(loss);
    }
}
