package io.sordino.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.engine.AllocationSampler;
import io.sordino.engine.Batch;
import io.sordino.engine.CyclicSampler;
import io.sordino.engine.PoissonSampler;
import io.sordino.engine.RecordSampler;
import io.sordino.engine.ReplacementSampler;
import io.sordino.engine.SubsetSampler;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.Schedule;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import io.sordino.plan.Plans;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every variant has a plan of its own, what a record adds is bounded to the last bit, and a resumed run is the planned one. */
class VariantsTest {
    private static final int N = 1000;
    private static final Schedule NOISE = Schedule.constant(1.5);
    private static final Model MODEL = new Model(new Logistic(), 3, true, 0.01);
    private static final FeatureNorm NORM = new FeatureNorm(1);

    private static SampledDescent sampled(RecordSampler sampler, long rounds) {
        return new SampledDescent(sampler, rounds, NOISE, new Clipping(1), MODEL, Steps.of(0.1));
    }

    @Test
    void anotherSamplerIsAnotherPlanAndAnotherEpsilon() {
        List<Variant> variants = List.of(
                sampled(new CyclicSampler(N, 1), 10),
                sampled(new CyclicSampler(N, 10), 2),
                sampled(new PoissonSampler(N, 0.1), 20),
                sampled(new SubsetSampler(N, 100), 20),
                sampled(new ReplacementSampler(N, 1), 20),
                sampled(new AllocationSampler(N, 1, 10), 2),
                last(Order.CYCLIC, 20),
                last(Order.ONE_PASS, 10),
                last(Order.SAMPLED, 20));
        List<String> plans = new ArrayList<>();
        List<Double> epsilons = new ArrayList<>();
        for (Variant variant : variants) {
            plans.add(Plans.print(variant.plan()));
            epsilons.add(Accountant.standard()
                    .epsilon(variant.plan(), variant.relation(), 1e-5, new Precision(0.01))
                    .epsilon()
                    .upper());
        }
        System.out.println(plans + "\n" + epsilons);
        assertThat(plans).doesNotHaveDuplicates();
        assertThat(epsilons)
                .doesNotHaveDuplicates()
                .allSatisfy(e -> assertThat(e).isFinite());
        assertThat(plans.get(5)).isEqualTo("2 * allocated(1, 10, gaussian(1.5))");
    }

    private static IterateDescent last(Order order, long steps) {
        return new IterateDescent(
                order, N, 100, steps, NOISE, NORM, MODEL, Steps.of(1).within(2));
    }

    @Test
    void scheduleOfNoiseIsAccountedForRoundByRound() {
        SampledDescent descent = new SampledDescent(
                new PoissonSampler(N, 0.1),
                4,
                new Schedule(List.of(2.0, 2.0, 1.0, 1.0)),
                new Clipping(1),
                MODEL,
                Steps.of(0.1));
        assertThat(Plans.print(descent.plan()))
                .isEqualTo("2 * poisson(0.1, gaussian(2)) + 2 * poisson(0.1, gaussian(1))");
    }

    @Test
    void aRecordNeverAddsMoreThanItsCells() {
        RandomSource random = Tapes.seeded(11);
        double[] sizes = {1, 1e-3, 1e3, 1e-160, 1e160, 1e300, 0};
        BigInteger most = BigInteger.valueOf(GradientGrid.CELLS).pow(2);
        BigInteger seen = BigInteger.ZERO;
        for (int i = 0; i < 3000; i++) {
            Loss loss = i % 3 == 0 ? new Logistic() : i % 3 == 1 ? new Softmax(3) : new Huber(1e6);
            Model model = new Model(loss, 7, i % 2 == 0, 0);
            double size = sizes[i % sizes.length];
            double[] row = new double[7];
            for (int j = 0; j < 7; j++) row[j] = size * Fixtures.uniform(random);
            Examples one = Examples.of(DenseFeatures.of(row, 7), new double[] {i % 2});
            Bound bound = i % 5 == 0 ? new FeatureNorm(0.7) : new Clipping(0.37);
            GradientGrid grid = new GradientGrid(new Prepared(one, model, bound), bound.gradient(model));
            double[] weights = Fixtures.values(model.parameters(), i);
            Batch batch = new CyclicSampler(1, 1).start(random).next();
            BigInteger square = BigInteger.ZERO;
            for (double whole : grid.wholeSum(batch, weights)) {
                assertThat(whole).isEqualTo(Math.rint(whole));
                square = square.add(BigInteger.valueOf((long) whole).pow(2));
            }
            assertThat(square).isLessThanOrEqualTo(most);
            seen = seen.max(square);
        }
        // the bound is nearly attained, so the check could fail
        assertThat(Math.sqrt(seen.doubleValue())).isGreaterThan(0.999 * GradientGrid.CELLS);
    }

    @Test
    void aRecordOfHugeNumbersMovesTheSumOfALastIterateByNoMoreThanAnyOther() {
        // products with weights overflow, to infinity or to no number at all
        double[][] huge = {{1.7e308, 1.7e308, 0}, {1.7e308, -1.7e308, 0}, {1e200, 0, 0}};
        double[] weights = {2, 2, 0, 0.5};
        for (double[] row : huge)
            for (Model model : List.of(MODEL, new Model(new Logistic(), 3, false, 0))) {
                double[] without = Fixtures.values(30, 5);
                double[] with = without.clone();
                System.arraycopy(row, 0, with, 12, 3);
                double[] one = iterateSum(model, with, weights);
                double[] other = iterateSum(model, without, weights);
                double square = 0;
                for (int j = 0; j < one.length; j++) square += (one[j] - other[j]) * (one[j] - other[j]);
                assertThat(Math.sqrt(square)).isLessThanOrEqualTo(2 * NORM.gradient(model));
            }
    }

    private static double[] iterateSum(Model model, double[] rows, double[] weights) {
        Examples examples = Examples.of(DenseFeatures.of(rows, 3), new double[rows.length / 3]);
        Batch all = new CyclicSampler(examples.size(), 1).start(Tapes.seeded(1)).next();
        return new IterateGradients(new Prepared(examples, model, NORM), NORM.gradient(model), examples.size())
                .sum(all, weights);
    }

    @Test
    void sumsDoNotDependOnTheOrderOfRecords() {
        Model model = new Model(new Softmax(4), 9, true, 0);
        Examples examples = Fixtures.examples(model.loss(), 10_000, 9, 5);
        double[] weights = Fixtures.values(model.parameters(), 6);
        GradientGrid grid = new GradientGrid(new Prepared(examples, model, new Clipping(0.5)), 0.5);
        // the same set of records, in two orders
        double[] one = grid.wholeSum(
                new CyclicSampler(10_000, 1).start(Tapes.seeded(1)).next(), weights);
        double[] other = grid.wholeSum(
                new SubsetSampler(10_000, 10_000).start(Tapes.seeded(2)).next(), weights);
        assertThat(one).isEqualTo(other);
    }

    @Test
    void lengthOfADrawnBatchIsNotWhatDivides() {
        // no records at all but one: batches are mostly empty, and a gradient of 1 is divided by the expected size
        Model model = new Model(new Huber(1), 1, false, 0);
        Examples one = Examples.of(DenseFeatures.of(new double[] {1}, 1), new double[] {100});
        SampledDescent descent = new SampledDescent(
                new PoissonSampler(1, 0.25), 4000, Schedule.constant(1e-9), new Clipping(1), model, Steps.of(1e-3));
        double moved = descent.train(one, Tapes.seeded(3), done -> {}).weights()[0];
        // about 1000 batches of one, each a step of 1e-3 * 1 / 0.25
        assertThat(moved).isCloseTo(4, within(0.5));
    }

    @Test
    void resumedRunIsTheSameRunAndTheSamePlan() {
        Examples examples = Fixtures.examples(MODEL.loss(), N, 3, 5);
        SampledDescent descent = new SampledDescent(
                new CyclicSampler(N, 10), 6, Schedule.constant(1e-9), new Clipping(1), MODEL, Steps.of(0.3));
        Run run = descent.begin(examples, Tapes.seeded(1));
        for (int i = 0; i < 4; i++) run.round(done -> {});
        Run resumed = descent.resume(run.checkpoint(), examples, Tapes.seeded(2));
        while (!resumed.isDone()) resumed.round(done -> {});
        Trained whole = descent.train(examples, Tapes.seeded(3), done -> {});
        assertThat(resumed.trained().weights()).containsExactly(whole.weights(), within(1e-9));
        assertThat(resumed.trained().plan()).isEqualTo(whole.plan()).isEqualTo(descent.plan());
        assertThatThrownBy(() -> resumed.round(done -> {})).hasMessageContaining("all rounds");
        assertThatThrownBy(() -> descent.resume(new Checkpoint(7, whole.weights()), examples, Tapes.seeded(1)))
                .hasMessageContaining("another run");
    }

    @Test
    void roundingOfALastIterateTakesLittleOfThePromise() {
        Fitting fitting = Fitting.of(
                Accountant.standard(),
                m -> new IterateDescent(
                        Order.CYCLIC,
                        N,
                        100,
                        100,
                        Schedule.constant(m),
                        NORM,
                        MODEL,
                        Steps.of(1).within(2)),
                List.of(),
                2,
                1e-5,
                new Precision(0.01));
        System.out.println("rounding " + fitting.variant().rounding() + ", delta " + fitting.calibratedDelta());
        assertThat(fitting.guarantee().epsilon().upper()).isLessThanOrEqualTo(2);
        double mu = fitting.variant().rounding();
        assertThat(mu).isBetween(1e-16, 1e-8);
        assertThat(fitting.guarantee().epsilon().upper() + 28 * mu).isLessThanOrEqualTo(2);
        assertThat(fitting.calibratedDelta()).isLessThan(1e-5);
        assertThat(fitting.calibratedDelta() * Math.exp(14 * mu)).isLessThanOrEqualTo(1e-5);
        Fitting exact = Fitting.of(
                Accountant.standard(),
                m -> new SampledDescent(
                        new AllocationSampler(N, 1, 10), 2, Schedule.constant(m), new Clipping(1), MODEL, Steps.of(1)),
                List.of(),
                2,
                1e-5,
                new Precision(0.01));
        assertThat(exact.calibratedDelta()).isEqualTo(1e-5);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> last(Order.ONE_PASS, 11)).hasMessageContaining("at most 10 steps");
        assertThatThrownBy(() -> new IterateDescent(
                        Order.CYCLIC,
                        N,
                        100,
                        20,
                        NOISE,
                        NORM,
                        MODEL,
                        Steps.of(100).within(2)))
                .hasMessageContaining("give at most 2 / smoothness");
        assertThatThrownBy(() -> new IterateDescent(Order.FULL, N, 101, 20, NOISE, NORM, MODEL, Steps.of(1)))
                .hasMessageContaining("all 1000 records");
        assertThatThrownBy(() -> NORM.gradient(new Model(new Huber(Double.POSITIVE_INFINITY), 3, true, 0)))
                .hasMessageContaining("Huber");
        assertThatThrownBy(() -> DenseFeatures.of(new double[] {1, Double.NaN}, 2))
                .hasMessageContaining("finite");
        assertThatThrownBy(() -> Examples.of(DenseFeatures.of(new double[] {1}, 1), new double[] {Double.NaN}))
                .hasMessageContaining("finite");
        Examples wrong = Examples.of(DenseFeatures.of(new double[3], 3), new double[] {2});
        assertThatThrownBy(() -> sampled(new CyclicSampler(1, 1), 1).train(wrong, Tapes.seeded(1), done -> {}))
                .hasMessageContaining("label");
    }
}
