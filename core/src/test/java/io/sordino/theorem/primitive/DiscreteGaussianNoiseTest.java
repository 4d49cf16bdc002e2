package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Pair;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.numeric.Bracket;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DiscreteGaussianNoiseTest extends PairContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("gaussian(1)"));
    }

    private static final DiscreteGaussianNoise THEOREM = new DiscreteGaussianNoise();

    @Override
    List<Case> cases() {
        return List.of(
                of(0.4, 2), of(0.4, 1), of(3, 2), of(3, 1), of(100, 2), of(100, 1), of(300, 1), of(1e6, 2), of(1e6, 1));
    }

    private static Case of(double sigma, int shift) {
        Relation relation = shift == 1 ? Relation.ADD_OR_REMOVE_ONE : Relation.REPLACE_ONE;
        Pair pair = Leaf.pair(THEOREM, new DiscreteGaussian(sigma), relation);
        return new Case("discrete_gaussian(" + sigma + ") by " + shift, pair, shift / sigma, random -> {
            double z = shift + noise(random, sigma);
            return (z - shift / 2.0) * shift / sigma / sigma;
        });
    }

    /** Rejection from a rounded Gaussian of the same width plus a half. */
    private static double noise(Random random, double sigma) {
        double wide = sigma + 0.5;
        while (true) {
            double z = Math.rint(random.nextGaussian() * wide);
            double target = Math.exp(-0.5 * z * z / sigma / sigma);
            double proposal = cdf((z + 0.5) / wide) - cdf((z - 0.5) / wide);
            double most = 1 / (2 * cdf(0.5 / wide) - 1) * 1.35;
            if (random.nextDouble() * most * proposal < target) return z;
        }
    }

    private static double cdf(double x) {
        return io.sordino.numeric.Normal.cdf(x);
    }

    @Override
    List<Pair> extremes() {
        return List.of(
                pair(Double.MIN_VALUE),
                pair(1e-300),
                pair(1e-153),
                pair(1e-3),
                pair(0.027),
                pair(1e9),
                pair(1e16),
                pair(1e155),
                pair(1e300),
                pair(Double.MAX_VALUE));
    }

    private static Pair pair(double sigma) {
        return Leaf.pair(THEOREM, new DiscreteGaussian(sigma));
    }

    @Test
    void hasAtMostTwentyThousandAtoms() {
        for (double sigma : new double[] {1e-3, 1, 249, 250, 251, 1e6, 1e12})
            assertThat(pair(sigma).atoms().size()).isLessThan(20_000);
        assertThat(pair(250).continuous()).isFalse();
        assertThat(pair(251).continuous()).isTrue();
    }

    @Test
    void theTailThatIsCutIsCountedAtInfinity() {
        Pair pair = pair(2);
        assertThat(pair.infinity().lower()).isZero();
        assertThat(pair.infinity().upper()).isBetween(1e-320, 1e-298);
    }

    /** Below and above the switch from sums to Euler and Maclaurin's formula, and from atoms to cells. */
    @Test
    void neighbouringSigmasAgreeAcrossEverySwitch() {
        for (double sigma : new double[] {21.875, 40, 120, 250}) {
            for (double place : new double[] {0.1, 0.16 * sigma - 3.5, 3, 9}) {
                double eps = Math.max(0.01, place) / sigma;
                Bracket before = pair(Math.nextDown(sigma)).logDelta(eps);
                Bracket after = pair(Math.nextUp(sigma)).logDelta(Math.nextUp(eps));
                double size = 1e-10 * (1 + Math.abs(before.upper()));
                assertThat(after.lower()).isLessThanOrEqualTo(before.upper() + size);
                assertThat(after.upper()).isGreaterThanOrEqualTo(before.lower() - size);
            }
        }
    }

    @Test
    void cellsOfAWideNoiseAreSumsOverIntegers() {
        double sigma = 300;
        Pair pair = pair(sigma);
        double norm = sigma * Math.sqrt(2 * Math.PI);
        for (long z : new long[] {-9000, -700, -1, 0, 1, 5, 300, 2500, 9000}) {
            for (int count : new int[] {1, 2, 17, 400}) {
                double sum = 0;
                for (long k = z + 1; k <= z + count; k++) {
                    double x = (k - 1) / sigma;
                    sum += Math.exp(-0.5 * x * x) / norm;
                }
                // edges half-way between two integers
                double[] edges = {z / sigma / sigma, (z + count) / sigma / sigma};
                double[] p = new double[1];
                pair.cells(edges, p, new double[1]);
                assertThat(p[0]).isCloseTo(sum, org.assertj.core.data.Offset.offset(2e-12 * sum));
            }
        }
    }

    @Test
    void aWideNoiseIsCloseToGaussian() {
        Pair discrete = pair(1e7);
        Pair gaussian = Leaf.pair(new GaussianNoise(), new Gaussian(1e7));
        for (double eps : new double[] {0, 1e-8, 1e-7, 5e-7})
            assertThat(discrete.logDelta(eps).upper())
                    .isCloseTo(gaussian.logDelta(eps).upper(), org.assertj.core.data.Offset.offset(1e-11));
    }

    /** Losses of 1e-6 need a lattice of their own size; a million of them are one Gaussian of mu = 1e-3. */
    @Test
    void aMillionWideNoisesComposeTightly() {
        Mechanism million = new Repeated(1_000_000, new DiscreteGaussian(1e6));
        Bracket epsilon = Accountant.standard()
                .epsilon(million, Relation.ADD_OR_REMOVE_ONE, 1e-6, Precision.DEFAULT)
                .epsilon();
        Bracket gaussian = Leaf.pair(new GaussianNoise(), new Gaussian(1e3)).epsilon(1e-6);
        assertThat(epsilon.relativeWidth()).isLessThan(1e-3);
        assertThat(epsilon.lower()).isLessThanOrEqualTo(gaussian.upper() * (1 + 1e-9));
        assertThat(epsilon.upper()).isGreaterThanOrEqualTo(gaussian.lower() * (1 - 1e-9));
    }
}
