package io.sordino.theorem.shuffling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Side;
import io.sordino.loss.shuffling.ClonesLaw;
import io.sordino.loss.shuffling.ShuffledCounts;
import io.sordino.mechanism.LocalLaplace;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Draws reports of a real dataset and estimates its hockey stick; a bound below the estimate by many errors is refuted. */
final class ShuffledMonteCarloTest {
    private static final long SEED = 7;
    private static final int DRAWS = 40_000;
    private static final int USERS = 6;

    private record Estimate(double mean, double error) {}

    /** Laplace reports: the victim holds 0 or 1, the others hold 0, 1 in turn. */
    private static Estimate laplace(double epsilon0, double epsilon) {
        SplittableRandom random = new SplittableRandom(SEED);
        double x = Math.exp(epsilon);
        double[] held = new double[USERS];
        for (int i = 1; i < USERS; i++) held[i] = i % 2;
        double sum = 0;
        double squares = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            double[] y = new double[USERS];
            for (int i = 0; i < USERS; i++) {
                double noise = -Math.log(1 - random.nextDouble()) / epsilon0;
                y[i] = held[i] + (random.nextBoolean() ? noise : -noise);
            }
            double ratio = permanent(y, held, 1, epsilon0) / permanent(y, held, 0, epsilon0);
            // drawn with the victim at 0, so (1 - x Q/P)+ has the hockey stick for its mean
            double value = Math.max(0, 1 - x * ratio);
            sum += value;
            squares += value * value;
        }
        double mean = sum / DRAWS;
        return new Estimate(mean, Math.sqrt((squares / DRAWS - mean * mean) / DRAWS));
    }

    /** The sum over all assignments of reports to users of the product of densities, by subsets. */
    private static double permanent(double[] y, double[] held, double victim, double epsilon0) {
        double[] sums = new double[1 << USERS];
        sums[0] = 1;
        for (int set = 1; set < sums.length; set++) {
            int user = Integer.bitCount(set) - 1;
            double value = user == 0 ? victim : held[user];
            for (int i = 0; i < USERS; i++)
                if ((set >> i & 1) == 1)
                    sums[set] += sums[set ^ (1 << i)] * Math.exp(-epsilon0 * Math.abs(y[i] - value));
        }
        return sums[sums.length - 1];
    }

    @Test
    void laplaceReportsDoNotRefuteTheVariationRatio() {
        for (double epsilon0 : new double[] {1, 2.5})
            for (double share : new double[] {0.05, 0.3, 0.6}) {
                Estimate seen = laplace(epsilon0, share * epsilon0);
                double bound = Asked.loss(new VariationRatio(), USERS, new LocalLaplace(epsilon0))
                        .delta(share * epsilon0)
                        .upper();
                assertThat(seen.mean() - 5 * seen.error()).as("seed %s", SEED).isLessThanOrEqualTo(bound);
            }
    }

    @Test
    void aBoundThatHidesTooMuchIsRefuted() {
        double epsilon0 = 2.5;
        Estimate seen = laplace(epsilon0, 0.1);
        ClonesLaw tooMany = ClonesLaw.ofTwoCounts(20 * USERS, epsilon0, 2 / (Math.exp(epsilon0) + 1), 1);
        double bound = new ShuffledCounts(tooMany, Side.UPPER).delta(0.1).upper();
        assertThat(seen.mean() - 5 * seen.error()).as("seed %s", SEED).isGreaterThan(bound);
    }
}
