package io.sordino.loss.iteration;

import io.sordino.loss.Profile;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Normal;
import java.util.OptionalDouble;

/**
 * A lower end of the profile of N(j m, 1), j binomial, against N(0, 1): the power of the best threshold. Nothing from above.
 */
public final class CountedShift implements Profile {
    /*
     * The ratio of the densities grows, so the best test is a threshold; any threshold gives a lower end. Neighbouring counts
     * are lumped at the smallest of them, and counts far from the mean are dropped: both lower the power.
     */
    private static final int LUMPS = 300;
    private static final double DEVIATIONS = 9;
    private static final long MOST_COUNTS = 1_000_000;
    private static final double MARGIN = 1e-7;

    private final double step;
    private final double[] count;
    private final double[] weight;

    private CountedShift(double step, double[] count, double[] weight) {
        this.step = step;
        this.count = count;
        this.weight = weight;
    }

    /** Whether the counts are few enough to be looked at one by one. */
    public static boolean isFeasible(long trials, double rate) {
        return 2 * DEVIATIONS * Math.sqrt(trials * rate) + 200 < MOST_COUNTS;
    }

    public static CountedShift of(long trials, double rate, double step) {
        double reach = DEVIATIONS * Math.sqrt(trials * rate) + 50;
        long low = (long) Math.max(0, Math.floor(trials * rate - reach));
        long high = (long) Math.min((double) trials, Math.ceil(trials * rate + reach));
        int size = Math.toIntExact(high - low + 1);
        double[] log = new double[size];
        double top = 0;
        for (int i = 1; i < size; i++) {
            double j = low + i;
            log[i] = log[i - 1] + Math.log((trials - j + 1) / j * (rate / (1 - rate)));
            top = Math.max(top, log[i]);
        }
        double total = 0;
        for (double value : log) total += Math.exp(value - top);
        int lump = (size + LUMPS - 1) / LUMPS;
        int lumps = (size + lump - 1) / lump;
        double[] count = new double[lumps];
        double[] weight = new double[lumps];
        for (int i = 0; i < size; i++) {
            if (i % lump == 0) count[i / lump] = low + i;
            // what lies outside the window is less than the margin
            weight[i / lump] += Math.exp(log[i] - top) / total * (1 - MARGIN);
        }
        return new CountedShift(step, count, weight);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        OptionalDouble threshold = threshold(epsilon);
        if (threshold.isEmpty()) return Bracket.of(Double.NEGATIVE_INFINITY, 0);
        double y = threshold.getAsDouble();
        double power = 0;
        for (int i = 0; i < count.length; i++) power += weight[i] * Normal.sf(y - count[i] * step);
        double delta = power * (1 - MARGIN) - Math.exp(epsilon) * Normal.sf(y) * (1 + MARGIN);
        return Bracket.of(delta > 0 ? Down.log(delta) : Double.NEGATIVE_INFINITY, 0);
    }

    /** Where the logarithm of the ratio of the densities is about epsilon. */
    private OptionalDouble threshold(double epsilon) {
        double low = -40;
        double high = 40 + count[count.length - 1] * step;
        if (!(logRatio(high) > epsilon)) return OptionalDouble.empty();
        for (int i = 0; i < 40 && high - low > 1e-6; i++) {
            double middle = (low + high) / 2;
            if (logRatio(middle) < epsilon) low = middle;
            else high = middle;
        }
        return OptionalDouble.of(high);
    }

    private double logRatio(double y) {
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count.length; i++) top = Math.max(top, exponent(i, y));
        double sum = 0;
        for (int i = 0; i < count.length; i++) sum += weight[i] * Math.exp(exponent(i, y) - top);
        return top + Math.log(sum);
    }

    private double exponent(int i, double y) {
        double shift = count[i] * step;
        return shift * (y - shift / 2);
    }
}
