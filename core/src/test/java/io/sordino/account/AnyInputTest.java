package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/** Any input is answered in two seconds of CPU and 256 MiB, or refused by name. */
class AnyInputTest {
    private static final int QUESTIONS = Effort.cases(200, 200_000);
    private static final long SEED = Effort.random("AnyInputTest", 20291).nextLong();
    private static final String TEST_PATH = "surefire.test.class.path";

    private static String property(String name) {
        return Objects.requireNonNull(System.getProperty(name), name);
    }

    private static List<String> run(long seed, int questions, double seconds, String heap)
            throws IOException, InterruptedException {
        String java = Path.of(property("java.home"), "bin", "java").toString();
        String path = System.getProperties().containsKey(TEST_PATH) ? property(TEST_PATH) : property("java.class.path");
        Process process = new ProcessBuilder(
                        java,
                        heap,
                        "-cp",
                        path,
                        WildRun.class.getName(),
                        Long.toString(seed),
                        Integer.toString(questions),
                        Double.toString(seconds))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }

    @Test
    void wildPlansAreAnsweredOrRefused() throws IOException, InterruptedException {
        List<String> lines = run(SEED, QUESTIONS, WildRun.CPU_SECONDS, "-Xmx256m");
        System.out.println(lines.get(lines.size() - 1));
        assertThat(lines).noneMatch(line -> line.startsWith("violation"));
        assertThat(lines.get(lines.size() - 1)).startsWith("asked " + QUESTIONS);
    }

    /** Control: with a limit of a millisecond the watch must bark. */
    @Test
    void aTightLimitIsNoticed() throws IOException, InterruptedException {
        assertThat(run(SEED, 60, 1e-3, "-Xmx256m"))
                .anyMatch(line -> line.startsWith("violation") && line.contains("CPU s"));
    }

    @Test
    void numbersThatAreNoneAreRefused() {
        List<DoubleFunction<Mechanism>> guarded = List.of(
                Gaussian::new,
                Laplace::new,
                x -> new ApproximateDp(x, 0),
                x -> new ApproximateDp(1, x),
                x -> new RandomizedResponse(x, 2),
                x -> new PoissonSampled(x, new Gaussian(1)));
        for (DoubleFunction<Mechanism> record : guarded)
            for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1})
                assertThatThrownBy(() -> record.apply(bad)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Repeated(1_000_000_000_000_001L, new Gaussian(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void questionsOutsideTheirRangeAreRefused() {
        Accountant accountant = Accountant.standard();
        for (double delta : new double[] {Double.NaN, 1, 1.5, -1e-9, Double.POSITIVE_INFINITY, Double.MIN_VALUE})
            assertThatThrownBy(() ->
                            accountant.epsilon(new Gaussian(1), Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("delta must be");
        for (double epsilon : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY})
            assertThatThrownBy(() ->
                            accountant.delta(new Gaussian(1), Relation.ADD_OR_REMOVE_ONE, epsilon, Precision.DEFAULT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("epsilon must be");
        assertThatThrownBy(() -> new Precision(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
