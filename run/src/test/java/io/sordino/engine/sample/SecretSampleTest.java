package io.sordino.engine.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.engine.Estimate;
import io.sordino.engine.query.Histogram;
import io.sordino.engine.query.Quantiles;
import io.sordino.engine.query.Sums;
import io.sordino.engine.query.Values;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sample has an identity: what is asked of it composes inside, and its intervals know that it is a sample. */
class SecretSampleTest {
    private static final long SEED = 20261118;
    private static final double CONFIDENCE = 0.95;

    @TempDir
    private Path classes;

    private static double epsilon(Mechanism plan) {
        return Accountant.standard()
                .epsilon(plan, Relation.ADD_OR_REMOVE_ONE, 0, Precision.DEFAULT)
                .epsilon()
                .upper();
    }

    @Test
    void theSecondUseOfASampleIsChargedInside() {
        RandomSource random = Tapes.seeded(SEED);
        SecretSample sample = SecretSample.poisson(Values.of(new double[1000]), 0.01, random);
        Laplace noise = new Laplace(0.2);
        sample.sumOfAll(0, 1, noise, CONFIDENCE);
        assertThat(sample.plan()).isEqualTo(new PoissonSampled(0.01, noise));
        assertThat(epsilon(sample.plan())).isBetween(0.9058, 0.906);
        sample.sumOfAll(0, 1, noise, CONFIDENCE);
        assertThat(sample.plan()).isEqualTo(new PoissonSampled(0.01, new Composed(List.of(noise, noise))));
        // ln(1 + 0.01 (e^10 - 1)), not twice 0.906
        assertThat(epsilon(sample.plan())).isBetween(5.3993, 5.3994);
    }

    @Test
    void aQueryThatFailedCountsAsAsked() {
        SecretSample sample = SecretSample.poisson(Values.of(1, 2, 3), 0.5, Tapes.seeded(SEED));
        assertThatThrownBy(() -> sample.ask(new Laplace(3), values -> {
                    throw new IllegalStateException("it broke after it had looked");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(sample.plan()).isEqualTo(new PoissonSampled(0.5, new Laplace(3)));
        // one that ran less noise than it had said is refused, and nothing of it is seen
        assertThatThrownBy(() -> sample.ask(
                        new Laplace(1000),
                        values -> new Sums(values, CONFIDENCE, Tapes.seeded(SEED)).sum(0, 1, new Laplace(1))))
                .hasMessageContaining("another plan");
        assertThatThrownBy(() -> SecretSample.poisson(Values.of(), 0.5, Tapes.seeded(SEED))
                        .plan())
                .hasMessageContaining("nothing has been asked");
    }

    @Test
    void samplesHaveNamesOfTheirOwn() {
        RandomSource random = Tapes.seeded(SEED);
        SecretSample one = SecretSample.poisson(Values.of(1), 0.5, random);
        SecretSample other = SecretSample.poisson(Values.of(1), 0.5, random);
        assertThat(one.id()).isNotEqualTo(other.id());
        assertThat(one.sumOfAll(0, 1, new Laplace(1), CONFIDENCE).sample()).isEqualTo(one.id());
    }

    @Test
    void anEmptySampleIsAnOrdinaryAnswer() {
        RandomSource random = Tapes.seeded(SEED);
        Values nothing = Values.of();
        for (Values values : List.of(nothing, Values.of(5), Values.of(new double[100]))) {
            SecretSample sample = SecretSample.poisson(values, 0.001, random);
            assertThat(sample.countOfAll(x -> true, new DiscreteLaplace(1), CONFIDENCE)
                            .value()
                            .value())
                    .isFinite();
            assertThat(sample.sumOfAll(0, 5, new Gaussian(1), CONFIDENCE)
                            .value()
                            .upper())
                    .isFinite();
        }
        Sums sums = new Sums(nothing, CONFIDENCE, random);
        assertThat(sums.sum(-1, 1, new Laplace(1)).value().value()).isFinite();
        assertThat(sums.mean(-1, 1, new Laplace(1), new Laplace(1)).value().value())
                .isBetween(-1.0, 1.0);
        assertThat(new Quantiles(nothing, 0, 1)
                        .quantile(0.5, new Exponential(1), Relation.ADD_OR_REMOVE_ONE, CONFIDENCE, random)
                        .value()
                        .value())
                .isBetween(0.0, 1.0);
        assertThat(Histogram.of(new int[0], 3)
                        .release(new DiscreteGaussian(1), CONFIDENCE, random)
                        .value())
                .hasSize(3);
    }

    /** Of the estimates that do and that do not know of sampling, how many hold the truth. */
    @Test
    void intervalsHoldNoiseAndSamplingError() {
        RandomSource random = Tapes.seeded(SEED);
        int n = 2000;
        double rate = 0.05;
        int runs = 1000;
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        for (Mechanism noise : List.of(new Laplace(2), new Gaussian(2), new Laplace(0.05), new Laplace(40))) {
            int held = 0;
            int heldWithout = 0;
            for (int run = 0; run < runs; run++) {
                SecretSample sample = SecretSample.poisson(Values.of(ones), rate, random);
                Estimate estimate = sample.sumOfAll(0, 1, noise, CONFIDENCE).value();
                if (estimate.lower() <= n && n <= estimate.upper()) held++;
                // as it was before: the interval of the sum over the sample, scaled
                Estimate inside = sample.ask(noise, v -> new Sums(v, CONFIDENCE, random).sum(0, 1, noise))
                        .value();
                if (inside.lower() / rate <= n && n <= inside.upper() / rate) heldWithout++;
            }
            // four standard errors of 1000 runs are 2.8 %
            assertThat(held / (double) runs).as("%s", noise).isBetween(0.922, 0.978);
            if (!noise.equals(new Laplace(40)))
                assertThat(heldWithout / (double) runs).as("control, %s", noise).isLessThan(0.9);
        }
    }

    @Test
    void aReleaseCannotBeMadeByHand() {
        String sealed = "io.sordino.engine.Release.of(1.0, plan, relation, io.sordino.engine.seal.Seal.OURS)";
        assertThat(errors("new io.sordino.engine.Release<>(1.0, plan, relation)"))
                .isNotEmpty();
        assertThat(errors(sealed)).isNotEmpty();
        assertThat(errors("new io.sordino.engine.sample.Answer<>(1.0, null).plan()"))
                .isNotEmpty();
        // the honest twin
        assertThat(errors("release.plan()")).isEmpty();
    }

    /** As a program that uses the modules would be compiled. */
    private List<String> errors(String expression) {
        String source = """
                import io.sordino.mechanism.*;
                class Attempt {
                    Object attempt(io.sordino.engine.Release<Double> release, Mechanism plan, Relation relation) {
                        return %s;
                    }
                }
                """.formatted(expression);
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        ToolProvider.getSystemJavaCompiler()
                .getTask(
                        null,
                        null,
                        found,
                        List.of(
                                "-proc:none",
                                "-implicit:none",
                                "--module-path",
                                Path.of("target/classes") + java.io.File.pathSeparator + "../core/target/classes",
                                "--add-modules",
                                "io.sordino.run",
                                "-d",
                                classes.toString()),
                        null,
                        List.of(
                                new SimpleJavaFileObject(
                                        URI.create("string:///Attempt.java"), JavaFileObject.Kind.SOURCE) {
                                    @Override
                                    public CharSequence getCharContent(boolean ignore) {
                                        return source;
                                    }
                                }))
                .call();
        return found.getDiagnostics().stream()
                .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                .map(d -> d.getMessage(null))
                .toList();
    }
}
