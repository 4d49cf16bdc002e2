package io.sordino.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.engine.sample.Batch;
import io.sordino.engine.sample.EpochSampler;
import io.sordino.engine.sample.Sampling;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.noise.DiscreteLaplaceSampler;
import io.sordino.noise.ExponentialSampler;
import io.sordino.noise.GridNoise;
import io.sordino.noise.IntegerNoise;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import io.sordino.plan.Plans;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Twelve mistakes that people make, each in a mechanism that claims to be right. The audit sees all of them; seeds are fixed. */
class SeededBugsTest {
    private static final int CELLS = 1024;

    record Bug(String name, String claim, double delta, long samples, Experiment experiment) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static GridNoise noise(double scale) {
        return GridNoise.of(new Laplace(scale), CELLS);
    }

    /** A release of a number that is the given value with the record, and 0 without. */
    private static Experiment release(double value, IntegerNoise noise) {
        return (first, random) -> ((first ? value : 0) * CELLS + noise.draw(random)) / CELLS;
    }

    static List<Bug> bugs() {
        GridNoise right = noise(1);
        return List.of(
                new Bug("scale two percent too small", "laplace(1)", 0, 1_000_000, release(1, noise(0.98))),
                new Bug("sensitivity of the wrong relation", "laplace(1)", 0, 100_000, release(2, right)),
                new Bug("threshold off by one", "dp(2, delta=0.01)", 0.01, 200_000, SeededBugsTest::thresholdOffByOne),
                new Bug("released twice", "laplace(1)", 0, 100_000, twice(right)),
                new Bug("missing clipping", "laplace(1)", 0, 100_000, release(1.5, right)),
                new Bug("count without noise", "laplace(1) + discrete_laplace(1)", 0, 100_000, (first, random) -> {
                    double sum = (first ? CELLS : 0) + right.draw(random);
                    double count = first ? 101 : 100;
                    return sum / CELLS + 1000 * count;
                }),
                new Bug(
                        "shuffled accounted as Poisson",
                        "4 * poisson(0.25, gaussian(0.5))",
                        0.01,
                        200_000,
                        SeededBugsTest::shuffled),
                new Bug("local probability off by 0.01", "randomized_response(1)", 0, 1_000_000, (first, random) -> {
                    boolean truth = random.happens(7_310_586 + 100_000, 10_000_000);
                    return truth == first ? 1 : 0;
                }),
                new Bug("noise used twice", "2 * laplace(1)", 0, 100_000, (first, random) -> {
                    long same = right.draw(random);
                    return ((first ? CELLS : 0) + same) - (double) same;
                }),
                new Bug(
                        "generator with a fixed seed",
                        "laplace(1)",
                        0,
                        100_000,
                        (first, random) -> release(1, right).run(first, Tapes.seeded(42))),
                new Bug("wrong tail", "laplace(1)", 0, 100_000, release(1, random -> Math.abs(right.draw(random)))),
                new Bug("missing factor 2", "exponential(1)", 0, 200_000, exponential(2)));
    }

    private static Experiment twice(IntegerNoise noise) {
        return (first, random) -> clipped(release(1, noise).run(first, random))
                + clipped(release(1, noise).run(first, random));
    }

    private static double clipped(double y) {
        return Math.min(1, Math.max(0, y));
    }

    /** At distance 0 the test may be passed with probability delta; with a threshold one too low it is e times that. */
    private static double thresholdOffByOne(boolean first, RandomSource random) {
        long distance = first ? 0 : 1;
        boolean passed = distance + TEST.draw(random) > 4 - 1;
        if (!passed) return 0;
        // far apart, since the first dataset is unstable
        return (first ? 1000.0 : 0.0) + RELEASE.draw(random) / (double) CELLS;
    }

    private static final DiscreteLaplaceSampler TEST = new DiscreteLaplaceSampler(new DiscreteLaplace(1));
    private static final GridNoise RELEASE = noise(1);
    private static final GridNoise GAUSSIAN = GridNoise.of(new Gaussian(0.5), CELLS);

    private static double shuffled(boolean first, RandomSource random) {
        Sampling epoch = new EpochSampler(8, 4).start(random);
        double most = Double.NEGATIVE_INFINITY;
        for (int step = 0; step < 4; step++) {
            Batch batch = epoch.next();
            boolean there = first && batch.records().anyMatch(record -> record == 0);
            most = Math.max(most, (there ? CELLS : 0) + (double) GAUSSIAN.draw(random));
        }
        return most / CELLS;
    }

    private static Experiment exponential(double epsilon) {
        IntegerNoise with = new ExponentialSampler(new Exponential(epsilon)).prepared(new long[] {1, 0, 0, 0, 0, 0}, 1);
        IntegerNoise without =
                new ExponentialSampler(new Exponential(epsilon)).prepared(new long[] {0, 1, 1, 1, 1, 1}, 1);
        return (first, random) -> (first ? with : without).draw(random) == 0 ? 1 : 0;
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void theAuditSees(Bug bug) {
        Mechanism claim = Plans.read(bug.claim());
        AuditResult result = AuditTest.seeded(77)
                .of(bug.experiment(), claim, Relation.ADD_OR_REMOVE_ONE, bug.delta(), bug.samples(), 0.999);
        System.out.println(bug.name() + ": " + result.finding().orElse("not seen"));
        assertThat(result.verdict()).isEqualTo(AuditResult.Verdict.VIOLATED);
    }

    static List<Bug> rightOnes() {
        return List.of(
                new Bug("laplace", "laplace(1)", 0, 200_000, release(1, noise(1))),
                new Bug("exponential", "exponential(1)", 0, 200_000, exponential(1)),
                new Bug("permute and flip", "dp(1)", 0, 200_000, permuteAndFlip(1)));
    }

    private static Experiment permuteAndFlip(double epsilon) {
        var flip = new io.sordino.noise.PermuteAndFlip(epsilon);
        IntegerNoise with = flip.prepared(new long[] {1, 0, 0, 0}, 1);
        IntegerNoise without = flip.prepared(new long[] {0, 1, 1, 1}, 1);
        return (first, random) -> (first ? with : without).draw(random) == 0 ? 1 : 0;
    }

    @ParameterizedTest
    @MethodSource("rightOnes")
    void theSameWithoutTheBugPasses(Bug right) {
        AuditResult result = AuditTest.seeded(78)
                .of(
                        right.experiment(),
                        Plans.read(right.claim()),
                        Relation.ADD_OR_REMOVE_ONE,
                        right.delta(),
                        right.samples(),
                        0.999);
        assertThat(result.finding()).isEmpty();
        assertThat(result.epsilonLower()).isGreaterThan(0.5);
    }
}
