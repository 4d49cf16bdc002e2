package io.sordino.noise;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.numeric.Normal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Chi-square of every sampler against its law, twelve parameters each; seeds are fixed. */
class SamplerLawTest {
    private static final int SAMPLES = Boolean.getBoolean("sordino.slow") ? 2_000_000 : 100_000;
    /** One of 100 fits is below this by chance in every hundredth set of seeds. */
    private static final double UNLIKELY = 1e-4;

    record Case(String name, IntegerNoise noise, LongToDoubleFunction law) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (double b : new double[] {0.1, 0.3, 0.5, 0.8, 1, 1.1, 2.5, 3.14, 7, 10.01, 20, 33})
            cases.add(new Case(
                    "discrete_laplace " + b,
                    new DiscreteLaplaceSampler(new DiscreteLaplace(b)),
                    z -> Math.exp(-Math.abs(z) / b) * Math.tanh(0.5 / b)));
        for (double s : new double[] {0.1, 0.3, 0.5, 0.8, 1, 1.1, 2.5, 3.14, 7, 10.01, 20, 33}) {
            double norm = 0;
            for (int z = -500; z <= 500; z++) norm += Math.exp(-0.5 * z * z / s / s);
            double total = norm;
            cases.add(new Case(
                    "discrete_gaussian " + s,
                    new DiscreteGaussianSampler(new DiscreteGaussian(s)),
                    z -> Math.exp(-0.5 * z * z / s / s) / total));
        }
        for (double b : new double[] {0.1, 0.3, 0.5, 0.8, 1, 1.1, 2.5, 3.14, 7, 10.01, 20, 33}) {
            cases.add(rounded("gaussian " + b, new RoundedGaussian(b), x -> Normal.cdf(x / b)));
            cases.add(rounded(
                    "laplace " + b, new RoundedLaplace(b), x -> Math.signum(x) * -Math.expm1(-Math.abs(x) / b) / 2));
            for (double bound : new double[] {0.7 * b, 5.3 * b}) {
                double half = 2 * -Math.expm1(-bound / b);
                cases.add(rounded(
                        "truncated " + b + " " + bound,
                        new RoundedTruncatedLaplace(b, bound),
                        x -> Math.signum(x) * -Math.expm1(-Math.min(bound, Math.abs(x)) / b) / half));
                cases.add(rounded(
                        "truncated gaussian " + b + " " + bound,
                        new RoundedTruncatedGaussian(b, bound),
                        x -> Math.signum(x)
                                * Normal.between(0, Math.min(bound, Math.abs(x)) / b)
                                / Normal.between(-bound / b, bound / b)));
            }
            double a = 1.7 * b;
            cases.add(rounded("sinh " + b, new RoundedSinhNormal(b, a), x -> Normal.cdf(a / b * Math.sinh(x / a))));
        }
        for (double epsilon : new double[] {0, 0.01, 0.5, 1, 4, 10})
            for (long k : new long[] {2, 7}) {
                ResponseSampler sampler = new ResponseSampler(new RandomizedResponse(epsilon, k));
                double e = Math.exp(epsilon);
                cases.add(new Case(
                        "response " + epsilon + " " + k,
                        r -> sampler.report(1, r),
                        z -> (z == 1 ? e : 1) / (e + k - 1)));
            }
        long[] scores = {3, 0, 5, 5, -2};
        for (double epsilon : new double[] {0, 0.1, 0.5, 1, 2, 5}) {
            double[] weights = new double[5];
            double sum = 0;
            for (int i = 0; i < 5; i++) sum += weights[i] = Math.exp(epsilon * scores[i] / 4);
            double total = sum;
            ExponentialSampler sampler = new ExponentialSampler(new Exponential(epsilon));
            cases.add(new Case("exponential " + epsilon, sampler.prepared(scores, 2), z -> weights[(int) z] / total));
            cases.add(new Case(
                    "permute and flip " + epsilon,
                    new PermuteAndFlip(epsilon).prepared(scores, 2),
                    z -> flipped(epsilon, scores, (int) z)));
        }
        return cases;
    }

    /** The chance of a candidate by going through all orders. */
    private static double flipped(double epsilon, long[] scores, int candidate) {
        return flipped(epsilon, scores, candidate, 0);
    }

    private static double flipped(double epsilon, long[] scores, int candidate, int tried) {
        int left = scores.length - Integer.bitCount(tried);
        double sum = 0;
        for (int i = 0; i < scores.length; i++) {
            if (((tried >> i) & 1) != 0) continue;
            double kept = Math.exp(epsilon * (scores[i] - 5) / 4);
            if (i == candidate) sum += kept / left;
            if (kept < 1) sum += (1 - kept) / left * flipped(epsilon, scores, candidate, tried | (1 << i));
        }
        return sum;
    }

    private static Case rounded(String name, IntegerNoise noise, DoubleUnaryOperator cdf) {
        return new Case("rounded " + name, noise, z -> cdf.applyAsDouble(z + 0.5) - cdf.applyAsDouble(z - 0.5));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void samplesFitTheirLaw(Case c) {
        RandomSource random = Tapes.seeded(c.name.hashCode());
        assertThat(ChiSquare.of(SAMPLES, () -> c.noise.draw(random), c.law)).isGreaterThan(UNLIKELY);
    }

    @Test
    void aScaleTwoPercentOffDoesNotFit() {
        RandomSource random = Tapes.seeded(1);
        IntegerNoise noise = new DiscreteLaplaceSampler(new DiscreteLaplace(2.45));
        double fit = ChiSquare.of(
                400_000, () -> noise.draw(random), z -> Math.exp(-Math.abs(z) / 2.5) * Math.tanh(0.5 / 2.5));
        assertThat(fit).isLessThan(1e-6);
    }

    static Stream<Double> bigSigmas() {
        return Stream.of(1e3, 123_456.789, 1e9, 0x1p40, 1e15);
    }

    /** Of big noises the quantiles are counted: sixteen equally likely intervals of the continuous law. */
    @ParameterizedTest
    @MethodSource("bigSigmas")
    void bigNoisesHaveTheirQuantiles(double s) {
        IntegerNoise[] noises = {new DiscreteGaussianSampler(new DiscreteGaussian(s)), new RoundedGaussian(s)};
        for (IntegerNoise noise : noises) {
            RandomSource random = Tapes.seeded((long) s);
            double fit = ChiSquare.of(
                    100_000, () -> (long) (16 * Normal.cdf((noise.draw(random) + 0.5) / s)), z -> 1.0 / 16);
            assertThat(fit).isGreaterThan(s < 1e4 ? 1e-6 : UNLIKELY);
        }
        RandomSource random = Tapes.seeded((long) s);
        IntegerNoise laplace = new RoundedLaplace(s);
        double fit = ChiSquare.of(
                100_000,
                () -> Math.min(15, (long) (16 * Math.exp(-Math.abs(laplace.draw(random)) / s))),
                z -> 1.0 / 16);
        assertThat(fit).isGreaterThan(s < 1e4 ? 1e-6 : UNLIKELY);
    }
}
