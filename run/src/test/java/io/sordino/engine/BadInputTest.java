package io.sordino.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sordino.engine.protocol.ResponseProtocol;
import io.sordino.engine.protocol.SumProtocol;
import io.sordino.engine.query.Histogram;
import io.sordino.engine.query.ProposeTestRelease;
import io.sordino.engine.query.Quantiles;
import io.sordino.engine.query.SampleAndAggregate;
import io.sordino.engine.query.Sums;
import io.sordino.engine.query.Values;
import io.sordino.engine.query.VectorSum;
import io.sordino.engine.sample.PoissonSampler;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.noise.ExponentialSampler;
import io.sordino.noise.GridNoise;
import io.sordino.noise.PermuteAndFlip;
import io.sordino.noise.RandomSource;
import io.sordino.noise.ResponseSampler;
import io.sordino.noise.Tapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What makes no sense is refused before any bit of randomness is used, in words that do not depend on the data. */
class BadInputTest {
    private static final RandomSource NONE = Tapes.forbidden();
    private static final double[] NOT_FINITE = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    private static final double[] NO_CONFIDENCE = {Double.NaN, 0, 1, -0.5, 2, Double.POSITIVE_INFINITY};
    private static final double[][] NO_BOUNDS = {
        {1, 0},
        {0, 0},
        {Double.NaN, 1},
        {0, Double.NaN},
        {0, Double.POSITIVE_INFINITY},
        {Double.NEGATIVE_INFINITY, 0},
        {0, 1e300}
    };

    /** A query of data, which is asked on two datasets. */
    interface Query {
        void ask(double[] data);
    }

    record Case(String name, Query query) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        Laplace laplace = new Laplace(1);
        Exponential exponential = new Exponential(1);
        for (double c : NO_CONFIDENCE) {
            add(cases, "sums, confidence " + c, d -> new Sums(Values.of(d), c, NONE).sum(0, 1, laplace));
            add(cases, "histogram, confidence " + c, d -> histogram(d).release(new DiscreteLaplace(1), c, NONE));
            add(
                    cases,
                    "quantile, confidence " + c,
                    d -> new Quantiles(Values.of(d), 0, 1).quantile(0.5, exponential, Relation.REPLACE_ONE, c, NONE));
            add(cases, "median, confidence " + c, d -> test(d, 0, 1, 1, 1, 1e-6).median(0.1, c, NONE));
            add(
                    cases,
                    "quartiles, confidence " + c,
                    d -> test(d, 0, 1, 1, 1, 1e-6).interquartileRange(0.1, c, NONE));
            add(
                    cases,
                    "aggregated mean, confidence " + c,
                    d -> aggregate(d, 3, 0, 1).mean(laplace, c, NONE));
            add(
                    cases,
                    "aggregated median, confidence " + c,
                    d -> aggregate(d, 3, 0, 1).median(0.1, 1, 1, 1e-6, c, NONE));
            add(cases, "response protocol, confidence " + c, d -> responses().run(new int[d.length], c, NONE));
            add(cases, "sum protocol, confidence " + c, d -> new SumProtocol(0, 1, 4, 1).run(d, c, NONE));
        }
        for (double[] b : NO_BOUNDS) {
            String of = " in [" + b[0] + ", " + b[1] + "]";
            add(cases, "sum" + of, d -> sums(d).sum(b[0], b[1], laplace));
            add(cases, "mean of public size" + of, d -> sums(d).meanOfPublicSize(b[0], b[1], laplace));
            add(cases, "mean" + of, d -> sums(d).mean(b[0], b[1], laplace, new DiscreteLaplace(1)));
            add(
                    cases,
                    "quantile" + of,
                    d -> new Quantiles(Values.of(d), b[0], b[1]).choice(0.5, exponential, Relation.REPLACE_ONE, NONE));
            add(cases, "median" + of, d -> test(d, b[0], b[1], 1, 1, 1e-6).median(0.1, 0.9, NONE));
            add(cases, "aggregate" + of, d -> aggregate(d, 3, b[0], b[1]));
            add(
                    cases,
                    "aggregate under add-remove" + of,
                    d -> SampleAndAggregate.of(Values.of(d), 3, b[0], b[1], x -> x[0], NONE));
            add(cases, "sum protocol" + of, d -> new SumProtocol(b[0], b[1], 4, 1).run(d, 0.9, NONE));
        }
        for (double x : NOT_FINITE) {
            add(cases, "values with " + x, d -> Values.of(with(d, x)));
            add(cases, "sum protocol with " + x, d -> new SumProtocol(0, 1, 4, 1).run(with(d, x), 0.9, NONE));
            add(cases, "one report of " + x, d -> new SumProtocol(0, 1, 4, 1).report(x, NONE));
            add(
                    cases,
                    "quantile " + x,
                    d -> new Quantiles(Values.of(d), 0, 1).quantile(x, exponential, Relation.REPLACE_ONE, 0.9, NONE));
            add(cases, "beta " + x, d -> test(d, 0, 1, 1, 1, 1e-6).median(x, 0.9, NONE));
            add(cases, "test epsilon " + x, d -> test(d, 0, 1, x, 1, 1e-6));
            add(cases, "delta " + x, d -> test(d, 0, 1, 1, 1, x));
            add(cases, "clip " + x, d -> new VectorSum(2, x));
            add(cases, "local epsilon " + x, d -> new SumProtocol(0, 1, 4, x));
            add(cases, "noise makers " + x, d -> ResponseProtocol.counting(10, x));
            add(cases, "sampling rate " + x, d -> new PoissonSampler(10, x));
            add(cases, "laplace " + x, d -> sums(d).sum(0, 1, new Laplace(x)));
            add(cases, "gaussian " + x, d -> sums(d).sum(0, 1, new Gaussian(x)));
            add(cases, "discrete gaussian " + x, d -> sums(d).count(y -> true, new DiscreteGaussian(x)));
        }
        add(cases, "no cells", d -> Histogram.of(new int[d.length], 0));
        add(cases, "a cell that is not there", d -> Histogram.of(new int[] {0, 5}, 3));
        add(cases, "no clients with answers", d -> responses().run(new int[0], 0.9, NONE));
        add(cases, "no clients with numbers", d -> new SumProtocol(0, 1, 4, 1).run(new double[0], 0.9, NONE));
        add(cases, "one client", d -> responses().run(new int[1], 0.9, NONE));
        add(cases, "an answer that is not there", d -> responses().run(new int[] {0, 1, 7}, 0.9, NONE));
        add(cases, "no blocks", d -> aggregate(d, 0, 0, 1));
        add(cases, "no candidates", d -> new ExponentialSampler(exponential).choose(new long[0], 1, NONE));
        add(
                cases,
                "a quantile by no epsilon",
                d -> new Quantiles(Values.of(d), 0, 1)
                        .quantile(0.5, new Exponential(0), Relation.REPLACE_ONE, 0.9, NONE));
        add(
                cases,
                "a quantile by an epsilon beyond all ranks",
                d -> new Quantiles(Values.of(d), 0, 1)
                        .quantile(0.5, new Exponential(1e-300), Relation.REPLACE_ONE, 0.9, NONE));
        add(
                cases,
                "a response of a value that is not there",
                d -> new ResponseSampler(new RandomizedResponse(1, 3)).report(3, NONE));
        for (double huge : new double[] {1e300, 1e40})
            for (Mechanism noise : List.of(new Laplace(huge), new Gaussian(huge)))
                add(cases, "a sum with " + noise, d -> sums(d).sum(0, 1, noise));
        for (double huge : new double[] {1e300, 1e17})
            for (Mechanism noise : List.of(
                    new DiscreteLaplace(huge),
                    new DiscreteGaussian(huge),
                    new TruncatedLaplace(huge, huge),
                    new SinhNormal(huge, huge)))
                add(cases, "a histogram with " + noise, d -> histogram(d).release(noise, 0.9, NONE));
        add(cases, "more cells than the grid has", d -> GridNoise.of(laplace, 1L << 40));
        return cases;
    }

    private static void add(List<Case> cases, String name, Query query) {
        cases.add(new Case(name, query));
    }

    private static double[] with(double[] data, double bad) {
        double[] all = Arrays.copyOf(data, data.length + 1);
        all[data.length] = bad;
        return all;
    }

    private static Sums sums(double[] data) {
        return new Sums(Values.of(data), 0.9, NONE);
    }

    private static Histogram histogram(double[] data) {
        return Histogram.of(new int[data.length], 3);
    }

    private static ProposeTestRelease test(double[] d, double lower, double upper, double e1, double e2, double delta) {
        return new ProposeTestRelease(Values.of(d), lower, upper, e1, e2, delta);
    }

    private static SampleAndAggregate aggregate(double[] d, int blocks, double lower, double upper) {
        return SampleAndAggregate.ofPublicSize(Values.of(d), blocks, lower, upper, x -> x[0]);
    }

    private static ResponseProtocol responses() {
        return new ResponseProtocol(new RandomizedResponse(1, 3));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isRefusedBeforeNoiseIsDrawnInWordsThatDoNotDependOnTheData(Case c) {
        Throwable first = catchThrowable(() -> c.query.ask(new double[] {0.1, 0.2, 0.3, 0.4, 0.5}));
        Throwable second = catchThrowable(() -> c.query.ask(new double[] {-77, 123.25, 77, 1e9, -0.0}));
        assertThat(first).isInstanceOf(IllegalArgumentException.class);
        assertThat(second).isInstanceOf(IllegalArgumentException.class).hasMessage(first.getMessage());
        assertThat(first.getMessage()).isNotEmpty();
    }

    /** The control: what makes sense does ask for randomness. */
    @Test
    void goodRequestsDoDrawNoise() {
        double[] d = {0.1, 0.2, 0.3, 0.4, 0.5};
        List<Query> good = List.of(
                x -> sums(x).sum(0, 1, new Laplace(1)),
                x -> histogram(x).release(new DiscreteLaplace(1), 0.9, NONE),
                x -> test(x, 0, 1, 1, 1, 1e-6).median(0.1, 0.9, NONE),
                x -> aggregate(x, 3, 0, 1).mean(new Laplace(1), 0.9, NONE),
                x -> responses().run(new int[x.length], 0.9, NONE),
                // however far apart scores are, nothing but noise may tell
                x -> new ExponentialSampler(new Exponential(1))
                        .choose(new long[] {Long.MIN_VALUE, Long.MAX_VALUE}, 1, NONE),
                x -> new PermuteAndFlip(1).choose(new long[] {Long.MIN_VALUE, Long.MAX_VALUE}, 1, NONE),
                x -> new SumProtocol(0, 1, 4, 1).run(x, 0.9, NONE));
        for (Query query : good)
            assertThat(catchThrowable(() -> query.ask(d)))
                    .isNotNull()
                    .isNotInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the tape has ended");
    }
}
