package io.sordino.loss.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Change;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bounds on a shuffled epoch, term by term, against quadrature of small instances. */
final class EpochBoundTest {
    /** Two slots. */
    private record Row(String bound, double mu, double epsilon, double b, double main, double value, double attained) {
        EpochBound of() {
            return bound.equals("replace")
                    ? EpochBound.clones(2, mu)
                    : EpochBound.swaps(2, mu, bound.equals("add") ? Change.ADDED : Change.REMOVED);
        }
    }

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(EpochBoundTest.class.getResourceAsStream("/golden/epoch_bounds.csv")),
                StandardCharsets.UTF_8))) {
            reader.readLine();
            reader.readLine();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] cell = line.split(",", -1);
                double[] number = new double[cell.length];
                for (int i = 1; i < cell.length; i++) number[i] = Double.parseDouble(cell[i]);
                rows.add(new Row(cell[0], number[1], number[2], number[3], number[4], number[5], number[6]));
            }
        }
        return rows;
    }

    @Test
    void twoSlotsAreWhatQuadratureSays() throws IOException {
        assertThat(rows()).hasSizeGreaterThanOrEqualTo(12);
        for (Row row : rows())
            assertThat(row.of().at(row.epsilon, row.b, row.value))
                    .as("%s", row)
                    .isGreaterThanOrEqualTo(row.value * (1 - 1e-13))
                    .isLessThan(row.value * 1.005);
    }

    @Test
    void noBoundIsBelowWhatIsAttained() throws IOException {
        for (Row row : rows())
            assertThat(row.of().at(row.epsilon, row.b, row.value)).as("%s", row).isGreaterThan(row.attained);
    }

    /** The control: if every other record is taken for a clone, without slack, the bound is below the truth, and that is seen. */
    @Test
    void aBoundWithoutItsSlackIsCaught() throws IOException {
        assertThat(rows().stream().filter(row -> row.bound.equals("remove")).filter(row -> {
                    EpochTerm plain = new EpochTerm(
                            NormalCells.of(row.mu),
                            EpochTerm.Payoff.removed(Math.exp(row.epsilon)),
                            Double.POSITIVE_INFINITY);
                    return plain.excess(1, 2, row.attained) < row.attained;
                }))
                .isNotEmpty();
    }

    /** Expectations only steer the work. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-12, 1e-6, 1e-2, 1})
    void whatIsExpectedNeverLowersABound(double expected) throws IOException {
        for (Row row : rows())
            if (row.mu > 0.6)
                assertThat(row.of().at(row.epsilon, row.b, expected))
                        .as("%s", row)
                        .isGreaterThanOrEqualTo(row.value * (1 - 1e-13));
    }

    /** Two slots, one other record, both adaptive: what any of them shows is below the bounds for every b, x below 1 included. */
    @Test
    void noAdaptiveDatasetIsAboveTheBounds() {
        int instances = Boolean.getBoolean("sordino.slow") ? 120_000 : 400;
        long seed = 17;
        Attack attack = new Attack(new SplittableRandom(seed));
        double worst = 0;
        for (int i = 0; i < instances; i++) worst = Math.max(worst, attack.once());
        assertThat(worst).as("seed %s, largest ratio to a bound", seed).isLessThan(1);
        assertThat(worst).as("attacks that come near are the ones that tell").isGreaterThan(0.5);
    }

    /** The control: against half of the bound the attack wins. */
    @Test
    void theAttackWinsAgainstAFalseBound() {
        Attack attack = new Attack(new SplittableRandom(5));
        double worst = 0;
        for (int i = 0; i < 300; i++) worst = Math.max(worst, 2 * attack.once());
        assertThat(worst).isGreaterThan(1);
    }

    /** Random records and rules of two slots in one dimension, integrated on a grid. */
    private static final class Attack {
        private static final int GRID = 121;
        private static final double REACH = 6;
        private static final double[] MU = {1.6, 0.9, 0.5, 0.2};
        private static final double[] ORDERS = {-0.6, -0.2, 0.05, 0.3, 0.8, 1.6};
        private static final double[] DEVIATIONS = {0.3, 0.8, 1.5, 2.5};

        private final SplittableRandom random;
        private final double[][][] least = new double[MU.length][ORDERS.length][3];

        Attack(SplittableRandom random) {
            this.random = random;
            for (int m = 0; m < MU.length; m++) {
                EpochBound[] bounds = {
                    EpochBound.swaps(2, MU[m], Change.REMOVED),
                    EpochBound.swaps(2, MU[m], Change.ADDED),
                    EpochBound.clones(2, MU[m])
                };
                for (int o = 0; o < ORDERS.length; o++)
                    for (int k = 0; k < 3; k++) {
                        double best = 1;
                        double epsilon = ORDERS[o] * MU[m];
                        for (double q : DEVIATIONS)
                            best = Math.min(best, bounds[k].at(epsilon, bounds[k].distance(q), 0.1));
                        // where x is below 1 everything is near 1 - x: what is above it is compared
                        least[m][o][k] = best - Math.max(0, -Math.expm1(epsilon));
                    }
            }
        }

        /** A contribution of the second slot that depends on what the first one released. */
        private double[] rule(double[] y) {
            double[] value = new double[y.length];
            double low = pick();
            double high = pick();
            double at = 4 * random.nextDouble() - 2;
            boolean smooth = random.nextInt(4) == 0;
            for (int i = 0; i < y.length; i++) {
                double s = smooth ? 0.5 + 0.5 * Math.tanh(y[i] - at) : y[i] < at ? 0 : 1;
                value[i] = low + (high - low) * s;
            }
            return value;
        }

        private double pick() {
            return switch (random.nextInt(4)) {
                case 0 -> 1;
                case 1 -> -1;
                case 2 -> 0;
                default -> 2 * random.nextDouble() - 1;
            };
        }

        /** The largest ratio of what an instance shows to what bounds it. */
        double once() {
            int m = random.nextInt(MU.length);
            double mu = MU[m];
            double[] y = new double[GRID];
            double h = 2 * (REACH + 2 * mu) / (GRID - 1);
            for (int i = 0; i < GRID; i++) y[i] = -REACH - mu * 2 + i * h;
            boolean replaced = random.nextInt(3) == 0;
            double x1 = pick();
            double v1 = pick();
            double z1 = replaced ? pick() : 0;
            double[] x2 = rule(y);
            double[] v2 = rule(y);
            double[] z2 = replaced ? rule(y) : new double[GRID];
            double[] sums = new double[2 * ORDERS.length];
            double[] orders = new double[ORDERS.length];
            for (int o = 0; o < orders.length; o++) orders[o] = Math.exp(ORDERS[o] * mu);
            for (int i = 0; i < GRID; i++) {
                double victim = density(y[i] - mu * x1);
                double other = density(y[i] - mu * v1);
                double absent = density(y[i] - mu * z1);
                for (int j = 0; j < GRID; j++) {
                    double p = victim * density(y[j] - mu * v2[i]) + other * density(y[j] - mu * x2[i]);
                    double q = absent * density(y[j] - mu * v2[i]) + other * density(y[j] - mu * z2[i]);
                    for (int o = 0; o < orders.length; o++) {
                        sums[o] += Math.max(0, p - orders[o] * q);
                        sums[orders.length + o] += Math.max(0, q - orders[o] * p);
                    }
                }
            }
            double worst = 0;
            for (int o = 0; o < orders.length; o++)
                for (int k = 0; k < 2; k++) {
                    double seen = sums[k * orders.length + o] * h * h / 2 - Math.max(0, 1 - orders[o]);
                    // a grid of 121 points is good to about 1e-4
                    worst = Math.max(worst, (seen - 3e-4) / least[m][o][replaced ? 2 : k]);
                }
            return worst;
        }

        private static double density(double z) {
            return 0.3989422804014327 * Math.exp(-z * z / 2);
        }
    }

    /** Equal cells of a term hold no less than all of its mean. */
    @Test
    void aTermKeepsItsMeanAndItsOrder() {
        Random random = new Random(3);
        for (int i = 0; i < 50; i++) {
            double mu = 0.1 + 1.5 * random.nextDouble();
            double x = Math.exp(random.nextDouble() * mu);
            EpochTerm term = new EpochTerm(NormalCells.of(mu), EpochTerm.Payoff.removed(x), mu * mu / 2 + mu);
            // one term that is always there: the mean of its positive part is at least that of A's
            double delta = new io.sordino.loss.primitive.GaussianPair(mu)
                    .delta(Math.log(x))
                    .lower();
            assertThat(term.excess(1, 1, delta)).isBetween(delta * (1 - 1e-9), delta * 1.01);
        }
    }
}
