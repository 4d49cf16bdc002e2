package io.sordino.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.Schedule;
import io.sordino.mechanism.Shuffled;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plan language means what its page says. */
class PlansTest {
    private static final Mechanism DP_SGD = new Repeated(10_000, new PoissonSampled(0.01, new Gaussian(1.1)));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10000 * poisson(0.01, gaussian(1.1))",
                "10000*poisson(0.01,gaussian(1.1))",
                "  1e4\t*\n poisson ( 1/100 , gaussian ( 1.1 ) ) ",
                "10_000 * poisson(sampling_probability=0.01, plan=gaussian(noise_multiplier=1.1))",
                "10_000 * poisson(plan=gaussian(sigma=1.1), sample_rate=0.01)",
                "10_000 * poisson(q=.01, gaussian(1.1))",
                "10000 * poisson(rate=1e-2, gaussian(11/10))",
                "10000.0 * poisson_sampled(sampling_prob=0.01, (gaussian(1.1)))",
                "# DP-SGD; 1 % of the data each step: ✓\n10000 * # steps\r\npoisson(0.01, gaussian(1.1)) # end"
            })
    void theSamePlanMayBeWrittenInManyWays(String text) {
        assertThat(Plans.parse(text)).isEqualTo(DP_SGD);
    }

    @Test
    void compositionAndNesting() {
        assertThat(Plans.parse("15 * allocated(1, 235, gaussian(1.1)) + laplace(20)"))
                .isEqualTo(new Composed(
                        List.of(new Repeated(15, new Allocated(1, 235, new Gaussian(1.1))), new Laplace(20))));
        assertThat(Plans.parse("shuffled(n=1e5, local(4))")).isEqualTo(new Shuffled(100_000, new LocalDp(4)));
        assertThat(Plans.parse("without_replacement(m=256, n=60_000, gaussian(1))"))
                .isEqualTo(new SampledWithoutReplacement(256, 60_000, new Gaussian(1)));
    }

    @Test
    void fractionsAreRoundedOnce() {
        assertThat(Plans.parse("poisson(256/60000, gaussian(1))"))
                .isEqualTo(new PoissonSampled(256.0 / 60000, new Gaussian(1)));
        assertThat(Plans.parse("poisson(1024 / 1_280_000, gaussian(1))"))
                .isEqualTo(new PoissonSampled(8e-4, new Gaussian(1)));
        assertThat(Plans.parse("512/2 * gaussian(1)")).isEqualTo(new Repeated(256, new Gaussian(1)));
    }

    @Test
    void wholeNumbersAreExactBeyondTheDoubles() {
        assertThat(Plans.parse("shuffled(9007199254740993, local(1))"))
                .isEqualTo(new Shuffled(9_007_199_254_740_993L, new LocalDp(1)));
        assertThat(Plans.parse("shuffled(9223372036854775807, local(1))"))
                .isEqualTo(new Shuffled(Long.MAX_VALUE, new LocalDp(1)));
        assertThat(PlanErrorsTest.refusal("shuffled(9223372036854775808, local(1))"))
                .hasMessageStartingWith("reports must be at most 9223372036854775807");
    }

    @Test
    void leftOutParametersTakeTheirDefaults() {
        LastIterate full = (LastIterate) Plans.parse(
                "last_iterate(steps=2000, step_size=0.1, noise=2, lipschitz=1, smoothness=4, dataset_size=1000)");
        assertThat(full)
                .isEqualTo(new LastIterate(
                        2000,
                        Schedule.constant(0.1),
                        Schedule.constant(2),
                        1,
                        4,
                        0,
                        Double.POSITIVE_INFINITY,
                        1000,
                        1000,
                        LastIterate.Order.FULL,
                        LastIterate.Position.WORST));
    }

    @Test
    void schedulesAndChoicesAreRead() {
        LastIterate plan = (LastIterate)
                Plans.parse(
                        "last_iterate(steps=3, step_size=[0.1, 1/5, 3e-1], noise=[1,2,3],"
                                + " lipschitz=1, smoothness=4, diameter=5, dataset_size=10, batch_size=2, order=one_pass, position=first)");
        assertThat(plan.stepSize()).isEqualTo(new Schedule(List.of(0.1, 0.2, 0.3)));
        assertThat(plan.order()).isEqualTo(LastIterate.Order.ONE_PASS);
        assertThat(plan.position()).isEqualTo(LastIterate.Position.FIRST);
        assertThat(plan.diameter()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gaussian(sigma=2)                             | gaussian(2)
            laplace(scale=2)                              | laplace(2)
            discrete_gaussian(noise_multiplier=2)         | discrete_gaussian(2)
            discrete_laplace(noise_multiplier=2)          | discrete_laplace(2)
            rr(eps=1, num_buckets=3)                      | randomized_response(1, k=3)
            random_allocation(k=1, t=10, gaussian(1))     | allocated(1, 10, gaussian(1))
            shuffled_batches(t=10, gaussian(1))           | shuffled_batches(10, gaussian(1))
            with_replacement(batch_size=2, n=9, gdp(1))   | with_replacement(2, 9, gdp(1))
            shuffled(n=10, randomizer=local(eps=1))       | shuffled(10, local(1))
            exponential(eps=1) + dp(eps=1) + rdp(2, eps=1)| exponential(1) + dp(1) + rdp(2, 1)
            """)
    void aliasesMeanTheirParameter(String typed, String canonical) {
        assertThat(Plans.print(Plans.parse(typed))).isEqualTo(canonical);
    }

    @Test
    void everyMechanismHasOneLineInTheVocabulary() {
        List<Class<?>> records = List.of(Mechanism.class.getPermittedSubclasses());
        assertThat(Vocabulary.ENTRIES.stream().<Class<?>>map(Entry::type).toList())
                .containsExactlyInAnyOrderElementsOf(records);
    }

    @Test
    void noNameMeansTwoThings() {
        Set<String> names = new HashSet<>();
        for (Entry entry : Vocabulary.ENTRIES) {
            assertThat(names.add(entry.name())).as(entry.name()).isTrue();
            entry.aliases()
                    .forEach(alias -> assertThat(names.add(alias)).as(alias).isTrue());
            Set<String> parameters = new HashSet<>();
            for (Parameter parameter : entry.parameters()) {
                assertThat(parameters.add(parameter.name()))
                        .as(entry.name() + " " + parameter.name())
                        .isTrue();
                parameter
                        .aliases()
                        .forEach(alias ->
                                assertThat(parameters.add(alias)).as(alias).isTrue());
            }
        }
        assertThat(names).noneMatch(name -> Vocabulary.hint(name).isPresent());
    }
}
