package io.sordino.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.engine.protocol.ResponseProtocol;
import io.sordino.engine.protocol.SumProtocol;
import io.sordino.engine.query.Histogram;
import io.sordino.engine.query.ProposeTestRelease;
import io.sordino.engine.query.Quantiles;
import io.sordino.engine.query.SampleAndAggregate;
import io.sordino.engine.query.Sums;
import io.sordino.engine.query.Values;
import io.sordino.engine.query.VectorSum;
import io.sordino.engine.sample.AllocationSampler;
import io.sordino.engine.sample.CyclicSampler;
import io.sordino.engine.sample.PoissonSampler;
import io.sordino.engine.sample.RecordSampler;
import io.sordino.engine.sample.ReplacementSampler;
import io.sordino.engine.sample.SubsetSampler;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Schedule;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.noise.ExponentialSampler;
import io.sordino.noise.PermuteAndFlip;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import io.sordino.train.Checkpoint;
import io.sordino.train.IterateDescent;
import io.sordino.train.Run;
import io.sordino.train.SampledDescent;
import io.sordino.train.Steps;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Examples;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Huber;
import io.sordino.train.model.Logistic;
import io.sordino.train.model.Loss;
import io.sordino.train.model.Model;
import io.sordino.train.model.SmoothedHinge;
import io.sordino.train.model.Softmax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/**
 * Two inputs that differ in one record, through every public way to a release, on the same random bits. What is seen beside the noise is the
 * same: whether there is an answer, what a refusal says, plan and relation, and how wide intervals are. Where noise is added, the same bits are
 * the same noise: then the answers are as far apart as one record may move them and no further, and as many bits are left.
 */
class NeighbouringInputsTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final int PAIRS = SLOW ? 100_000 : 3000;

    /** Where doubles go wrong. */
    private static final double[] WILD = {
        0,
        -0.0,
        Double.MIN_VALUE,
        -1e-320,
        Double.MIN_NORMAL,
        1e-162,
        1.5e-154,
        1e-80,
        0.5,
        1,
        -1,
        Math.nextUp(1.0),
        3,
        1e80,
        1e150,
        5e153,
        1.2e154,
        1.3e154,
        -1.4e154,
        1e200,
        Double.MAX_VALUE,
        -Double.MAX_VALUE
    };

    /** What is seen of one run. */
    private record Seen(List<Object> beside, List<Double> numbers) {
        Seen(List<Object> beside, double[] noisy) {
            this(beside, Arrays.stream(noisy).boxed().toList());
        }

        double[] noisy() {
            return numbers.stream().mapToDouble(Double::doubleValue).toArray();
        }

        static Seen of(Release<?> release, double[] noisy, Object... more) {
            List<Object> beside = new ArrayList<>(List.of(release.plan(), release.relation()));
            beside.addAll(List.of(more));
            return new Seen(beside, noisy);
        }
    }

    /**
     * A way to a release.
     *
     * @param reach how far one replaced record may move the answers in all, in L2; infinite where noise is not added
     */
    private record Way(String name, double reach, BiFunction<double[], RandomSource, Seen> run) {}

    private static Object outcome(Way way, double[] data, RandomSource random, List<double[]> noisy) {
        try {
            Seen seen = way.run.apply(data, random);
            noisy.add(seen.noisy());
            return seen.beside;
        } catch (RuntimeException | Error e) {
            noisy.add(new double[0]);
            return e.getClass() + ": " + e.getMessage();
        }
    }

    private static double wild(Random random) {
        double value = WILD[random.nextInt(WILD.length)];
        return random.nextInt(3) == 0 ? value * (1 - 1e-9 * random.nextInt(100)) : value;
    }

    @Test
    void oneRecordChangesNothingBesideTheNoise() {
        long seed = SLOW ? new Random().nextLong() : 7;
        if (SLOW) System.out.println("neighbouring inputs, seed " + seed);
        Random random = new Random(seed);
        int[] answered = new int[WAYS];
        for (int pair = 0; pair < PAIRS; pair++) {
            int n = 5 + 2 * random.nextInt(6);
            double[] one = DoubleStream.generate(() -> wild(random)).limit(n).toArray();
            double[] other = one.clone();
            double changed = wild(random);
            other[random.nextInt(n)] = changed;
            Way way = way(pair % WAYS, n, changed, random);
            long bits = random.nextLong();
            RandomSource first = Tapes.seeded(bits);
            RandomSource second = Tapes.seeded(bits);
            List<double[]> noisy = new ArrayList<>();
            Object seen = outcome(way, one, first, noisy);
            assertThat(outcome(way, other, second, noisy))
                    .as("%s of %s and %s", way.name, Arrays.toString(one), Arrays.toString(other))
                    .isEqualTo(seen);
            if (noisy.get(0).length > 0) answered[pair % WAYS]++;
            if (way.reach == Double.POSITIVE_INFINITY) continue;
            double square = 0;
            for (int i = 0; i < noisy.get(0).length; i++)
                square += Math.pow((noisy.get(0)[i] - noisy.get(1)[i]) / way.reach, 2);
            assertThat(Math.sqrt(square))
                    .as("%s of %s and %s", way.name, Arrays.toString(one), Arrays.toString(other))
                    .isLessThanOrEqualTo(1 + 1e-6);
            assertThat(first.bits(60)).as(way.name).isEqualTo(second.bits(60));
        }
        for (int i = 0; i < WAYS; i++)
            assertThat(answered[i]).as("way %d is gone", i).isGreaterThan(0);
    }

    private static final int WAYS = 16;

    private static Way way(int which, int n, double changed, Random random) {
        double lower = -random.nextInt(3);
        double upper = Math.scalb(1 + random.nextDouble(), random.nextInt(80) - 40);
        double widest = Math.max(-lower, upper);
        Laplace laplace = new Laplace(1.5);
        Exponential law = new Exponential(0.7);
        Relation relation = random.nextBoolean() ? Relation.ADD_OR_REMOVE_ONE : Relation.REPLACE_ONE;
        double quantile = random.nextInt(5) / 4.0;
        long perRecord = 1L << random.nextInt(40);
        double half = (upper - lower) / 2 * (1 + 1e-4);
        return switch (which) {
            case 0 ->
                new Way(
                        "count",
                        1,
                        (x, r) -> estimate(
                                new Sums(Values.of(x), 0.9, r).count(v -> 1 / (int) v > 0, new DiscreteLaplace(2))));
            case 1 ->
                new Way(
                        "sum",
                        2 * widest,
                        (x, r) -> estimate(new Sums(Values.of(x), 0.9, r).sum(lower, upper, laplace)));
            case 2 ->
                new Way(
                        "mean of public size",
                        2 * half / n,
                        (x, r) ->
                                ofMean(new Sums(Values.of(x), 0.9, r).meanOfPublicSize(lower, upper, new Gaussian(2))));
            case 3 ->
                new Way(
                        "mean",
                        Double.POSITIVE_INFINITY,
                        (x, r) -> ofMean(
                                new Sums(Values.of(x), 0.9, r).mean(lower, upper, laplace, new DiscreteLaplace(1))));
            case 4 ->
                new Way("quantile", Double.POSITIVE_INFINITY, (x, r) -> {
                    Release<Estimate> release =
                            new Quantiles(Values.of(x), lower, upper).quantile(quantile, law, relation, 0.9, r);
                    return Seen.of(release, new double[] {release.value().value()});
                });
            case 5 ->
                new Way(
                        "median",
                        Double.POSITIVE_INFINITY,
                        (x, r) -> possible(new ProposeTestRelease(Values.of(x), lower, upper, 1, 1, 0.01)
                                .median(upper / 2, 0.9, r)));
            case 6 ->
                new Way(
                        "interquartile range",
                        Double.POSITIVE_INFINITY,
                        (x, r) -> possible(new ProposeTestRelease(Values.of(x), lower, upper, 1, 1, 0.01)
                                .interquartileRange(upper / 2, 0.9, r)));
            case 7 ->
                new Way("aggregate", Double.POSITIVE_INFINITY, (x, r) -> {
                    SampleAndAggregate results = relation == Relation.REPLACE_ONE
                            ? SampleAndAggregate.ofPublicSize(
                                    Values.of(x), 3, lower, upper, NeighbouringInputsTest::fussy)
                            : SampleAndAggregate.of(Values.of(x), 3, lower, upper, NeighbouringInputsTest::fussy, r);
                    Seen median = possible(results.median(upper / 2, 1, 1, 0.01, 0.9, r));
                    Seen mean = ofMean(results.mean(laplace, 0.9, r));
                    return new Seen(List.of(median.beside, mean.beside), mean.noisy());
                });
            case 8 ->
                new Way("histogram", Math.sqrt(2), (x, r) -> {
                    int[] cells = Arrays.stream(x)
                            .mapToInt(v -> Math.abs(Double.hashCode(v) % 4))
                            .toArray();
                    Release<List<Estimate>> release = Histogram.of(cells, 4)
                            .release(
                                    List.of(
                                                    new DiscreteLaplace(2),
                                                    new TruncatedLaplace(1, 8),
                                                    new DiscreteGaussian(3),
                                                    new SinhNormal(2, 4))
                                            .get(n % 4),
                                    0.9,
                                    r);
                    return Seen.of(
                            release,
                            release.value().stream()
                                    .mapToDouble(Estimate::value)
                                    .toArray(),
                            release.value().stream()
                                    .map(e -> (float) (e.upper() - e.lower()))
                                    .toList());
                });
            case 9 ->
                new Way("vector sum", 2 * upper * 1.01, (x, r) -> {
                    VectorSum sum = new VectorSum(3, upper);
                    for (double v : x) sum.add(new double[] {v, -v, v / 3});
                    Release<double[]> release = sum.release(new Gaussian(1), r);
                    return Seen.of(release, release.value(), sum.cells());
                });
            case 10 ->
                new Way("response protocol", Double.POSITIVE_INFINITY, (x, r) -> {
                    int[] values = Arrays.stream(x)
                            .mapToInt(v -> Math.abs(Double.hashCode(v) % 3))
                            .toArray();
                    Release<List<Estimate>> release =
                            new ResponseProtocol(new RandomizedResponse(1, 3)).run(values, 0.9, r);
                    return Seen.of(
                            release,
                            release.value().stream()
                                    .mapToDouble(Estimate::value)
                                    .toArray());
                });
            case 11 ->
                new Way("sum protocol", Double.POSITIVE_INFINITY, (x, r) -> {
                    Release<Estimate> release = new SumProtocol(lower, upper, 5, 1).run(x, 0.9, r);
                    return Seen.of(release, new double[] {release.value().value()});
                });
            case 12 ->
                new Way("choice", Double.POSITIVE_INFINITY, (x, r) -> {
                    // all candidates' scores are moved by one record, by as much as a long holds
                    long[] scores = Arrays.stream(x).mapToLong(v -> (long) v).toArray();
                    double chosen = new ExponentialSampler(law).choose(scores, perRecord, r)
                            + new PermuteAndFlip(0.7).choose(scores, perRecord, r);
                    return new Seen(List.of(), new double[] {chosen});
                });
            case 13 -> sampled(n, random);
            case 14 -> oneStep(n, changed, random);
            default -> lastIterate(n, random);
        };
    }

    /** Fails on some blocks, and knows their numbers. */
    private static double fussy(double[] block) {
        if (block[0] < 0) throw new AssertionError("the first was " + block[0]);
        return 1 / block[0];
    }

    private static Seen estimate(Release<Estimate> release) {
        Estimate value = release.value();
        return Seen.of(release, new double[] {value.value()}, (float) (value.upper() - value.lower()));
    }

    /** Means are moved into the bounds, so that their intervals are as wide as noise has it. */
    private static Seen ofMean(Release<Estimate> release) {
        return Seen.of(
                release, new double[] {release.value().value()}, release.value().confidence());
    }

    /** Whether there is an answer is up to noise; that it has no noise of its own is tested where its law is. */
    private static Seen possible(Release<java.util.Optional<Estimate>> release) {
        return Seen.of(release, new double[] {release.value().isPresent() ? 1 : 0});
    }

    private static Examples examples(double[] data, Loss loss, double label) {
        double[] rows = new double[2 * data.length];
        double[] labels = new double[data.length];
        for (int i = 0; i < data.length; i++) {
            rows[2 * i] = data[i];
            rows[2 * i + 1] = data[i] / 3;
            // a label that no model knows tells nothing either
            labels[i] = data[i] == 1e300 ? Examples.NO_LABEL : loss instanceof Huber ? label : data[i] > 0 ? 1 : 0;
        }
        return Examples.of(DenseFeatures.of(rows, 2), labels);
    }

    private static Model model(Random random, boolean bounded) {
        Loss loss = List.of(
                        new Logistic(),
                        new Softmax(3),
                        new SmoothedHinge(0.5),
                        new Huber(bounded ? 1 : Double.POSITIVE_INFINITY))
                .get(random.nextInt(4));
        return new Model(loss, 2, random.nextBoolean(), 0.01);
    }

    private static Way sampled(int n, Random random) {
        Model model = model(random, true);
        RecordSampler sampler = List.of(
                        new PoissonSampler(n, 0.3),
                        new SubsetSampler(n, 2),
                        new ReplacementSampler(n, 3),
                        new AllocationSampler(n, 1, 3),
                        new CyclicSampler(n, 2))
                .get(random.nextInt(5));
        Bound bound = random.nextBoolean() ? new Clipping(0.5) : new FeatureNorm(0.5);
        SampledDescent descent = new SampledDescent(
                sampler, 3, Schedule.constant(2), bound, model, Steps.of(0.1).within(5));
        return new Way("sampled descent", Double.POSITIVE_INFINITY, (x, r) -> {
            List<Long> told = new ArrayList<>();
            var trained = descent.train(examples(x, model.loss(), 1), r, told::add);
            return new Seen(List.of(trained.plan(), trained.relation(), told), trained.weights());
        });
    }

    /** From weights with which residuals are as small as they get. */
    private static Way oneStep(int n, double changed, Random random) {
        Model model = model(random, false);
        double clip = Math.scalb(1.0, random.nextInt(160) - 130);
        SampledDescent descent = new SampledDescent(
                new CyclicSampler(n, 1), 1, Schedule.constant(1), new Clipping(clip), model, Steps.of(1));
        double[] weights = new double[model.parameters()];
        double row = Math.abs(changed);
        double margin = random.nextBoolean() ? -740 * random.nextDouble() : -372 - 60 * random.nextDouble();
        weights[0] = row > 1e-290 ? -margin / row : 1;
        double label = -margin * (1 - 0x1p-53 * random.nextInt(3));
        double penalty = (1 + 1e-6) * 2 * clip / n;
        return new Way("one step of " + model + " from " + weights[0], penalty, (x, r) -> {
            Run run = descent.resume(new Checkpoint(0, weights), examples(x, model.loss(), label), r);
            run.round(done -> {});
            double[] moved = run.trained().weights();
            // what one record may move is next to nothing beside such weights: they would be lost in rounding
            for (int j = 0; j < moved.length; j++) if (Math.abs(weights[j]) > 1e3 * clip) moved[j] = 0;
            return new Seen(List.of(run.trained().plan()), moved);
        });
    }

    private static Way lastIterate(int n, Random random) {
        Model model = model(random, true);
        FeatureNorm norm = new FeatureNorm(1);
        double rate = IterateDescent.largestRate(norm, model) / 2;
        IterateDescent descent = new IterateDescent(
                Order.FULL,
                n,
                n,
                1,
                Schedule.constant(1),
                norm,
                model,
                Steps.of(rate).within(1e6));
        // how far one replaced record moves the sum, over the batch
        double reach = rate * 2 * norm.gradient(model) / n * (1 + 1e-6);
        return new Way("last iterate", reach, (x, r) -> {
            var trained = descent.train(examples(x, model.loss(), 1), r, done -> {});
            return new Seen(List.of(trained.plan(), trained.relation()), trained.weights());
        });
    }
}
