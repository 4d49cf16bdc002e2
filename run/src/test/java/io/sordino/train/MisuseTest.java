package io.sordino.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What must not be said cannot be said: each misuse is refused by the compiler, and its honest twin is not. */
class MisuseTest {
    private static final String SETUP = """
            import io.sordino.engine.sample.*;
            import io.sordino.mechanism.*;
            import io.sordino.noise.*;
            import io.sordino.train.*;
            import io.sordino.train.data.*;
            import io.sordino.train.model.*;
            class Attempt {
                Model model = new Model(new Logistic(), 3, true, 0);
                Schedule noise = Schedule.constant(1);
                Steps steps = Steps.of(0.1);
                Object attempt(Examples examples, RandomSource random) {
                    PoissonSampler poisson = new PoissonSampler(100, 0.1);
                    CyclicSampler cyclic = new CyclicSampler(100, 10);
                    SampledDescent descent = new SampledDescent(poisson, 10, noise, new Clipping(1), model, steps);
                    %s
                }
            }
            """;

    /** The honest twins are written here, not where the build was started. */
    @TempDir
    private Path classes;

    private List<String> errors(String body) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///Attempt.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignore) {
                        return SETUP.formatted(body);
                    }
                };
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        compiler.getTask(
                        null,
                        null,
                        found,
                        List.of(
                                "-proc:none",
                                "-implicit:none",
                                "-classpath",
                                classPath,
                                "-d",
                                classes.toString(),
                                "-Xdiags:verbose"),
                        null,
                        List.of(source))
                .call();
        return found.getDiagnostics().stream()
                .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                .map(d -> d.getCode())
                .collect(Collectors.toList());
    }

    @Test
    void honestTrainingCompiles() {
        assertThat(errors("return descent.train(examples, random, done -> {}).plan();"))
                .isEmpty();
        assertThat(errors("return cyclic.start(random).next();")).isEmpty();
        assertThat(
                        errors(
                                "return new IterateDescent(LastIterate.Order.CYCLIC, 100, 10, 5, noise, new FeatureNorm(1), model, steps);"))
                .isEmpty();
    }

    @Test
    void batchesCannotBeMadeByHand() {
        assertThat(errors("return new Batch(new int[] {1, 2, 3});")).isNotEmpty();
        assertThat(errors("return cyclic.round(random).batches();")).isNotEmpty();
    }

    @Test
    void weightsCannotBeGivenAnotherPlan() {
        assertThat(errors("return new Trained(descent, poisson.plan(new Gaussian(1)), new double[4]);"))
                .isNotEmpty();
        assertThat(errors("return descent.train(examples, random, done -> {}).withPlan(new Gaussian(9));"))
                .isNotEmpty();
    }

    @Test
    void descentCannotBeRunOnTheBatchesOfAnotherSampler() {
        assertThat(errors("return descent.train(examples, cyclic.start(random), done -> {});"))
                .isNotEmpty();
        assertThat(errors("return new Run(descent, examples, random, 0, new double[4]);"))
                .isNotEmpty();
        assertThat(errors("descent.sampler = cyclic; return descent;")).isNotEmpty();
    }

    @Test
    void samplersCannotBeInvented() {
        assertThat(errors("""
                class Liar implements RecordSampler {
                    public int records() { return 100; }
                    public int stepsPerRound() { return 1; }
                    public double expectedSize() { return 1; }
                    public Mechanism plan(Mechanism base) { return new PoissonSampled(0.001, base); }
                    public Relation relation() { return Relation.ADD_OR_REMOVE_ONE; }
                    public Round round(RandomSource source) { return cyclic.round(source); }
                }
                return new Liar();""")).isNotEmpty();
        assertThat(errors("return new PoissonSampler(100, 0.1) { public double rate() { return 1; } };"))
                .isNotEmpty();
    }

    @Test
    void lastIterateTakesNoClippingAndShowsNothingBeforeItsEnd() {
        assertThat(
                        errors(
                                "return new IterateDescent(LastIterate.Order.CYCLIC, 100, 10, 5, noise, new Clipping(1), model, steps);"))
                .isNotEmpty();
        String last =
                "new IterateDescent(LastIterate.Order.CYCLIC, 100, 10, 5, noise, new FeatureNorm(1), model, steps)";
        assertThat(errors("return " + last + ".begin(examples, random).checkpoint();"))
                .isNotEmpty();
        assertThat(errors("return " + last + ".train(examples, random, weights -> { double[] w = weights; });"))
                .isNotEmpty();
    }
}
