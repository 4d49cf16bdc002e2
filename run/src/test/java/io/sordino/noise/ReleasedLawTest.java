package io.sordino.noise;

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
import io.sordino.engine.sample.PoissonSampler;
import io.sordino.engine.sample.RecordSampler;
import io.sordino.engine.sample.ReplacementSampler;
import io.sordino.engine.sample.Sampling;
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
import io.sordino.numeric.Normal;
import io.sordino.train.IterateDescent;
import io.sordino.train.SampledDescent;
import io.sordino.train.Steps;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Examples;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Huber;
import io.sordino.train.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each engine mechanism shows, against the law that its plan is accounted for with: by Pearson's test, where a law two percent off must
 * not fit, and where few bits decide by every string of bits. Seeds are fixed.
 */
class ReleasedLawTest {
    private static final int SAMPLES =
            Integer.getInteger("sordino.laws", Boolean.getBoolean("sordino.slow") ? 4_000_000 : 400_000);
    private static final double UNLIKELY = 1e-3;
    private static final double IMPOSSIBLE = 1e-6;
    private static final double OFF = 1.02;
    private static final Values FIVE = Values.of(1, 2, 4, 6, 9);

    /**
     * One number of a release.
     *
     * @param law of the outcome, with the scale of the noise times what is given, or its rate, or its epsilon
     */
    private record Case(String name, ToLongFunction<RandomSource> shown, Law law) {
        @Override
        public String toString() {
            return name;
        }
    }

    private interface Law {
        double at(long outcome, double factor);
    }

    /** Cells of a width, of a number around a centre whose distribution is that of the noise at scale 1. */
    private static Case cells(
            String name,
            java.util.function.ToDoubleFunction<RandomSource> shown,
            double scale,
            DoubleUnaryOperator cdf) {
        double width = scale / 4;
        return new Case(
                name,
                random -> (long) Math.floor(shown.applyAsDouble(random) / width),
                (z, factor) -> cdf.applyAsDouble((z + 1) * width / (scale * factor))
                        - cdf.applyAsDouble(z * width / (scale * factor)));
    }

    private static double laplaceCdf(double x) {
        return x < 0 ? Math.exp(x) / 2 : 1 - Math.exp(-x) / 2;
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        cases.add(new Case(
                "count, discrete Laplace",
                r -> (long) new Sums(FIVE, 0.9, r)
                                .count(x -> x > 3, new DiscreteLaplace(1.25))
                                .value()
                                .value()
                        - 3,
                (z, f) -> discreteLaplace(z, 1.25 * f)));
        cases.add(new Case(
                "count, discrete Gaussian",
                r -> (long) new Sums(FIVE, 0.9, r)
                                .count(x -> x > 3, new DiscreteGaussian(1.7))
                                .value()
                                .value()
                        - 3,
                (z, f) -> discreteGaussian(z, 1.7 * f)));
        cases.add(cells(
                "sum, Laplace in units of the larger bound",
                r -> new Sums(FIVE, 0.9, r)
                                .sum(-3, 10, new Laplace(1.5))
                                .value()
                                .value()
                        - 22,
                15,
                ReleasedLawTest::laplaceCdf));
        cases.add(cells(
                "sum, Gaussian",
                r -> new Sums(FIVE, 0.9, r)
                                .sum(-10, 3, new Gaussian(0.8))
                                .value()
                                .value()
                        - 12,
                8,
                Normal::cdf));
        cases.add(cells(
                "mean of a public size, in units of half the range",
                // wide bounds, since a mean is kept within them
                r -> new Sums(FIVE, 0.9, r)
                                .meanOfPublicSize(-1000, 1000, new Gaussian(0.1))
                                .value()
                                .value()
                        - 4.4,
                0.1 * 1000 / 5,
                Normal::cdf));
        cases.add(new Case(
                "histogram, one of its cells",
                r -> (long) Histogram.of(new int[] {0, 2, 2, 1, 2}, 4)
                                .release(new DiscreteGaussian(1.3), 0.9, r)
                                .value()
                                .get(2)
                                .value()
                        - 3,
                (z, f) -> discreteGaussian(z, 1.3 * f)));
        cases.add(cells("vector sum", ReleasedLawTest::vector, 1.3 * 2, Normal::cdf));
        for (Relation relation : List.of(Relation.ADD_OR_REMOVE_ONE, Relation.REPLACE_ONE)) {
            double halves = relation == Relation.REPLACE_ONE ? 2 : 1;
            cases.add(new Case(
                    "quantile, " + relation,
                    r -> rank(new Quantiles(FIVE, 0, 10)
                            .choice(0.5, new Exponential(2 * halves), relation, r)
                            .value()),
                    (z, f) -> quantile(z, 2 * f)));
        }
        ProposeTestRelease stable = new ProposeTestRelease(Values.of(ramp(201)), 0, 200, 1, 0.5, 1e-9);
        cases.add(cells(
                "propose, test, release: what is released",
                // more than 90 records must be replaced before one more moves the median by 50: the test passes but for
                // 1e-20
                r -> stable.median(95, 0.9, r).value().orElseThrow().value() - 100,
                95 / 0.5,
                ReleasedLawTest::laplaceCdf));
        // one record of the added or removed kind replaces one of the results, which is two halves of the range
        cases.add(cells(
                "sample and aggregate, add-remove",
                r -> SampleAndAggregate.of(FIVE, 4, -1000, 1000, block -> 0, r)
                        .mean(new Laplace(0.05), 0.9, r)
                        .value()
                        .value(),
                2 * 0.05 * 1000 / 4,
                ReleasedLawTest::laplaceCdf));
        cases.add(cells(
                "sample and aggregate, public size",
                r -> SampleAndAggregate.ofPublicSize(FIVE, 4, -1000, 1000, block -> 0)
                        .mean(new Laplace(0.05), 0.9, r)
                        .value()
                        .value(),
                0.05 * 1000 / 4,
                ReleasedLawTest::laplaceCdf));
        ResponseProtocol response = new ResponseProtocol(new RandomizedResponse(1.2, 5));
        cases.add(new Case(
                "response protocol, a report", r -> response.report(3, r), (z, f) -> response(z == 3, 5, 1.2 * f)));
        SumProtocol sum = new SumProtocol(0, 1, 4, 1.5);
        // 0.3 is level 1 or, with probability a fifth, level 2 of four
        cases.add(new Case(
                "sum protocol, a report",
                r -> sum.report(0.3, r),
                (z, f) -> 0.8 * response(z == 1, 5, 1.5 * f) + 0.2 * response(z == 2, 5, 1.5 * f)));
        addSamplers(cases);
        addTraining(cases);
        return cases;
    }

    private static void addSamplers(List<Case> cases) {
        cases.add(taking(
                "Poisson batch, a record", new PoissonSampler(40, 0.2), (z, f) -> z == 1 ? 0.2 * f : 1 - 0.2 * f));
        cases.add(taking("subset, a record", new SubsetSampler(40, 8), (z, f) -> z == 1 ? 0.2 * f : 1 - 0.2 * f));
        cases.add(taking(
                "draws with replacement, a record", new ReplacementSampler(10, 3), (z, f) -> binomial(z, 3, 0.1 * f)));
        cases.add(taking(
                "allocation, a record and a step",
                new AllocationSampler(40, 1, 5),
                (z, f) -> z == 1 ? 0.2 * f : 1 - 0.2 * f));
    }

    /** How often record 7 is in the first batch of a round. */
    private static Case taking(String name, RecordSampler sampler, Law law) {
        return new Case(
                name,
                r -> {
                    Sampling sampling = sampler.start(r);
                    return sampling.next().records().filter(i -> i == 7).count();
                },
                law);
    }

    /** One step on a record whose gradient is nothing: what is left is noise. */
    private static void addTraining(List<Case> cases) {
        Model model = new Model(new Huber(1), 1, false, 0);
        Examples nothing = Examples.of(DenseFeatures.of(new double[] {0}, 1), new double[] {0});
        SampledDescent sampled = new SampledDescent(
                new PoissonSampler(1, 0.5), 1, Schedule.constant(1.4), new Clipping(2), model, Steps.of(0.1));
        cases.add(cells(
                "noisy gradients, every step shown",
                r -> sampled.train(nothing, r, done -> {}).weights()[0],
                0.1 * 1.4 * 2 / 0.5,
                Normal::cdf));
        FeatureNorm norm = new FeatureNorm(2);
        IterateDescent last =
                new IterateDescent(Order.FULL, 1, 1, 1, Schedule.constant(1.4), norm, model, Steps.of(0.1));
        cases.add(cells(
                "noisy gradients, the last iterate",
                r -> last.train(nothing, r, done -> {}).weights()[0],
                0.1 * 1.4 * norm.gradient(model),
                Normal::cdf));
    }

    private static double vector(RandomSource random) {
        VectorSum sum = new VectorSum(3, 2);
        sum.add(new double[] {1, 0, 0});
        return sum.release(new Gaussian(1.3), random).value()[0] - 1;
    }

    private static double[] ramp(int count) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) values[i] = i;
        return values;
    }

    private static double discreteLaplace(long z, double b) {
        return Math.exp(-Math.abs(z) / b) * Math.tanh(0.5 / b);
    }

    private static double discreteGaussian(long z, double s) {
        double total = 0;
        for (int i = -60; i <= 60; i++) total += Math.exp(-0.5 * i * i / s / s);
        return Math.exp(-0.5 * z * z / s / s) / total;
    }

    private static double response(boolean truth, int k, double epsilon) {
        return (truth ? Math.exp(epsilon) : 1) / (Math.exp(epsilon) + k - 1);
    }

    private static double binomial(long k, int n, double p) {
        double chosen = 1;
        for (long i = 0; i < k; i++) chosen *= (n - i) / (double) (i + 1);
        return chosen * Math.pow(p, (double) k) * Math.pow(1 - p, (double) (n - k));
    }

    /** How many of the five values lie below. */
    private static long rank(double chosen) {
        long below = 0;
        for (double value : new double[] {1, 2, 4, 6, 9}) if (value < chosen) below++;
        return below;
    }

    /** Stretches between the values, each with the weight of its rank; single points are of no length. */
    private static double quantile(long rank, double epsilon) {
        double[] ends = {0, 1, 2, 4, 6, 9, 10};
        double total = 0;
        for (int i = 0; i < 6; i++) total += weight(ends, i, epsilon);
        return rank < 0 || rank > 5 ? 0 : weight(ends, (int) rank, epsilon) / total;
    }

    private static double weight(double[] ends, int rank, double epsilon) {
        return (ends[rank + 1] - ends[rank]) * Math.exp(-epsilon * Math.abs(rank - 2.5));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void whatIsShownHasTheLawThatIsAccountedFor(Case c) {
        RandomSource random = Tapes.seeded(c.name.hashCode());
        Map<Long, Integer> counts = new TreeMap<>();
        // exact weights take a while to draw by, and tell more a draw
        int samples = c.name.startsWith("quantile") ? SAMPLES / 4 * 3 : SAMPLES;
        for (int i = 0; i < samples; i++) counts.merge(c.shown.applyAsLong(random), 1, Integer::sum);
        assertThat(fit(counts, z -> c.law.at(z, 1)))
                .as("seed %d", c.name.hashCode())
                .isGreaterThan(UNLIKELY);
        // the control: a law two percent off, either way, does not fit
        assertThat(fit(counts, z -> c.law.at(z, OFF))).isLessThan(IMPOSSIBLE);
        assertThat(fit(counts, z -> c.law.at(z, 1 / OFF))).isLessThan(IMPOSSIBLE);
    }

    private static double fit(Map<Long, Integer> counts, LongToDoubleFunction law) {
        return ChiSquare.of(
                counts, counts.values().stream().mapToInt(Integer::intValue).sum(), law);
    }

    /** Every string of bits through whole releases of small parameters: what is decided never exceeds the law, and little is left open. */
    @Test
    void everyStringOfBitsLeadsToTheLaw() {
        ResponseProtocol response = new ResponseProtocol(new RandomizedResponse(Math.log(3), 2));
        decided("response", r -> response.report(1, r), z -> z == 1 ? 0.75 : 0.25, 16);
        decided(
                "count",
                r -> (long) new Sums(FIVE, 0.9, r)
                                .count(x -> x > 3, new DiscreteLaplace(1))
                                .value()
                                .value()
                        - 3,
                z -> discreteLaplace(z, 1),
                18);
        SumProtocol sum = new SumProtocol(0, 1, 1, Math.log(3));
        decided(
                "sum",
                r -> sum.report(0.25, r),
                z -> z == 1 ? 0.25 * 0.75 + 0.75 * 0.25 : 0.25 * 0.25 + 0.75 * 0.75,
                16);
    }

    private static void decided(String name, ToLongFunction<RandomSource> shown, LongToDoubleFunction law, int bits) {
        Tapes.Enumeration all = Tapes.enumerate(4, bits, shown);
        assertThat(all.undecided()).as(name).isLessThan(0.2);
        all.decided().forEach((outcome, mass) -> {
            double truth = law.applyAsDouble(outcome);
            assertThat(mass).as("%s, %d", name, outcome).isBetween(truth - all.undecided() - 1e-12, truth + 1e-12);
        });
        double sum =
                all.decided().values().stream().mapToDouble(Double::doubleValue).sum();
        assertThat(sum + all.undecided()).isBetween(1 - 1e-12, 1 + 1e-12);
    }
}
