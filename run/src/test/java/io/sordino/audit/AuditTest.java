package io.sordino.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.FinitePair;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.ProfilePoints;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.RenyiOrders;
import io.sordino.mechanism.RepeatAndSelect;
import io.sordino.mechanism.SubGaussian;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import io.sordino.plan.Plans;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every mechanism and every sampler that can be run is run, on every build, and must keep what the accountant claims; seeds are fixed. */
class AuditTest {
    private static final long SEED = 20_261_116_000L;
    private static final double CONFIDENCE = 0.999;

    private static final Pattern MANY_STEPS = Pattern.compile("shuffled|allocated|last_iterate");

    static Audit seeded(long seed) {
        return new Audit(Accountant.standard(), stretch -> Tapes.seeded(seed + stretch), done -> {});
    }

    /** The plan, delta, and what part of the claimed epsilon a good audit finds at least. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "laplace(1) | 0 | 0.98",
                "laplace(0.4) | 1e-5 | 0.9",
                "gaussian(1.1) | 0.01 | 0.9",
                "discrete_laplace(2) | 0 | 0.95",
                "discrete_gaussian(1.5) | 0.01 | 0.9",
                "truncated_laplace(2, 10) | 0.01 | 0.9",
                "sinh_normal(1, 2) | 0.01 | 0.85",
                "randomized_response(1) | 0 | 0.98",
                "randomized_response(2, k=5) | 0 | 0.95",
                "exponential(1) | 0 | 0.5",
                "poisson(0.1, gaussian(1)) | 0.001 | 0.6",
                "poisson(0.3, laplace(0.5)) | 0 | 0.9",
                "without_replacement(3, 20, gaussian(1)) | 0.001 | 0.5",
                "with_replacement(3, 20, laplace(1)) | 0.001 | 0.3",
                "allocated(1, 5, gaussian(1)) | 0.001 | 0.7",
                "allocated(2, 6, gaussian(1)) | 0.001 | 0.6",
                "shuffled_batches(5, gaussian(0.5)) | 0.01 | 0.8",
                "shuffled(20, randomized_response(2)) | 0.001 | 0.7",
                "shuffled(20, randomized_response(2, k=3)) | 0.001 | 0.6",
                "shuffled(20, local_laplace(2)) | 0.001 | 0.5",
                "shuffled(20, subset(2, 6, 2)) | 0.001 | 0.5",
                "shuffled(20, local_hash(2, 4)) | 0.001 | 0.5",
                "shuffled(20, hadamard(2)) | 0.001 | 0.35",
                "shuffled(20, unary(2)) | 0.001 | 0.45",
                "shuffled(20, rappor(0.5)) | 0.001 | 0.5",
                "last_iterate(steps=20, step_size=0.1, noise=1, lipschitz=5, smoothness=1, strong_convexity=0.5, dataset_size=20) | 0.01 | 0.8",
                "last_iterate(steps=10, step_size=1, noise=1, lipschitz=1, smoothness=1, dataset_size=10, batch_size=1, order=one_pass) | 0.01 | 0.75",
                "last_iterate(steps=30, step_size=0.1, noise=1, lipschitz=1, smoothness=1, dataset_size=30, batch_size=1, order=one_pass) | 0.01 | 0.25",
                "last_iterate(steps=12, step_size=0.1, noise=1, lipschitz=4, smoothness=1, dataset_size=20, batch_size=5, order=cyclic) | 0.01 | 0.55",
                "last_iterate(steps=12, step_size=0.1, noise=1, lipschitz=4, smoothness=1, dataset_size=20, batch_size=5, order=sampled) | 0.01 | 0.5",
                "last_iterate(steps=12, step_size=0.1, noise=1, lipschitz=4, smoothness=1, diameter=1, dataset_size=10) | 0.01 | 0.5",
                "5 * gaussian(3) + laplace(2) | 0.01 | 0.8",
                "group(3, laplace(4)) | 0 | 0.95",
                "permute_and_flip(1) | 0 | 0.9",
                "tree_aggregation(4, [3, 16]) | 0.01 | 0.9",
                "mixture_of_gaussians(1, [0, 1, 2], [0.5, 0.4, 0.1]) | 0.01 | 0.8",
                "truncated_poisson(0.2, 8, 20, gaussian(1)) | 0.01 | 0.5",
                "repeat_and_select(5, 1, laplace(1)) | 0 | 0.5",
                "repeat_and_select(5, inf, gaussian(2)) | 0.01 | 0.4",
                "repeat_and_select(5, 0, gaussian(2)) | 0.01 | 0.4",
                "repeat_and_select(5, 0.5, randomized_response(1)) | 0 | 0.4",
            })
    void mechanismKeepsItsClaim(String text, double delta, double part) {
        Mechanism plan = Plans.read(text);
        Relation relation = text.startsWith("without") ? Relation.REPLACE_ONE : Accountant.defaultRelation(plan);
        long samples = MANY_STEPS.matcher(text).lookingAt() ? 200_000 : 1_000_000;
        long start = System.nanoTime();
        AuditResult result = seeded(SEED).of(plan, relation, delta, samples, CONFIDENCE);
        System.out.printf(
                "%s: at least %.4f, claimed %.4f to %.4f, %.1f s%n",
                text,
                result.epsilonLower(),
                result.claimed().lower(),
                result.claimed().upper(),
                (System.nanoTime() - start) / 1e9);
        assertThat(result.finding()).isEmpty();
        assertThat(result.epsilonLower())
                .isGreaterThanOrEqualTo(part * result.claimed().upper());
        assertThat(result.epsilonLower()).isLessThanOrEqualTo(result.claimed().upper());
    }

    /** Neighbours under other relations than a plan's usual one are other datasets, and the claims are others as well. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "laplace(1) | REPLACE_ONE | 0 | 0.95",
                "poisson(0.1, gaussian(0.5)) | REPLACE_ONE | 0.001 | 0.6",
                "poisson(0.3, laplace(0.5)) | REPLACE_ONE | 0.001 | 0.9",
                "poisson(0.1, discrete_laplace(0.5)) | REPLACE_ONE | 0.001 | 0.8",
                "poisson(0.2, gaussian(1)) | REPLACE_SPECIAL | 0.001 | 0.45",
                "with_replacement(3, 20, gaussian(1)) | REPLACE_ONE | 0.001 | 0.35",
                "with_replacement(3, 20, gaussian(1)) | REPLACE_SPECIAL | 0.001 | 0.2",
                "allocated(2, 6, gaussian(1)) | REPLACE_SPECIAL | 0.001 | 0.6",
                "shuffled_batches(4, gaussian(1)) | REPLACE_ONE | 0.001 | 0.4",
                "shuffled_batches(4, gaussian(1)) | REPLACE_SPECIAL | 0.001 | 0.6",
                "group(2, poisson(0.2, laplace(1))) | ADD_OR_REMOVE_ONE | 0 | 0.3",
                "group(2, poisson(0.2, gaussian(0.5))) | ADD_OR_REMOVE_ONE | 0.01 | 0.2",
                "group(2, randomized_response(1)) | REPLACE_ONE | 0 | 0.9",
                "tree_aggregation(4, [3, 16]) | REPLACE_ONE | 0.01 | 0.9",
                "truncated_poisson(0.2, 8, 20, gaussian(1)) | REPLACE_ONE | 0.01 | 0.4",
                "truncated_poisson(0.2, 8, 20, gaussian(1)) | REPLACE_SPECIAL | 0.01 | 0.3",
                "group(2, mixture_of_gaussians(2, [0, 1], [0.5, 0.5])) | ADD_OR_REMOVE_ONE | 0.01 | 0.3",
                "poisson(0.3, repeat_and_select(3, 1, laplace(1))) | ADD_OR_REMOVE_ONE | 0 | 0.3",
            })
    void mechanismKeepsItsClaimUnder(String text, Relation relation, double delta, double part) {
        AuditResult result = seeded(SEED).of(Plans.read(text), relation, delta, 200_000, CONFIDENCE);
        System.out.printf(
                "%s, %s: at least %.4f, claimed at most %.4f%n",
                text, relation.label(), result.epsilonLower(), result.claimed().upper());
        assertThat(result.finding()).isEmpty();
        assertThat(result.epsilonLower())
                .isBetween(part * result.claimed().upper(), result.claimed().upper());
    }

    /** What is run of a plan is more than another one claims, which must be seen: deeper trees, more runs, rarer cuts, farther moves. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "permute_and_flip(1.3) | permute_and_flip(1)",
                "tree_aggregation(2, [16]) | tree_aggregation(2, [8])",
                "mixture_of_gaussians(1, [0, 1.5], [0.5, 0.5]) | mixture_of_gaussians(1, [0, 1], [0.5, 0.5])",
                "mixture_of_gaussians(1, [0, 1], [0.4, 0.6]) | mixture_of_gaussians(1, [0, 1], [0.5, 0.5])",
                "truncated_poisson(0.3, 19, 20, gaussian(0.5)) | truncated_poisson(0.2, 19, 20, gaussian(0.5))",
                "repeat_and_select(20, 1, gaussian(1)) | gaussian(1)",
                "repeat_and_select(2, inf, laplace(0.5)) | laplace(1)",
            })
    void moreThanIsClaimedIsSeen(String run, String claimed) {
        AuditResult.Verdict verdict = AuditResult.Verdict.CONSISTENT;
        for (Runner runner : Runners.of(Plans.read(run), Relation.ADD_OR_REMOVE_ONE)) {
            AuditResult result = seeded(SEED)
                    .of(
                            (first, random) -> runner.run(1, first, random).score(),
                            Plans.read(claimed),
                            Relation.ADD_OR_REMOVE_ONE,
                            0.01,
                            200_000,
                            CONFIDENCE);
            if (result.verdict() == AuditResult.Verdict.VIOLATED) verdict = AuditResult.Verdict.VIOLATED;
        }
        assertThat(verdict).isEqualTo(AuditResult.Verdict.VIOLATED);
    }

    /** How often a mechanism is run has the law that the plan names, summed term by term elsewhere. */
    @ParameterizedTest
    @CsvSource({"5, Infinity, 0, 0.006738", "5, 1, 1, 0.2", "5, 0, 1, 0.349602", "5, 0.5, 1, 0.253586", "1, 3, 1, 1"})
    void runsHaveTheirLaw(double mean, double shape, int of, double probability) {
        Runner counting = new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                runs++;
                return Evidence.NONE;
            }
        };
        Runner selected = SelectionRunners.of(
                        (RepeatAndSelect) Plans.read("repeat_and_select(" + mean + ", "
                                + (Double.isInfinite(shape) ? "inf" : shape) + ", laplace(1))"),
                        List.of(counting))
                .get(0);
        RandomSource random = Tapes.seeded(SEED);
        long total = 0;
        int hits = 0;
        int trials = 400_000;
        for (int i = 0; i < trials; i++) {
            runs = 0;
            selected.run(1, true, random);
            total += runs;
            if (runs == of) hits++;
        }
        // five standard deviations; that of the logarithmic law, the widest, is about 7
        assertThat((double) total / trials).isBetween(mean - 0.06, mean + 0.06);
        assertThat((double) hits / trials).isBetween(probability - 0.004, probability + 0.004);
    }

    private long runs;

    /** Whoever adds a mechanism says how it is run, or that there is nothing to run. */
    @Test
    void everyMechanismIsRunOrIsABlackBox() {
        Set<Class<?>> blackBoxes = Set.of(
                ApproximateDp.class,
                ZeroConcentrated.class,
                TruncatedConcentrated.class,
                SubGaussian.class,
                RenyiBounded.class,
                RenyiOrders.class,
                ProfilePoints.class,
                FinitePair.class,
                GaussianDp.class,
                LocalDp.class);
        for (Class<?> type : Mechanism.class.getPermittedSubclasses())
            assertThat(Runners.canRun(type)).as(type.getSimpleName()).isEqualTo(!blackBoxes.contains(type));
    }

    @Test
    void honestMechanismsAreAccusedNoMoreOftenThanAgreed() {
        String[] plans = {"laplace(1)", "randomized_response(1)", "discrete_laplace(1)", "gaussian(1)"};
        int alarms = 0;
        for (int i = 0; i < 1000; i++) {
            Mechanism plan = Plans.read(plans[i % plans.length]);
            AuditResult result =
                    seeded(1000L * i).of(plan, Relation.ADD_OR_REMOVE_ONE, i % 4 == 3 ? 0.01 : 0, 2000, CONFIDENCE);
            if (result.verdict() == AuditResult.Verdict.VIOLATED) alarms++;
        }
        System.out.println("false alarms in 1000 audits: " + alarms);
        assertThat(alarms).isLessThanOrEqualTo(6);
    }

    @Test
    void roundsOfManyBatchesAreNoWorseThanOneStep() {
        // a record that takes part in one step of a round has at most that step's loss
        for (String round : new String[] {"allocated(1, 5, gaussian(1))", "shuffled_batches(5, gaussian(1))"}) {
            Runner runner =
                    Runners.of(Plans.read(round), Relation.ADD_OR_REMOVE_ONE).get(0);
            AuditResult result = seeded(SEED)
                    .of(
                            (first, random) -> runner.run(1, first, random).score(),
                            Plans.read("gaussian(1)"),
                            Relation.ADD_OR_REMOVE_ONE,
                            0.01,
                            100_000,
                            CONFIDENCE);
            assertThat(result.finding()).isEmpty();
            assertThat(result.epsilonLower())
                    .as(round)
                    .isBetween(0.1, result.claimed().upper());
        }
    }

    @Test
    void progressIsToldOfEverySample() {
        AtomicLong done = new AtomicLong();
        new Audit(Accountant.standard(), stretch -> Tapes.seeded(stretch), done::addAndGet)
                .of(Plans.read("laplace(1)"), Relation.ADD_OR_REMOVE_ONE, 0, 50_000, CONFIDENCE);
        assertThat(done.get()).isEqualTo(100_000);
    }

    @Test
    void whatCannotBeRunIsRefused() {
        for (String plan : new String[] {"dp(1)", "gdp(1)", "zcdp(1)"})
            assertThatThrownBy(() -> refused(plan, 10_000, 0.9)).hasMessageContaining("is a black box");
        assertThatThrownBy(() -> refused("shuffled(100, local(1))", 10_000, 0.9))
                .hasMessageContaining("names no randomizer that could be run; write for example shuffled(100, rand");
        assertThatThrownBy(() -> refused("shuffled(10000000, randomized_response(1))", 1_000_000, 0.9))
                .hasMessageContaining("lower samples to at most");
        assertThatThrownBy(() -> refused("laplace(1)", 10, 0.9)).hasMessageContaining("samples");
        assertThatThrownBy(() -> refused("laplace(1)", 10_000, Double.NaN)).hasMessageContaining("confidence");
    }

    private static AuditResult refused(String plan, long samples, double confidence) {
        return seeded(1).of(Plans.read(plan), Relation.ADD_OR_REMOVE_ONE, 0, samples, confidence);
    }

    @Test
    void boundsOnProbabilitiesAreExact() {
        // Clopper and Pearson: 10 of 100 at one-sided 0.025, and none of 100
        assertThat(ClopperPearson.lower(10, 100, 0.025)).isBetween(0.04900, 0.04901);
        assertThat(ClopperPearson.upper(10, 100, 0.025)).isBetween(0.17622, 0.17623);
        assertThat(ClopperPearson.lower(0, 100, 0.025)).isEqualTo(0);
        assertThat(ClopperPearson.upper(0, 100, 0.05)).isBetween(0.0295, 0.02952);
        assertThat(ClopperPearson.upper(100, 100, 0.05)).isEqualTo(1);
    }
}
