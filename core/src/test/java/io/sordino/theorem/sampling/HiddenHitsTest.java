package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Change;
import io.sordino.loss.Workspace;
import io.sordino.loss.sampling.HitsEnvelope;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a record was drawn is not told. */
final class HiddenHitsTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("with_replacement(1, 1, gaussian(1))", "replace-one", "a dataset of one record"),
                silentOn("with_replacement(10, 100, gaussian(1e7))", "replace-one", "Gaussian noise"),
                silentOn("with_replacement(300, 10, gaussian(1))", "replace-one", "too often"));
    }

    private static Bracket delta(String plan, Relation relation, double epsilon) {
        return Accountant.standard()
                .delta(Plans.parse(plan), relation, epsilon, Precision.DEFAULT)
                .delta();
    }

    private static Bracket epsilon(String plan, Relation relation, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), relation, delta, Precision.DEFAULT)
                .epsilon();
    }

    /** By a Fourier transform in numpy the attained end is 9.348 and the envelope 10.424; with the hits told it was 16.66. */
    @Test
    void aLoaderWithReplacementIsWithinATenth() {
        Bracket replaced = epsilon("3515 * with_replacement(256, 60000, gaussian(1.1))", Relation.REPLACE_ONE, 1e-5);
        assertThat(replaced.lower()).isBetween(9.34, 9.3483);
        assertThat(replaced.upper()).isBetween(10.4244, 10.43);
        Bracket removed =
                epsilon("3515 * with_replacement(256, 60000, gaussian(1.1))", Relation.ADD_OR_REMOVE_ONE, 1e-5);
        assertThat(removed.upper()).isLessThan(removed.lower() * 1.002);
    }

    /** One draw is a subset of one record. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.3, 2, 5})
    void oneDrawIsASubsetOfOne(double epsilon) {
        Bracket drawn = delta("with_replacement(1, 20, gaussian(1.5))", Relation.REPLACE_ONE, epsilon);
        Bracket subset = delta("without_replacement(1, 20, gaussian(1.5))", Relation.REPLACE_ONE, epsilon);
        assertThat(drawn.upper()).isBetween(subset.lower(), subset.upper() * (1 + 1e-9));
        assertThat(drawn.lower()).isBetween(subset.lower() * (1 - 1e-9), subset.upper());
    }

    /**
     * The record's two values pull the opposite ways and all others contribute nothing: one threshold is best for every number of hits, so the told part
     * is attained at order 1. Without it the bound would be too small.
     */
    @Test
    void theToldPartIsNeeded() {
        int draws = 10;
        int size = 5;
        double sigma = 1.5;
        double seen = 0;
        double chance = Math.pow(1 - 1.0 / size, draws);
        for (int k = 0; k <= draws; k++) {
            double z = k / sigma;
            seen += chance * (2 * Normal.cdf(z) - 1);
            chance *= (draws - k) / (k + 1.0) / (size - 1);
        }
        BinomialMixture hits = new BinomialMixture(draws, 1.0 / size);
        BinomialMixture.Hidden hidden = hits.hidden(2 / sigma).orElseThrow();
        HitsEnvelope whole = new HitsEnvelope(
                hidden.dominating(Change.REMOVED), hidden.told(), hits.anyUp(), 1, -80, new Workspace());
        HitsEnvelope without = new HitsEnvelope(
                hidden.dominating(Change.REMOVED),
                hidden.dominating(Change.REMOVED),
                hits.anyUp(),
                1,
                -80,
                new Workspace());
        assertThat(whole.delta(0).upper()).isGreaterThanOrEqualTo(seen * (1 - 1e-9));
        assertThat(without.delta(0).upper()).isLessThan(0.95 * seen);
    }

    /** No chain of hits in the plane is told apart better: sums over a grid that is coarse but for kinks. */
    @Test
    void noChainOfHitsIsAbove() {
        long seed = 3515;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 150; i++) {
            int draws = random.nextInt(1, 4);
            int size = random.nextInt(2, 20);
            double sigma = random.nextDouble(0.8, 3);
            double[][] points = new double[draws + 2][];
            for (int k = 0; k < points.length; k++) {
                double angle = random.nextDouble(0, 2 * Math.PI);
                double length = (random.nextBoolean() ? 1 : random.nextDouble()) / sigma;
                points[k] = new double[] {length * Math.cos(angle), length * Math.sin(angle)};
            }
            if (random.nextBoolean()) points[1] = new double[] {-points[0][0], -points[0][1]};
            String plan = "with_replacement(" + draws + ", " + size + ", gaussian(" + sigma + "))";
            for (double epsilon : new double[] {0, 0.1, 0.7}) {
                double seen = seen(points, draws, size, Math.exp(epsilon));
                assertThat(delta(plan, Relation.REPLACE_ONE, epsilon).upper())
                        .as("seed %s, %s, case %s at %s", seed, plan, i, epsilon)
                        .isGreaterThanOrEqualTo(seen - 2e-5);
            }
        }
    }

    private static double seen(double[][] points, int draws, int size, double x) {
        double[][] with = new double[draws + 1][2];
        double[][] without = new double[draws + 1][2];
        for (int k = 1; k <= draws; k++)
            for (int d = 0; d < 2; d++) {
                with[k][d] = with[k - 1][d] + points[0][d] - points[k + 1][d];
                without[k][d] = without[k - 1][d] + points[1][d] - points[k + 1][d];
            }
        double step = 0.12;
        double sum = 0;
        for (double u = -12; u < 12; u += step)
            for (double v = -12; v < 12; v += step) {
                double chance = Math.pow(1 - 1.0 / size, draws);
                double density = 0;
                for (int k = 0; k <= draws; k++) {
                    density += chance
                            * (bell(u - with[k][0], v - with[k][1]) - x * bell(u - without[k][0], v - without[k][1]));
                    chance *= (draws - k) / (k + 1.0) / (size - 1);
                }
                if (density > 0) sum += density;
            }
        return sum * step * step / (2 * Math.PI);
    }

    private static double bell(double u, double v) {
        return Math.exp(-(u * u + v * v) / 2);
    }

    /** Powers of e that are no doubles: losses of far more than 709. */
    @Test
    void hugeLossesDoNotOverflow() {
        for (double epsilon : new double[] {600, 709, 710, 800, 1500, 5000}) {
            Bracket one = delta("with_replacement(5, 50, gaussian(0.02))", Relation.REPLACE_ONE, epsilon);
            assertThat(one.upper()).as("at %s", epsilon).isGreaterThanOrEqualTo(one.lower());
            Bracket single = delta("without_replacement(1, 50, gaussian(0.02))", Relation.REPLACE_ONE, epsilon);
            assertThat(one.upper()).as("at %s", epsilon).isGreaterThanOrEqualTo(single.lower());
        }
    }
}
