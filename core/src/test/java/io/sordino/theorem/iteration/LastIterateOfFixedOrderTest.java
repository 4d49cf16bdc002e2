package io.sordino.theorem.iteration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.loss.iteration.ShiftedInterpolation;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LastIterateOfFixedOrderTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn(
                        "last_iterate(steps=10, step_size=0.1, noise=1, lipschitz=1, smoothness=4, dataset_size=10, batch_size=2, order=sampled)",
                        "replace-one",
                        "sampled"),
                silentOn(
                        "last_iterate(steps=10, step_size=0.1, noise=1, lipschitz=1, smoothness=4, strong_convexity=0.5, dataset_size=10)",
                        "add-remove",
                        "another record in the same place"),
                silentOn(
                        "last_iterate(steps=10, step_size=1, noise=1, lipschitz=1, smoothness=4, dataset_size=10)",
                        "replace-one",
                        "may push iterates apart"));
    }

    private static final Accountant ACCOUNTANT = Accountant.standard();
    private static final String FULL = "last_iterate(steps=%s, step_size=0.1, noise=2, lipschitz=1, smoothness=%s,"
            + " strong_convexity=%s, dataset_size=20)";

    record Row(String plan, double delta, double lower, double upper, boolean exact) {}

    static Stream<Row> golden() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                LastIterateOfFixedOrderTest.class.getResourceAsStream("/golden/last_iterate_full.csv"),
                StandardCharsets.UTF_8))) {
            return lines
                    .lines()
                    .filter(line -> line.startsWith("\""))
                    .map(LastIterateOfFixedOrderTest::row)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Row row(String line) {
        int end = line.indexOf('"', 1);
        String[] rest = line.substring(end + 2).split(",");
        return new Row(
                line.substring(1, end),
                Double.parseDouble(rest[2]),
                Double.parseDouble(rest[3]),
                Double.parseDouble(rest[4]),
                rest[5].equals("exact"));
    }

    @ParameterizedTest
    @MethodSource("golden")
    void holdsTheStoredValues(Row row) {
        Bracket found = epsilon(row.plan, row.delta);
        assertThat(found.upper()).isLessThanOrEqualTo(row.upper * (1 + 1e-9));
        if (!row.exact) return;
        assertThat(found.lower()).isLessThanOrEqualTo(row.upper);
        assertThat(found.upper()).isGreaterThanOrEqualTo(row.lower);
        assertThat(found.relativeWidth()).isLessThan(1e-6);
    }

    @Test
    void oneStepIsOneGaussianStep() {
        Bracket found = epsilon(FULL.formatted(1, 5, 1), 1e-5);
        Bracket step = new GaussianPair(2.0 / (20 * 2)).epsilon(1e-5);
        assertThat(found.upper()).isCloseTo(step.upper(), within(1e-9));
        assertThat(found.lower()).isCloseTo(step.lower(), within(1e-9));
    }

    @Test
    void endlessRunsReachTheirLimit() {
        Bracket found = epsilon(FULL.formatted("1e15", 5, 1), 1e-5);
        Bracket limit = new GaussianPair(0.05 * Math.sqrt(1.9 / 0.1)).epsilon(1e-5);
        assertThat(found.midpoint()).isCloseTo(limit.midpoint(), within(1e-9));
    }

    @Test
    void aStepTooLargeIsNotContractive() {
        assertThat(new Descent((LastIterate) plan(FULL.formatted(10, 21, 1))).expansion())
                .get()
                .asString()
                .contains("above 2 / smoothness")
                .contains("; take smaller steps");
    }

    @Test
    void otherRelationsAreRefusedWithTheRemedy() {
        assertThatThrownBy(() -> ACCOUNTANT.epsilon(
                        plan(FULL.formatted(10, 5, 1)), Relation.ADD_OR_REMOVE_ONE, 1e-5, new Precision(1e-3)))
                .isInstanceOf(UnsupportedException.class)
                .extracting(e -> ((UnsupportedException) e).remedy())
                .isEqualTo("ask for relation replace-one");
    }

    @Test
    void batchesThatDoNotFitAreRefusedWithTheRemedy() {
        String cyclic = "last_iterate(steps=9, step_size=0.1, noise=2, lipschitz=1, smoothness=5, dataset_size=20,"
                + " batch_size=%s, order=%s)";
        for (String[] wrong : new String[][] {{"3", "cyclic"}, {"3", "one_pass"}, {"3", "full"}})
            assertThatThrownBy(() -> epsilon(cyclic.formatted((Object[]) wrong), 1e-5))
                    .isInstanceOf(UnsupportedException.class)
                    .extracting(e -> ((UnsupportedException) e).remedy())
                    .asString()
                    .contains("choose");
    }

    @Test
    void earlyRecordsAreMorePrivate() {
        for (String order : List.of("cyclic", "one_pass")) {
            String text = "last_iterate(steps=20, step_size=0.1, noise=2, lipschitz=1, smoothness=5, dataset_size=20,"
                    + " batch_size=1, order=" + order + ", position=%s)";
            double first = epsilon(text.formatted("first"), 1e-5).upper();
            double last = epsilon(text.formatted("last"), 1e-5).upper();
            double worst = epsilon(text.formatted("worst"), 1e-5).upper();
            assertThat(first).isLessThan(0.3 * last);
            assertThat(worst).isEqualTo(last);
        }
    }

    @Test
    void aScheduleOfEqualStepsIsTheConstantOne() {
        String text = "last_iterate(steps=4, step_size=0.1, noise=%s, lipschitz=1, smoothness=5, strong_convexity=1,"
                + " diameter=%s, dataset_size=4, batch_size=%s, order=%s)";
        for (String diameter : List.of("0.3", "inf"))
            for (String[] batch : new String[][] {{"4", "full"}, {"2", "cyclic"}, {"1", "one_pass"}}) {
                double constant = epsilon(text.formatted("2", diameter, batch[0], batch[1]), 1e-5)
                        .upper();
                double listed = epsilon(text.formatted("[2,2,2,2]", diameter, batch[0], batch[1]), 1e-5)
                        .upper();
                assertThat(listed).isCloseTo(constant, within(1e-9));
            }
    }

    @Test
    void theWorstRecordOfAScheduleNeedNotBeTheLast() {
        String text =
                "last_iterate(steps=4, step_size=[0.1,0.1,0.4,0.01], noise=[2,2,0.5,2], lipschitz=1, smoothness=5, dataset_size=4,"
                        + " batch_size=1, order=one_pass, position=%s)";
        double worst = epsilon(text.formatted("worst"), 1e-5).upper();
        assertThat(worst).isGreaterThan(epsilon(text.formatted("last"), 1e-5).upper());
        // the third record has little noise of its own and a small step after it
        double third = 2 * 0.4 / Math.sqrt(0.04 + 0.0004);
        assertThat(worst).isCloseTo(new GaussianPair(third).epsilon(1e-5).upper(), within(1e-6));
    }

    /** Last iterates of quadratic losses have the means and variances that the closed form claims. */
    @Test
    void quadraticLossesAttainTheClosedForm() {
        long seed = 99;
        SplittableRandom random = new SplittableRandom(seed);
        int runs = 200_000;
        int steps = 12;
        double eta = 0.1;
        double m = 1;
        double sigma = 2;
        double n = 2;
        double[] sum = new double[2];
        double squares = 0;
        for (int run = 0; run < runs; run++)
            for (int data = 0; data < 2; data++) {
                double x = 0;
                for (int k = 0; k < steps; k++)
                    x -= eta * (m * x + (data == 0 ? 1 : -1) / n + sigma * random.nextGaussian());
                sum[data] += x;
                double mean = (data == 0 ? -1 : 1) / n / m * (1 - Math.pow(1 - eta * m, steps));
                squares += (x - mean) * (x - mean);
            }
        double distance = Math.abs(sum[0] - sum[1]) / runs / Math.sqrt(squares / (2.0 * runs));
        double claimed = 2 / (n * sigma) * Math.sqrt(Math.tanh(-6 * Math.log(0.9)) / Math.tanh(-0.5 * Math.log(0.9)));
        assertThat(distance).as("seed %s", seed).isCloseTo(claimed, within(5 * Math.sqrt(3.0 / runs)));
    }

    @Test
    void longSchedulesAreFast() {
        int steps = 100_000;
        double[] c = new double[steps];
        double[] v = new double[steps];
        double[] s = new double[steps];
        for (int k = 0; k < steps; k++) {
            c[k] = 1 - 1e-4 * (1 + Math.sin(k));
            v[k] = 1 + 0.5 * Math.cos(0.01 * k);
            s[k] = 0.01 * (1.1 + Math.sin(0.003 * k));
        }
        for (int warm = 0; warm < 20; warm++) new ShiftedInterpolation(c, v, 3).distance(0, 1, s);
        ThreadMXBean thread = ManagementFactory.getThreadMXBean();
        long start = thread.getCurrentThreadCpuTime();
        new ShiftedInterpolation(c, v, 3).distance(0, 1, s);
        assertThat(thread.getCurrentThreadCpuTime() - start).isLessThan(100_000_000L);
    }

    private static Bracket epsilon(String text, double delta) {
        Guarantee guarantee = ACCOUNTANT.epsilon(plan(text), Relation.REPLACE_ONE, delta, new Precision(1e-3));
        return guarantee.epsilon();
    }

    private static Mechanism plan(String text) {
        return Plans.parse(text);
    }
}
