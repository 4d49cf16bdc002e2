package io.sordino.report.planning;

import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Precision;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;
import io.sordino.report.text.Decimals;

/**
 * How little data must be read for a private mean or count: a Poisson sample of the records, the sum of their values less the
 * middle of the range, noise, divided by the expected size of the sample.
 *
 * <p>The values of a record that is left out are 0 in that sum. So with w half the width of the range the estimate is unbiased, its
 * sampling error is at most w sqrt((1-q)/(q N)) for any data in the range, and its noise has the standard deviation
 * w s / (q N), where s is that of the noise on a contribution of 1.
 */
public record SampleSize(Query query, long datasetSize, double epsilon, double delta, double target) {
    private static final double LEAST_ROWS = 1;
    private static final int MOST_STEPS = 60;
    private static final double CLOSE = 0.9999;
    private static final Precision WANTED = new Precision(1e-3);

    public SampleSize {
        if (!(datasetSize >= 1)) throw new InvalidException("dataset-size must be at least 1, was " + datasetSize);
        if (!(epsilon > 0 && epsilon <= 100)) throw new InvalidException("epsilon must be in (0, 100], was " + epsilon);
        if (!(delta >= 0 && delta < 0.5)) throw new InvalidException("delta must be in [0, 0.5), was " + delta);
        if (!(target > 0 && target < Double.POSITIVE_INFINITY))
            throw new InvalidException("error must be above 0 and finite, was " + target);
        double blind = unit(query, datasetSize);
        if (!(target < blind))
            throw new InvalidException(
                    "error must be below " + Decimals.shortest(blind)
                            + ", the error of answering with the middle of the range, was " + Decimals.shortest(target),
                    "no record has to be read for that");
    }

    /** The largest distance of the answer from the middle of its range. */
    private static double unit(Query query, long datasetSize) {
        return query.halfWidth() * (query.total ? datasetSize : 1);
    }

    /**
     * What is asked of the data.
     *
     * @param lower the least value of a record
     * @param upper the largest
     * @param total whether values are added up rather than averaged
     */
    public record Query(String name, double lower, double upper, boolean total) {
        public Query {
            if (!(lower < upper && Double.isFinite(upper - lower)))
                throw new InvalidException("upper must be above lower = " + lower + " and finite, was " + upper);
        }

        public static Query mean(double lower, double upper) {
            return new Query("mean", lower, upper, false);
        }

        /** How many records have a property. */
        public static Query count() {
            return new Query("count", 0, 1, true);
        }

        private double halfWidth() {
            return (upper - lower) / 2;
        }
    }

    /**
     * One way to do it.
     *
     * @param baseEpsilon the epsilon of the noise on those who are in the sample, at delta over the rate
     * @param noiseMultiplier noise over a contribution: the scale of Laplace or the standard deviation of Gaussian noise
     */
    public record Choice(
            double rate,
            double rows,
            double baseEpsilon,
            double noiseMultiplier,
            double samplingError,
            double noiseError,
            Mechanism plan) {
        public double error() {
            return Math.hypot(samplingError, noiseError);
        }
    }

    /** What a rate gives with the least noise that keeps the promise. */
    Choice at(double rate, Accountant accountant) {
        double noise = delta == 0 ? laplace(rate, accountant) : gaussian(rate, accountant);
        Mechanism base = delta == 0 ? new Laplace(noise) : new Gaussian(noise);
        double deviation = delta == 0 ? Math.sqrt(2) * noise : noise;
        double unit = unit(query, datasetSize);
        double rows = rate * datasetSize;
        return new Choice(
                rate,
                rows,
                delta / rate < 1
                        ? accountant
                                .epsilon(base, Relation.ADD_OR_REMOVE_ONE, delta / rate, WANTED)
                                .epsilon()
                                .upper()
                        : 0,
                noise,
                unit * Math.sqrt((1 - rate) / rows),
                unit * deviation / rows,
                plan(rate, base));
    }

    private static Mechanism plan(double rate, Mechanism base) {
        return rate == 1 ? base : new PoissonSampled(rate, base);
    }

    /** One over ln(1 + (e^eps - 1)/q), raised until the accountant agrees. */
    private double laplace(double rate, Accountant accountant) {
        double base = Down.log1p(Down.div(Down.expm1(epsilon), rate));
        double noise = Up.div(1, base);
        for (int i = 0; i < MOST_STEPS; i++) {
            double upper = accountant
                    .epsilon(plan(rate, new Laplace(noise)), Relation.ADD_OR_REMOVE_ONE, 0, WANTED)
                    .epsilon()
                    .upper();
            if (upper <= epsilon) return noise;
            noise *= 1 + Ulp.ONE * (1L << Math.min(i, 40));
        }
        throw new IllegalStateException("no Laplace noise keeps epsilon " + epsilon + " at rate " + rate);
    }

    private double gaussian(double rate, Accountant accountant) {
        return new Calibration(
                        accountant,
                        noise -> plan(rate, new Gaussian(noise)),
                        false,
                        Relation.ADD_OR_REMOVE_ONE,
                        epsilon,
                        delta,
                        WANTED)
                .solve()
                .value();
    }

    /** The choice of the smallest rate that meets the target; both errors fall as the rate grows. */
    Choice smallest(Accountant accountant) {
        Choice all = at(1, accountant);
        if (!(all.error() <= target))
            throw new InvalidException(
                    "error must be at least " + Decimals.up(all.error(), 4)
                            + ", which is what reading every record gives, was " + Decimals.shortest(target),
                    "allow a larger --error or --epsilon, or gather more records");
        double low = Math.min(1, LEAST_ROWS / datasetSize);
        Choice least = at(low, accountant);
        if (least.error() <= target) return least;
        Choice best = all;
        double high = 1;
        for (int i = 0; i < MOST_STEPS && best.error() < CLOSE * target; i++) {
            double middle = Math.sqrt(low * high);
            Choice choice = at(middle, accountant);
            if (choice.error() <= target) {
                best = choice;
                high = middle;
            } else low = middle;
        }
        return best;
    }
}
