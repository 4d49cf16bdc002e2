package io.sordino.theorem.iteration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class QuadraticLossesTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn(
                        "last_iterate(steps=10, step_size=0.1, noise=1, lipschitz=1, smoothness=4, dataset_size=10, batch_size=2, order=sampled)",
                        "replace-one",
                        "mixtures of Gaussians"),
                silentOn(
                        "last_iterate(steps=10, step_size=0.1, noise=1, lipschitz=1, smoothness=4, diameter=2, dataset_size=10)",
                        "replace-one",
                        "a projection onto a bounded set"));
    }

    private static Guarantee answer(String arguments) {
        return Accountant.standard()
                .explain(
                        Plans.parse("last_iterate(lipschitz=1, " + arguments + ")"),
                        Relation.REPLACE_ONE,
                        1e-5,
                        Precision.DEFAULT);
    }

    /** Theorems that exclude each other make the accountant throw. */
    @Test
    void lowerEndsNeverPassUpperEnds() {
        long seed = 3;
        SplittableRandom random = new SplittableRandom(seed);
        for (int trial = 0; trial < 400; trial++) {
            int batches = 1 + random.nextInt(6);
            String order = List.of("cyclic", "one_pass", "full").get(trial % 3);
            int batch = order.equals("full") ? batches : 1;
            int steps = order.equals("one_pass") ? 1 + random.nextInt(batches) : 1 + random.nextInt(30);
            double smoothness = random.nextDouble(0.1, 2);
            double strong = trial % 4 == 0 ? 0 : smoothness * random.nextDouble();
            String noise = trial % 5 == 0 ? schedule(random, steps) : "" + random.nextDouble(0.5, 3);
            String text = ("steps=%s, step_size=1, noise=%s, smoothness=%s, strong_convexity=%s, dataset_size=%s,"
                            + " batch_size=%s, order=%s, position=%s")
                    .formatted(
                            steps,
                            noise,
                            smoothness,
                            strong,
                            batches,
                            batch,
                            order,
                            List.of("first", "last", "worst").get(random.nextInt(3)));
            Guarantee guarantee = answer(text);
            assertThat(guarantee.epsilon().lower())
                    .as("seed %s: %s", seed, text)
                    .isPositive();
        }
    }

    private static String schedule(SplittableRandom random, int steps) {
        return random.doubles(steps, 0.5, 3).boxed().toList().toString();
    }

    @Test
    void cyclicBatchesHaveThePublishedLowerEnd() {
        double c = 0.9;
        int l = 5;
        int epochs = 8;
        double expected = 2
                / 3.0
                * Math.sqrt(Math.pow((1 - Math.pow(c, l * epochs)) / (1 - Math.pow(c, l)), 2)
                        * (1 - c * c)
                        / (1 - Math.pow(c, 2 * l * epochs)));
        Guarantee guarantee = answer(
                "steps=40, step_size=0.1, noise=3, smoothness=1, strong_convexity=1, dataset_size=5, batch_size=1, order=cyclic");
        double lower = new GaussianPair(expected).epsilon(1e-5).lower();
        assertThat(guarantee.epsilon().lower()).isCloseTo(lower, within(1e-8));
    }

    @Test
    void aRecordUsedOnceIsExactOnceItsBatchCanForget() {
        for (String position : List.of("first", "last")) {
            Guarantee guarantee = answer(
                    "steps=7, step_size=0.5, noise=3, smoothness=2, dataset_size=7, batch_size=1, order=one_pass, position="
                            + position);
            assertThat(guarantee.epsilon().relativeWidth()).isLessThan(1e-9);
        }
    }

    @Test
    void aProjectionLeavesNoLowerEnd() {
        Guarantee guarantee = answer("steps=7, step_size=0.5, noise=3, smoothness=2, diameter=1, dataset_size=7");
        assertThat(guarantee.epsilon().lower()).isZero();
        assertThat(guarantee.limit()).isPresent();
    }

    /** Simulated steps with two curvatures have the distance that the closed form claims. */
    @Test
    void twoCurvaturesHaveTheClaimedDistance() {
        long seed = 17;
        SplittableRandom random = new SplittableRandom(seed);
        int runs = 100_000;
        double[] sums = new double[2];
        double squares = 0;
        for (int run = 0; run < runs; run++)
            for (int data = 0; data < 2; data++) {
                double x = 0;
                for (int k = 0; k < 6; k++) {
                    double curvature = k % 3 == 2 ? 2 : 0;
                    double slope = k % 3 == 2 ? (data == 0 ? 1 : -1) : 0;
                    x -= 0.5 * (curvature * x + slope + 3 * random.nextGaussian());
                }
                sums[data] += x;
                // the record's batch forgets what was before it
                squares += Math.pow(x - (data == 0 ? -0.5 : 0.5), 2);
            }
        double distance = Math.abs(sums[0] - sums[1]) / runs / Math.sqrt(squares / (2.0 * runs));
        assertThat(distance).as("seed %s", seed).isCloseTo(2.0 / 3, within(0.02));
        Guarantee guarantee = answer(
                "steps=6, step_size=0.5, noise=3, smoothness=2, dataset_size=3, batch_size=1, order=cyclic, position=last");
        assertThat(guarantee.epsilon().lower())
                .isGreaterThanOrEqualTo(new GaussianPair(2.0 / 3).epsilon(1e-5).lower() - 1e-8);
    }
}
