package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Change;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.sampling.GaussianMixturePair;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several records of one sample. */
class GroupInSampleTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("group(3, poisson(0.1, gaussian(1)))", "replace-one", "stated for added or removed records"),
                silentOn("group(3, gaussian(1))", "add-remove", "a group in a Poisson sample"));
    }

    private static Bracket epsilon(String plan, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }

    /** Truths by a Fourier transform of the mixture's losses on a grid of 1e-4, in numpy. */
    @ParameterizedTest
    @CsvSource({
        "'group(3, 100 * poisson(0.01, gaussian(1)))', 2.36254",
        "'group(5, 1000 * poisson(0.01, gaussian(2)))', 3.73244",
        "'group(3, 100 * poisson(0.01, gdp(1)))', 2.36254"
    })
    void compositionsHoldTheTruth(String plan, double truth) {
        Bracket found = epsilon(plan, 1e-5);
        assertThat(found.lower()).isLessThan(truth * (1 + 1e-5));
        assertThat(found.upper()).isBetween(truth * (1 - 1e-5), truth * (1 + 1e-3));
    }

    @Test
    void aGroupOfOneIsOneRecord() {
        for (Change change : Change.values()) {
            GaussianMixturePair one = GaussianMixturePair.ofGroup(1, 0.3, 0.3, 1.5, change);
            for (double epsilon = -3; epsilon <= 8; epsilon += 0.5) {
                Bracket mixed = one.logDelta(epsilon);
                Bracket plain = GaussianPair.of(1.5).logDelta(epsilon);
                assertThat(mixed.lower()).isLessThanOrEqualTo(plain.upper());
                assertThat(mixed.upper()).isGreaterThanOrEqualTo(plain.lower());
            }
        }
    }

    /** A bound with b told holds for Gaussian noise too, so it is above the exact one; one record alone is below. */
    @Test
    void moreRecordsShowMoreAndToldOnesMost() {
        double before = 0;
        for (int size = 1; size <= 6; size++) {
            Bracket now = epsilon("group(" + size + ", 10 * poisson(0.05, gaussian(1)))", 1e-6);
            assertThat(now.lower()).isGreaterThan(before);
            before = now.upper();
        }
        Bracket laplace = epsilon("group(3, 10 * poisson(0.05, laplace(1)))", 1e-6);
        assertThat(laplace.upper())
                .isLessThan(3 * epsilon("10 * poisson(0.05, laplace(1))", 1e-12).upper());
    }

    /** No test that an attacker makes on a count of the group does better. */
    @Test
    void noThresholdDoesBetter() {
        SplittableRandom random = new SplittableRandom(20401);
        for (int i = 0; i < 200; i++) {
            int size = random.nextInt(1, 9);
            double rate = random.nextDouble(0.01, 0.9);
            double sigma = random.nextDouble(0.5, 4);
            double epsilon = random.nextDouble(0, 4);
            double z = random.nextDouble(-3, size + 3);
            double p = 0;
            double weight = Math.pow(1 - rate, size);
            for (int b = 0; b <= size; b++) {
                p += weight * Normal.sf((z - b) / sigma);
                weight *= (size - b) / (b + 1.0) * rate / (1 - rate);
            }
            double seen = p - Math.exp(epsilon) * Normal.sf(z / sigma);
            String plan = "group(" + size + ", poisson(" + rate + ", gaussian(" + sigma + ")))";
            double bound = Accountant.standard()
                    .delta(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, epsilon, Precision.DEFAULT)
                    .delta()
                    .upper();
            assertThat(bound).as(plan).isGreaterThanOrEqualTo(seen * (1 - 1e-9));
        }
    }

    /** One record is listed however rare it is. */
    @ParameterizedTest
    @CsvSource({
        "'group(216, poisson(7.5e-293, laplace(3.16)))'",
        "'group(3, poisson(1e-300, gaussian(1)))'",
        "'group(60, poisson(0.999999, gaussian(1e-3)))'",
        "'group(64, poisson(1e-9, gaussian(1e6)))'",
        "'group(1000000, poisson(1e-6, gaussian(100)))'"
    })
    void extremesAreAnswered(String plan) {
        for (double epsilon : new double[] {0, 1e-9, 1, 50}) {
            Bracket delta = Accountant.standard()
                    .delta(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, epsilon, Precision.DEFAULT)
                    .delta();
            assertThat(delta.lower()).isBetween(0.0, delta.upper());
        }
    }
}
