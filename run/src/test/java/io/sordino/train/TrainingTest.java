package io.sordino.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.engine.sample.AllocationSampler;
import io.sordino.engine.sample.CyclicSampler;
import io.sordino.engine.sample.PoissonSampler;
import io.sordino.engine.sample.RecordSampler;
import io.sordino.engine.sample.ReplacementSampler;
import io.sordino.engine.sample.SubsetSampler;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.Schedule;
import io.sordino.noise.Tapes;
import io.sordino.plan.Plans;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Examples;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Huber;
import io.sordino.train.model.Logistic;
import io.sordino.train.model.Model;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every variant has a plan of its own, and a resumed run is the planned one. */
class TrainingTest {
    private static final int N = 1000;
    private static final Schedule NOISE = Schedule.constant(1.5);
    private static final Model MODEL = new Model(new Logistic(), 3, true, 0.01);
    private static final FeatureNorm NORM = new FeatureNorm(1);

    private static SampledDescent sampled(RecordSampler sampler, long rounds) {
        return new SampledDescent(sampler, rounds, NOISE, new Clipping(1), MODEL, Steps.of(0.1));
    }

    @Test
    void anotherSamplerIsAnotherPlanAndAnotherEpsilon() {
        List<Training> variants = List.of(
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
        for (Training variant : variants) {
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

    /** What can be seen within a round, or after it failed, has the plan of that round. */
    @Test
    void aRoundCountsFromItsBeginning() {
        Examples examples = Fixtures.examples(MODEL.loss(), N, 3, 5);
        SampledDescent descent = new SampledDescent(
                new AllocationSampler(N, 1, 10),
                2,
                new Schedule(List.of(2.0, 1.0)),
                new Clipping(1),
                MODEL,
                Steps.of(0.3));
        Run run = descent.begin(examples, Tapes.seeded(1));
        List<String> plans = new ArrayList<>();
        List<Long> rounds = new ArrayList<>();
        run.round(done -> {
            plans.add(Plans.print(run.trained().plan()));
            rounds.add(run.checkpoint().rounds());
            assertThat(run.trained().weights()).containsExactly(run.checkpoint().weights());
        });
        assertThat(plans).hasSize(10).containsOnly("allocated(1, 10, gaussian(2))");
        assertThat(rounds).containsOnly(1L);
        assertThatThrownBy(() -> run.round(done -> {
                    throw new IllegalStateException("interrupted");
                }))
                .hasMessage("interrupted");
        assertThat(run.checkpoint().rounds()).isEqualTo(2);
        assertThat(run.trained().plan()).isEqualTo(descent.plan());
        assertThat(run.isDone()).isTrue();
        assertThatThrownBy(() -> run.round(done -> {})).hasMessageContaining("all rounds");
    }

    /** The batches of a round that failed are not used with the noise of the next one. */
    @Test
    void aRoundAfterOneThatFailedBeginsAfresh() {
        Model model = new Model(new Huber(1e9), 1, false, 0);
        int n = 5;
        double[] labels = {-1, -10, -100, -1000, -10_000};
        Examples examples = Examples.of(DenseFeatures.of(new double[] {1, 1, 1, 1, 1}, 1), labels);
        // every record is in one batch of the second round: its gradient is there once
        SampledDescent descent = new SampledDescent(
                new AllocationSampler(n, 1, 4), 2, Schedule.constant(1e-6), new Clipping(1e5), model, Steps.of(1e-12));
        for (int seed = 0; seed < 20; seed++) {
            Run run = descent.begin(examples, Tapes.seeded(seed));
            assertThatThrownBy(() -> run.round(done -> {
                        throw new IllegalStateException("interrupted");
                    }))
                    .hasMessage("interrupted");
            double before = run.trained().weights()[0];
            run.round(done -> {});
            double moved = before - run.trained().weights()[0];
            assertThat(moved / 1e-12 * descent.expectedBatch()).isCloseTo(11_111, within(1.0));
        }
    }

    /** What is accounted for is no more than what is drawn: noise of a mean is the multiplier times the largest gradient over the batch. */
    @Test
    void theNoiseOfALastIterateIsTheOneInItsPlan() {
        for (int batch : new int[] {1, 7, 100, 333})
            for (double multiplier : new double[] {0.3, 1.5, 8}) {
                IterateDescent descent = new IterateDescent(
                        Order.SAMPLED,
                        N,
                        batch,
                        5,
                        Schedule.constant(multiplier),
                        NORM,
                        MODEL,
                        Steps.of(1).within(2));
                LastIterate plan = (LastIterate) descent.plan();
                double drawn = multiplier * NORM.gradient(MODEL) / batch;
                assertThat(plan.noise().at(0)).isBetween(drawn * (1 - 1e-14), drawn);
                assertThat(plan.lipschitz()).isEqualTo(NORM.gradient(MODEL));
                assertThat(plan.diameter()).isEqualTo(4);
            }
    }

    /** With the 1 of the intercept a row of norm B has norm sqrt(B^2 + 1), which a gradient attains. */
    @Test
    void theInterceptIsPartOfTheRow() {
        for (double b : new double[] {0.1, 1, 3})
            for (boolean intercept : new boolean[] {true, false}) {
                Model model = new Model(new Huber(1), 1, intercept, 0);
                FeatureNorm norm = new FeatureNorm(b);
                double row = Math.sqrt(b * b + (intercept ? 1 : 0));
                assertThat(norm.row(model)).isCloseTo(row, within(1e-14));
                assertThat(norm.gradient(model)).isCloseTo(row, within(1e-14));
                assertThat(norm.smoothness(model)).isCloseTo(row * row, within(1e-13));
                // a record far from its label moves the weights by one gradient
                Examples one = Examples.of(DenseFeatures.of(new double[] {b * (1 - 1e-7)}, 1), new double[] {-100});
                double[] weights = new IterateDescent(
                                Order.FULL, 1, 1, 1, Schedule.constant(1e-6), norm, model, Steps.of(0.1))
                        .train(one, Tapes.seeded(1), done -> {})
                        .weights();
                double square = 0;
                for (double weight : weights) square += weight * weight;
                assertThat(Math.sqrt(square) / 0.1).isCloseTo(norm.gradient(model), within(1e-4));
            }
    }

    @Test
    void weightsStayWithinTheRadius() {
        for (double length : new double[] {0.5, 0.99, 1.01, 1.5, 1.99, 2.5, 1e6}) {
            double[] weights = {0, 0};
            Steps.of(1).within(1).take(0, new double[] {-0.6 * length, 0.8 * length}, 0, weights);
            double norm = Math.hypot(weights[0], weights[1]);
            assertThat(norm).isCloseTo(Math.min(1, length), within(1e-14));
            assertThat(weights[0] / norm).isCloseTo(0.6, within(1e-14));
        }
    }

    @Test
    void roundingOfALastIterateTakesLittleOfThePromise() {
        CalibratedTraining fitting = CalibratedTraining.of(
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
        CalibratedTraining exact = CalibratedTraining.of(
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
    }
}
