package io.sordino.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.RandomizedResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every string of random bits up to a length is tried: what is decided by then never exceeds the law, nor falls short of it. */
class EnumerationTest {
    private static final int BITS = Boolean.getBoolean("sordino.slow") ? 24 : 19;

    record Case(String name, ToLongFunction<RandomSource> sampler, LongToDoubleFunction law) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        return List.of(
                uniform(3),
                uniform(5),
                uniform(7),
                uniform(12),
                uniform(1000),
                ratio(1, 3),
                ratio(5, 7),
                ratio(3, 8),
                ratio(999, 1000),
                exp(1, 3),
                exp(2, 1),
                exp(7, 5),
                exp(1, 1000),
                chance(1, 2),
                chance(5, 3),
                geometric(1),
                geometric(2.5),
                geometric(0.75),
                discreteLaplace(1),
                discreteLaplace(2.5),
                discreteLaplace(0.5),
                discreteGaussian(1),
                discreteGaussian(2.5),
                discreteGaussian(0.75),
                rounded("laplace(1)", new RoundedLaplace(1), x -> Math.signum(x) * (1 - Math.exp(-Math.abs(x))) / 2),
                rounded(
                        "laplace(0.75)",
                        new RoundedLaplace(0.75),
                        x -> Math.signum(x) * (1 - Math.exp(-Math.abs(x) / 0.75)) / 2),
                rounded("truncated(2, 1.5)", new RoundedTruncatedLaplace(2, 1.5), truncated(2, 1.5)),
                rounded("truncated(1, 3)", new RoundedTruncatedLaplace(1, 3), truncated(1, 3)),
                rounded("gaussian(1)", new RoundedGaussian(1), x -> io.sordino.numeric.Normal.cdf(x)),
                rounded("gaussian(1.5)", new RoundedGaussian(1.5), x -> io.sordino.numeric.Normal.cdf(x / 1.5)),
                response(1, 2),
                response(0, 3),
                response(2, 4),
                response(0.3, 5));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bitStringsAddUpToTheLaw(Case c) {
        assertThat(agrees(c, 1, 0.35)).isTrue();
    }

    @Test
    void widerDigitsGiveTheSameLaw() {
        for (int digit : new int[] {2, 3, 5}) {
            assertThat(agrees(uniform(7), digit, 0.3)).isTrue();
            assertThat(agrees(ratio(5, 7), digit, 0.3)).isTrue();
            assertThat(agrees(chance(5, 3), digit, 0.3)).isTrue();
            assertThat(agrees(response(2, 4), digit, 0.3)).isTrue();
            assertThat(agrees(discreteLaplace(1), digit, 0.5)).isTrue();
        }
    }

    @Test
    void theProductOfADigitIsUniform() {
        for (int bound = 2; bound <= 16; bound++) {
            int b = bound;
            Tapes.Enumeration found = Tapes.enumerate(4, 16, random -> random.below(b));
            for (long z = 0; z < b; z++)
                assertThat(found.decided().get(z)).isBetween(1.0 / b - found.undecided(), 1.0 / b);
        }
    }

    @Test
    void choicesHaveTheirWeights() {
        long[] scores = {0, 3, 2, 3};
        // the lottery asks for 160 bits at once, more than can be enumerated: its coins are tried here, its law by
        // chi-square
        Scores candidates = new Scores(new Exponential(1), 1, scores);
        double kept = Math.exp(-0.5);
        Tapes.Enumeration found = Tapes.enumerate(1, 20, random -> candidates.kept(2, random) ? 1 : 0);
        assertThat(found.decided().get(1L)).isBetween(kept - found.undecided(), kept);
        double none = Math.exp(-1.5);
        Tapes.Enumeration flipped =
                Tapes.enumerate(1, 18, random -> new PermuteAndFlip(1).choose(new long[] {0, 3}, 1, random));
        // first with probability 1/2, then kept with e^-1.5
        assertThat(flipped.decided().get(0L)).isBetween(none / 2 - flipped.undecided(), none / 2);
    }

    /** The path that is taken in earnest: running totals of as many places as the source gives at a time. */
    @Test
    void rememberedTotalsDecideNoMoreThanTheLaw() {
        long[][] all = {{0, 3, 2, 3}, {5, 5, 5}, {0, 1}, {9, 0, 4, 4, 1, 7, 3}};
        for (long[] scores : all)
            for (int places : new int[] {4, 6, 9, 12}) {
                Scores candidates = new Scores(new Exponential(1), 1, scores);
                WeightedDraw.Prepared prepared = new WeightedDraw(candidates::weights).prepared(places);
                Tapes.Enumeration found = Tapes.enumerate(places, places, prepared::draw);
                double total = 0;
                for (long score : scores) total += Math.exp(score / 2.0);
                double decided = 0;
                for (int i = 0; i < scores.length; i++) {
                    double law = Math.exp(scores[i] / 2.0) / total;
                    double mass = found.decided().getOrDefault((long) i, 0.0);
                    assertThat(mass).isBetween(law - Math.scalb(2.0, -places), law * (1 + 1e-12));
                    decided += mass;
                }
                // what is left is decided by more bits: a cell where two totals meet
                assertThat(found.undecided()).isCloseTo(1 - decided, within(1e-12));
                assertThat(found.undecided()).isLessThanOrEqualTo(Math.scalb((double) scores.length, -places));
            }
    }

    @Test
    void scoresThatAreFarApartAreNotToldFromTheirNeighboursByARefusal() {
        long[][] pairs = {
            {Long.MIN_VALUE, 0}, {Long.MIN_VALUE + 1, 0}, {Long.MIN_VALUE, Long.MAX_VALUE}, {-1, Long.MAX_VALUE}
        };
        for (long[] scores : pairs) {
            assertThat(new ExponentialSampler(new Exponential(1)).choose(scores, 1, Tapes.seeded(1)))
                    .isEqualTo(1);
            assertThat(new ExponentialSampler(new Exponential(1))
                            .prepared(scores, 1)
                            .draw(Tapes.seeded(1)))
                    .isEqualTo(1);
            assertThat(new PermuteAndFlip(1).choose(scores, 1, Tapes.seeded(1))).isEqualTo(1);
        }
    }

    @Test
    void theBestOfThoseThatCanBeChosenSetsTheScale() {
        // next to a candidate of no size, however good, the others keep their odds: 1 to e^-0.5
        long[] scores = {1L << 60, 0, 1};
        long[] sizes = {0, 1, 1};
        RandomSource random = Tapes.seeded(5);
        ExponentialSampler sampler = new ExponentialSampler(new Exponential(1));
        double fit = ChiSquare.of(
                20_000,
                () -> sampler.chooseGroup(scores, sizes, 1, random),
                z -> z == 0 ? 0 : z == 1 ? 1 / (1 + Math.exp(0.5)) : 1 / (1 + Math.exp(-0.5)));
        assertThat(fit).isGreaterThan(1e-3);
    }

    @Test
    void aLocalReportHasNoLessNoiseThanItsEpsilon() {
        RandomSource random = Tapes.seeded(3);
        for (int i = 0; i < 10_000; i++) {
            double epsilon = Math.scalb(1 + random.bits(52) * 0x1p-52, (int) random.below(12) - 8);
            BigDecimal scale =
                    new BigDecimal(GridNoise.covering(new LocalLaplace(epsilon)).noiseMultiplier());
            assertThat(scale.multiply(new BigDecimal(epsilon))).isGreaterThanOrEqualTo(BigDecimal.ONE);
        }
    }

    @Test
    void aChanceOffByOneInTenThousandIsSeen() {
        double p = Math.exp(-5.0 / 3) + 1e-4;
        Case wrong = new Case("wrong", chance(5, 3).sampler(), z -> z == 1 ? p : 1 - p);
        assertThat(agrees(wrong, 1, 0.01)).isFalse();
        Case biased = new Case("biased", random -> random.bits(4) % 3, z -> 1.0 / 3);
        assertThat(agrees(biased, 1, 0.01)).isFalse();
    }

    private static boolean agrees(Case c, int digit, double mostUndecided) {
        Tapes.Enumeration found = Tapes.enumerate(digit, BITS, c.sampler);
        assertThat(found.undecided()).as("undecided").isLessThan(mostUndecided);
        double total = found.undecided();
        boolean agrees = true;
        for (var entry : found.decided().entrySet()) {
            long z = entry.getKey();
            double mass = entry.getValue();
            double law = c.law.applyAsDouble(z);
            agrees &= mass <= law * (1 + 1e-12) && law <= (mass + found.undecided()) * (1 + 1e-12);
            total += mass;
        }
        assertThat(total).isEqualTo(1.0);
        return agrees;
    }

    private static Case uniform(long bound) {
        return new Case("uniform " + bound, random -> random.below(bound), z -> 1.0 / bound);
    }

    private static Case ratio(long a, long b) {
        return new Case(
                "ratio", random -> RationalCoin.toss(a, b, random) ? 1 : 0, z -> (z == 1 ? a : b - a) / (double) b);
    }

    private static Case exp(long a, long b) {
        double p = Math.exp(-(double) a / b);
        return new Case("exp", random -> ExpCoin.minus(a, b, random) ? 1 : 0, z -> z == 1 ? p : 1 - p);
    }

    private static Case chance(long a, long b) {
        double p = Math.exp(-(double) a / b);
        IrrationalCoin chance = IrrationalCoin.expMinus(a, b);
        return new Case("chance", random -> chance.toss(random) ? 1 : 0, z -> z == 1 ? p : 1 - p);
    }

    private static Case geometric(double b) {
        return new Case("geometric " + b, new GeometricSampler(b)::draw, z -> Math.exp(-z / b) * -Math.expm1(-1 / b));
    }

    private static double laplace(double b, long z) {
        return Math.exp(-Math.abs(z) / b) * Math.tanh(0.5 / b);
    }

    private static Case discreteLaplace(double b) {
        return new Case(
                "discrete_laplace " + b, new DiscreteLaplaceSampler(new DiscreteLaplace(b))::draw, z -> laplace(b, z));
    }

    private static Case discreteGaussian(double s) {
        double norm = 0;
        for (int z = -60; z <= 60; z++) norm += Math.exp(-0.5 * z * z / s / s);
        double total = norm;
        return new Case(
                "discrete_gaussian " + s,
                new DiscreteGaussianSampler(new DiscreteGaussian(s))::draw,
                z -> Math.exp(-0.5 * z * z / s / s) / total);
    }

    private static java.util.function.DoubleUnaryOperator truncated(double b, double bound) {
        double half = 2 * -Math.expm1(-bound / b);
        return x -> Math.signum(x) * -Math.expm1(-Math.min(bound, Math.abs(x)) / b) / half;
    }

    private static Case rounded(String name, IntegerNoise noise, java.util.function.DoubleUnaryOperator cdf) {
        return new Case("rounded " + name, noise::draw, z -> cdf.applyAsDouble(z + 0.5) - cdf.applyAsDouble(z - 0.5));
    }

    private static Case response(double epsilon, long k) {
        double e = Math.exp(epsilon);
        ResponseSampler sampler = new ResponseSampler(new RandomizedResponse(epsilon, k));
        return new Case("response", random -> sampler.report(1, random), z -> (z == 1 ? e : 1) / (e + k - 1));
    }
}
