package io.sordino.theorem.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Workspace;
import io.sordino.loss.allocation.ShuffledEpochPairs;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The attacker who faces records that all pull the other way. */
final class EpochAttainedTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("shuffled_batches(100, gaussian(1))", "replace-one", "empty"),
                silentOn("shuffled_batches(100, 2 * gaussian(1))", "replace-special", "order of the records"));
    }

    /** The test at an order is played: how often it says yes under either law is no better than the pair says. */
    @Test
    void thePairIsNoBetterThanTheGamePlayed() {
        long seed = 20;
        int batches = 20;
        double mu = 0.7;
        Pair pair = ShuffledEpochPairs.againstOpposites(batches, mu, Change.REMOVED, -28, new Workspace());
        Random random = new Random(seed);
        int runs = 400_000;
        for (double epsilon : new double[] {0.1, 0.6}) {
            double x = Math.exp(epsilon);
            double sum = 0;
            double square = 0;
            for (int r = 0; r < runs; r++) {
                double total = 0;
                for (int t = 0; t < batches; t++) {
                    double u = random.nextGaussian();
                    total += Math.exp(2 * mu * u - 2 * mu * mu) - x * Math.exp(mu * u - mu * mu / 2);
                }
                double excess = Math.max(0, total) / batches;
                sum += excess;
                square += excess * excess;
            }
            double mean = sum / runs;
            double error = Math.sqrt((square / runs - mean * mean) / runs);
            assertThat(pair.delta(epsilon).lower())
                    .as("seed %s, epsilon %s", seed, epsilon)
                    .isLessThan(mean + 5 * error)
                    .isGreaterThan(0.95 * (mean - 5 * error));
        }
    }
}
