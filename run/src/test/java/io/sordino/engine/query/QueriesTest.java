package io.sordino.engine.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sordino.engine.Estimate;
import io.sordino.engine.Release;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every query comes with an interval that holds as often as it says, and with the plan of the noise that was drawn; seeds are fixed. */
class QueriesTest {
    private static final double CONFIDENCE = 0.9;
    private static final int RUNS = 1000;
    private final RandomSource random = Tapes.seeded(71);

    /** Numbers from 0 to 99, each as often as the others. */
    private static Values ramp(int n) {
        return Values.of(IntStream.range(0, n).mapToDouble(i -> i % 100).toArray());
    }

    private double holds(double truth, Supplier<Estimate> query) {
        int held = 0;
        for (int i = 0; i < RUNS; i++) {
            Estimate estimate = query.get();
            if (estimate.lower() <= truth && truth <= estimate.upper()) held++;
        }
        return held / (double) RUNS;
    }

    @Test
    void intervalsHoldAsOftenAsTheySay() {
        Sums sums = new Sums(ramp(1001), CONFIDENCE, random);
        double sum = IntStream.range(0, 1001).map(i -> i % 100).sum();
        Laplace laplace = new Laplace(2);
        Gaussian gaussian = new Gaussian(3);
        assertThat(holds(
                        501,
                        () -> sums.count(x -> x < 50, new DiscreteLaplace(3)).value()))
                .isBetween(0.89, 0.97);
        assertThat(holds(
                        501,
                        () -> sums.count(x -> x < 50, new DiscreteGaussian(5)).value()))
                .isBetween(0.88, 0.97);
        assertThat(holds(sum, () -> sums.sum(0, 99, laplace).value())).isBetween(0.88, 0.93);
        assertThat(holds(sum, () -> sums.sum(-5, 200, gaussian).value())).isBetween(0.88, 0.93);
        assertThat(holds(
                        sum / 1001, () -> sums.meanOfPublicSize(0, 99, gaussian).value()))
                .isBetween(0.88, 0.93);
        assertThat(holds(
                        sum / 1001,
                        () -> sums.mean(0, 99, laplace, new DiscreteLaplace(2)).value()))
                .isGreaterThan(0.88);
    }

    @Test
    void sumsOfClampedValuesAreOfTheClampedValues() {
        Values wild = Values.of(-1e300, 5, 1e300, Double.MIN_VALUE, -0.0);
        Estimate sum =
                new Sums(wild, 0.999999, random).sum(-1, 10, new Laplace(1)).value();
        // -1 + 5 + 10 + 0 + 0
        assertThat(sum.lower()).isLessThan(14).isGreaterThan(14 - 400);
        assertThat(sum.upper()).isGreaterThan(14);
    }

    @Test
    void plansAreThoseOfTheNoiseThatWasDrawn() {
        Sums sums = new Sums(ramp(11), CONFIDENCE, random);
        Laplace laplace = new Laplace(2);
        DiscreteLaplace discrete = new DiscreteLaplace(3);
        assertThat(sums.count(x -> true, discrete).plan()).isEqualTo(discrete);
        assertThat(sums.sum(0, 1, laplace).plan()).isEqualTo(laplace);
        Release<Estimate> publicSize = sums.meanOfPublicSize(0, 1, laplace);
        assertThat(publicSize.plan()).isEqualTo(laplace);
        assertThat(publicSize.relation()).isEqualTo(Relation.REPLACE_ONE);
        assertThat(sums.mean(0, 1, laplace, discrete).plan()).isEqualTo(new Composed(List.of(laplace, discrete)));
        Release<Estimate> quantile = new Quantiles(ramp(11), 0, 100)
                .quantile(0.5, new Exponential(1), Relation.ADD_OR_REMOVE_ONE, CONFIDENCE, random);
        assertThat(quantile.plan()).isEqualTo(new Repeated(3, new Exponential(1)));
        ProposeTestRelease test = new ProposeTestRelease(ramp(11), 0, 100, 0.5, 1, 1e-6);
        assertThat(test.median(1, CONFIDENCE, random).plan()).isEqualTo(new ApproximateDp(1.5, 1e-6));
    }

    @Test
    void quantilesHoldUnderBothRelations() {
        Quantiles quantiles = new Quantiles(ramp(2000), 0, 1000);
        for (Relation relation : List.of(Relation.ADD_OR_REMOVE_ONE, Relation.REPLACE_ONE))
            for (double q : new double[] {0, 0.25, 0.5, 0.99}) {
                // 20 records share each value, so the quantile is a value itself
                double truth = Math.min(99, Math.floor(q * 2000 / 20) - (q * 2000 % 20 == 0 && q > 0 ? 1 : 0));
                int held = 0;
                for (int i = 0; i < 40; i++) {
                    Estimate e = quantiles
                            .quantile(q, new Exponential(4), relation, CONFIDENCE, random)
                            .value();
                    if (e.lower() <= truth + 1 && truth <= e.upper()) held++;
                    assertThat(e.upper() - e.lower()).isLessThan(q == 0 || q == 0.99 ? 1001 : 12);
                }
                assertThat(held).as("q = %s", q).isGreaterThanOrEqualTo(36);
            }
    }

    @Test
    void proposeTestReleaseAnswersWhereDataAreStable() {
        ProposeTestRelease stable = new ProposeTestRelease(ramp(10_001), 0, 100, 1, 1, 1e-6);
        int answers = 0;
        for (int i = 0; i < 100; i++) {
            Optional<Estimate> median = stable.median(2, CONFIDENCE, random).value();
            if (median.isPresent() && median.get().lower() <= 50 && median.get().upper() >= 49) answers++;
            Optional<Estimate> range =
                    stable.interquartileRange(4, CONFIDENCE, random).value();
            assertThat(range).isPresent();
        }
        assertThat(answers).isGreaterThan(85);
        double[] halves =
                IntStream.range(0, 101).mapToDouble(i -> i < 51 ? 0 : 100).toArray();
        ProposeTestRelease torn = new ProposeTestRelease(Values.of(halves), 0, 100, 1, 1, 1e-6);
        for (int i = 0; i < 100; i++)
            assertThat(torn.median(2, CONFIDENCE, random).value()).isEmpty();
    }

    @Test
    void theTestPassesDatasetsAtDistanceZeroWithAtMostDelta() {
        for (double epsilon : new double[] {0.01, 0.3, 1, 5})
            for (double delta : new double[] {0.1, 1e-6, 1e-12}) {
                long t = new ProposeTestRelease(ramp(3), 0, 1, epsilon, 1, delta).threshold();
                double r = Math.exp(-epsilon);
                assertThat(Math.pow(r, t + 1.0) / (1 + r)).isLessThanOrEqualTo(delta);
                if (t > 0)
                    assertThat(Math.pow(r, (double) t) / (1 + r))
                            .as("the least such")
                            .isGreaterThan(delta * 0.999999);
            }
    }

    @Test
    void anyStatisticCanBeAggregated() {
        Values values = ramp(10_100);
        SampleAndAggregate means = SampleAndAggregate.ofPublicSize(
                values, 101, 0, 100, block -> Arrays.stream(block).max().orElse(0));
        Estimate mean = means.mean(new Laplace(1), CONFIDENCE, random).value();
        assertThat(mean.value()).isBetween(90.0, 100.0);
        Optional<Estimate> median =
                means.median(1, 1, 1, 1e-6, CONFIDENCE, random).value();
        assertThat(median.orElseThrow().value()).isBetween(80.0, 110.0);
        SampleAndAggregate failing = SampleAndAggregate.of(
                values,
                11,
                0,
                100,
                block -> {
                    throw new ArithmeticException("the data say so");
                },
                random);
        // the default, with noise
        assertThat(failing.mean(new Laplace(0.1), CONFIDENCE, random).value().value())
                .isBetween(35.0, 65.0);
        assertThat(failing.mean(new Laplace(0.1), CONFIDENCE, random).relation())
                .isEqualTo(Relation.ADD_OR_REMOVE_ONE);
    }

    /** How often there is an answer is the law of the test: noise on the distance exceeds the threshold. */
    @Test
    void proposeTestReleaseAnswersAsOftenAsItsLawSays() {
        int runs = 20_000;
        double delta = 0.02;
        for (int far : new int[] {0, 1, 3, 5}) {
            // 0, ..., 0, 1, ..., 1: so many records have to be replaced before one more moves the median
            double[] values = new double[21];
            Arrays.fill(values, 11 + far, 21, 1);
            ProposeTestRelease median = new ProposeTestRelease(Values.of(values), 0, 1, 1, 1, delta);
            assertThat(answered(
                            runs, () -> median.median(0.5, CONFIDENCE, random).value()))
                    .as("at distance %d", far)
                    .isCloseTo(chance(median.threshold() - far), within(4 * 0.5 / Math.sqrt(runs)));
        }
        // each quartile may move by 0.3 when one record is replaced; both by 0.6, which is more than the proposal
        double[] spread = new double[60];
        for (int i = 0; i < 60; i++) spread[i] = i < 15 ? 0.2 : i < 45 ? 0.5 : 0.8;
        ProposeTestRelease range = new ProposeTestRelease(Values.of(spread), 0, 1, 1, 1, delta);
        assertThat(answered(
                        runs,
                        () -> range.interquartileRange(0.5, CONFIDENCE, random).value()))
                .isLessThanOrEqualTo(delta + 4 * Math.sqrt(delta / runs));
        assertThat(answered(
                        runs,
                        () -> range.interquartileRange(0.61, CONFIDENCE, random).value()))
                .isGreaterThan(2 * delta);
    }

    private static double answered(int runs, Supplier<Optional<Estimate>> query) {
        int answers = 0;
        for (int i = 0; i < runs; i++) if (query.get().isPresent()) answers++;
        return answers / (double) runs;
    }

    /** That discrete Laplace noise of scale 1 exceeds a whole number. */
    private static double chance(long t) {
        double r = Math.exp(-1);
        return t >= 0 ? Math.pow(r, t + 1.0) / (1 + r) : 1 - Math.pow(r, (double) -t) / (1 + r);
    }

    /** One record that is added still replaces the result of its block: noise is twice that for results that are replaced by half the range. */
    @Test
    void aggregatesHaveTheNoiseOfTheirRelation() {
        int runs = 20_000;
        int blocks = 11;
        double scale = 0.2;
        Values values = ramp(1100);
        SampleAndAggregate replaced = SampleAndAggregate.ofPublicSize(values, blocks, 0, 2, block -> 1);
        SampleAndAggregate added = SampleAndAggregate.of(values, blocks, 0, 2, block -> 1, random);
        double one = 0;
        double two = 0;
        for (int i = 0; i < runs; i++) {
            one += Math.abs(replaced.mean(new Laplace(scale), CONFIDENCE, random)
                            .value()
                            .value()
                    - 1);
            two += Math.abs(
                    added.mean(new Laplace(scale), CONFIDENCE, random).value().value() - 1);
        }
        // the mean distance of Laplace noise is its scale, known to 0.7 % after so many runs
        assertThat(one / runs * blocks).isCloseTo(scale, within(0.03 * scale));
        assertThat(two / runs * blocks).isCloseTo(2 * scale, within(0.06 * scale));
    }

    /** An error is data-dependent like any exception, and may carry the value in its words. */
    @Test
    void nothingThatAStatisticOrAConditionThrowsLeavesTheRoom() {
        Values values = ramp(101);
        List<Throwable> thrown = List.of(
                new AssertionError("the value was 7"),
                new StackOverflowError(),
                new OutOfMemoryError("7"),
                new Error("7"));
        for (Throwable error : thrown) {
            SampleAndAggregate failing = SampleAndAggregate.ofPublicSize(values, 11, 0, 100, block -> {
                throw sneaky(error);
            });
            assertThat(failing.mean(new Laplace(0.01), CONFIDENCE, random)
                            .value()
                            .value())
                    .isBetween(49.0, 51.0);
            Sums sums = new Sums(values, CONFIDENCE, random);
            DoublePredicate picky = x -> {
                if (x == 7) throw sneaky(error);
                return x < 50;
            };
            assertThat(sums.count(picky, new DiscreteLaplace(0.05)).value().value())
                    .isEqualTo(sums.count(x -> x < 50 && x != 7, new DiscreteLaplace(0.05))
                            .value()
                            .value());
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void histogramsOfTheFourNotionsHoldAllTheirCountsAtOnce() {
        int[] cells = IntStream.range(0, 5000).map(i -> i % 50).toArray();
        for (Mechanism noise : List.of(
                new DiscreteLaplace(2), new TruncatedLaplace(2, 30), new DiscreteGaussian(4), new SinhNormal(4, 8))) {
            int held = 0;
            for (int run = 0; run < 100; run++) {
                Release<List<Estimate>> release = Histogram.of(cells, 50).release(noise, CONFIDENCE, random);
                assertThat(release.plan()).isEqualTo(noise);
                if (release.value().stream().allMatch(e -> e.lower() <= 100 && 100 <= e.upper())) held++;
            }
            assertThat(held).as("%s", noise).isGreaterThanOrEqualTo(84);
        }
    }

    @Test
    void badRequestsAreRefusedBeforeNoiseIsDrawnWithoutAWordOnTheData() {
        RandomSource none = Tapes.forbidden();
        Values secret = Values.of(123.25, 7);
        Sums sums = new Sums(secret, CONFIDENCE, none);
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
            assertThatThrownBy(() -> Values.of(123.25, bad))
                    .hasMessageContaining("finite numbers")
                    .hasMessageNotContaining("123.25");
        Laplace laplace = new Laplace(1);
        for (double[] bounds :
                new double[][] {{1, 0}, {0, 0}, {Double.NaN, 1}, {0, Double.POSITIVE_INFINITY}, {0, 1e300}})
            assertThatThrownBy(() -> sums.sum(bounds[0], bounds[1], laplace))
                    .hasMessageContaining("bounds")
                    .hasMessageNotContaining("123.25");
        assertThatThrownBy(() -> sums.count(x -> true, laplace)).hasMessageContaining("discrete");
        assertThatThrownBy(() -> sums.sum(0, 1, new DiscreteLaplace(1))).hasMessageContaining("laplace or gaussian");
        assertThatThrownBy(() -> new Sums(secret, Double.NaN, none)).hasMessageContaining("confidence");
        assertThatThrownBy(() -> Histogram.of(new int[] {3}, 2))
                .hasMessageContaining("[0, 2)")
                .hasMessageNotContaining("3");
        Quantiles quantiles = new Quantiles(secret, 0, 1);
        assertThatThrownBy(() -> quantiles.quantile(Double.NaN, new Exponential(1), Relation.REPLACE_ONE, 0.9, none))
                .hasMessageContaining("q must be");
        assertThatThrownBy(() -> new ProposeTestRelease(secret, 0, 1, Double.NaN, 1, 1e-6))
                .hasMessageContaining("epsilons");
        assertThatThrownBy(() -> new ProposeTestRelease(secret, 0, 1, 1, 1, 0)).hasMessageContaining("delta");
    }
}
