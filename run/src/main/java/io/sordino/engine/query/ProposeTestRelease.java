package io.sordino.engine.query;

import io.sordino.engine.Estimate;
import io.sordino.engine.Guard;
import io.sordino.engine.Release;
import io.sordino.engine.seal.Seal;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Relation;
import io.sordino.noise.DiscreteLaplaceSampler;
import io.sordino.noise.RandomSource;
import io.sordino.noise.RoundedLaplace;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Propose, test, release: an order statistic with little noise where few records could move it far, and no answer elsewhere.
 *
 * <p>The proposal is a step {@code beta}. The test asks how many records would have to be replaced before one more could move the
 * statistic by more than beta; that number, with noise of scale 1 / testEpsilon, must exceed a threshold that a dataset at distance 0
 * passes with probability at most delta. The release has noise of scale beta / releaseEpsilon. Together it is
 * (testEpsilon + releaseEpsilon, delta)-private where one record is replaced.
 *
 * <p>Dwork and Lei 2009 (STOC). Theory: docs/noise.md
 */
public final class ProposeTestRelease {
    private static final int BITS = 36;

    private final Contribution contribution;
    private final long[] sorted;
    private final double testEpsilon;
    private final double releaseEpsilon;
    private final double delta;

    /** On values clamped to [lower, upper]. */
    public ProposeTestRelease(
            Values values, double lower, double upper, double testEpsilon, double releaseEpsilon, double delta) {
        this(Contribution.above(lower, upper, BITS), values, testEpsilon, releaseEpsilon, delta);
    }

    private ProposeTestRelease(
            Contribution contribution, Values values, double testEpsilon, double releaseEpsilon, double delta) {
        if (!(testEpsilon >= 1e-6 && testEpsilon <= 100 && releaseEpsilon >= 1e-6 && releaseEpsilon <= 100))
            throw new InvalidException(
                    "both epsilons must be in [1e-6, 100], were " + testEpsilon + " and " + releaseEpsilon);
        if (!(delta > 0 && delta < 0.5)) throw new InvalidException("delta must be in (0, 0.5), was " + delta);
        this.contribution = contribution;
        this.sorted = values.sortedSteps(contribution);
        this.testEpsilon = testEpsilon;
        this.releaseEpsilon = releaseEpsilon;
        this.delta = delta;
    }

    /** The median, of an odd number of records. */
    public Release<Optional<Estimate>> median(double beta, double confidence, RandomSource random) {
        if (!(sorted.length % 2 == 1))
            throw new InvalidException("the median is taken of an odd number of records", "leave one out");
        OrderStatistic median = statistic((sorted.length + 1) / 2);
        long cells = cells(beta);
        return release(
                median.value(),
                contribution.centre(),
                k -> median.sensitivityWithin(k) > cells,
                cells,
                confidence,
                random);
    }

    /** The distance of the quartiles. One record can move both, so their sensitivities add up. */
    public Release<Optional<Estimate>> interquartileRange(double beta, double confidence, RandomSource random) {
        if (!(sorted.length >= 4)) throw new InvalidException("quartiles are taken of at least four records");
        OrderStatistic first = statistic((sorted.length + 3) / 4);
        OrderStatistic third = statistic(sorted.length + 1 - (sorted.length + 3) / 4);
        long cells = cells(beta);
        return release(
                third.value() - first.value(),
                0,
                k -> first.sensitivityWithin(k) + third.sensitivityWithin(k) > cells,
                cells,
                confidence,
                random);
    }

    private OrderStatistic statistic(int rank) {
        return new OrderStatistic(sorted, rank, contribution.cells());
    }

    /** The proposal, in whole steps. */
    private long cells(double beta) {
        double steps = Math.floor(beta / contribution.step());
        if (!(steps >= 1 && steps <= (double) contribution.cells()))
            throw new InvalidException("beta must be below the width of the bounds and above 2^-35 of it, was " + beta);
        return (long) steps;
    }

    private Release<Optional<Estimate>> release(
            long value, double offset, IntPredicate far, long cells, double confidence, RandomSource random) {
        Guard.confidence(confidence);
        RoundedLaplace noise = new RoundedLaplace(Up.div((double) cells, releaseEpsilon));
        DiscreteLaplaceSampler test = new DiscreteLaplaceSampler(new DiscreteLaplace(Up.div(1, testEpsilon)));
        boolean stable = distance(far) + test.draw(random) > threshold();
        // noise is drawn in either case, so that the time does not tell them apart
        long noisy = value + noise.draw(random);
        double error = contribution.value(Math.ceil(-Math.log1p(-confidence) * (double) cells / releaseEpsilon) + 2);
        Optional<Estimate> answer = stable
                ? Optional.of(Estimate.around(offset + contribution.value((double) noisy), error, confidence))
                : Optional.empty();
        ApproximateDp plan = new ApproximateDp(Up.add(testEpsilon, releaseEpsilon), delta);
        return Release.of(answer, plan, Relation.REPLACE_ONE, Seal.OURS);
    }

    /** The fewest replaced records after which one more can move the statistic too far; it rises by at most 1 a record. */
    private long distance(IntPredicate far) {
        int low = 0;
        int high = sorted.length + 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (far.test(middle)) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    /** The least whole number that noise of the test exceeds with probability r^(t+1) / (1+r) of at most delta, r = e^-testEpsilon. */
    long threshold() {
        double scale = Up.div(1, testEpsilon);
        double r = Up.exp(-Down.div(1, scale));
        long t = 0;
        while (Up.div(Up.pow(r, t + 1.0), Down.add(1, Down.exp(-Up.div(1, scale)))) > delta) t++;
        return t;
    }
}
