package io.sordino.theorem.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Mechanism;
import io.sordino.plan.Plans;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scheme that nobody thought of must not count as attained. */
final class OtherRecordsTest {
    /** One plan for every mechanism that hands its records on, or draws among them. */
    private static final List<String> SCHEMES = List.of(
            "poisson(0.5, gaussian(1))",
            "known_sample(0.5, gaussian(1))",
            "sampled([0.2, 0.1], gaussian(1))",
            "truncated_poisson(0.5, 2, 5, gaussian(1))",
            "parallel([gaussian(1), laplace(1)])",
            "without_replacement(2, 5, gaussian(1))",
            "with_replacement(2, 5, gaussian(1))",
            "allocated(1, 3, gaussian(1))",
            "shuffled_batches(3, gaussian(1))",
            "shuffled(5, randomized_response(1))",
            "unlinked(5, 2, randomized_response(1))",
            "blanket_histogram(5, 0.5)",
            "flooded_count(5, 0.5, 2)",
            "split_sum(100, 6, 1000, 2)",
            "last_iterate(steps=5, step_size=0.1, noise=1, lipschitz=1, smoothness=1, dataset_size=10)");

    private static final List<String> AROUND = List.of(
            "group(2, %s)", "2 * %s", "%s + %s", "repeat_and_select(3, 1, %s)", "mixture([0.5, 0.5], [%s, %s])");

    @Test
    void everyMechanismIsDecided() {
        Set<Class<?>> decided = new HashSet<>(OtherRecords.ALONE);
        for (String scheme : SCHEMES)
            assertThat(decided.add(Plans.parse(scheme).getClass())).isTrue();
        for (String around : AROUND)
            decided.add(
                    Plans.parse(around.formatted("gaussian(1)", "laplace(1)")).getClass());
        decided.add(io.sordino.mechanism.Repeated.class);
        assertThat(decided)
                .containsExactlyInAnyOrderElementsOf(Arrays.asList(Mechanism.class.getPermittedSubclasses()));
    }

    @Test
    void whatHoldsOtherMechanismsIsNoneThatStandsAlone() {
        for (Class<? extends Mechanism> alone : OtherRecords.ALONE)
            assertThat(alone.getRecordComponents())
                    .noneMatch(component -> Mechanism.class.isAssignableFrom(component.getType()));
    }

    @Test
    void schemesAreNotAttainedWhateverTheOthersHold() {
        for (String scheme : SCHEMES) {
            assertThat(OtherRecords.mayHoldEither(Plans.parse(scheme)))
                    .as(scheme)
                    .isFalse();
            for (String around : AROUND)
                assertThat(OtherRecords.mayHoldEither(Plans.parse(around.formatted(scheme, scheme))))
                        .as(around.formatted(scheme, scheme))
                        .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian(1)",
                "2 * gaussian(1) + laplace(1)",
                "poisson(1, gaussian(1))",
                "allocated(3, 3, gaussian(1))",
                "without_replacement(5, 5, gaussian(1))"
            })
    void withoutAChoiceTheyMayHoldEither(String plan) {
        assertThat(OtherRecords.mayHoldEither(Plans.parse(plan))).isTrue();
    }

    /** A sample of a dataset of one record holds it or is empty. */
    @Test
    void aDatasetOfOneRecordHasNoOthers() {
        assertThat(OtherRecords.mayBeNone(Plans.parse("poisson(0.5, gaussian(1))")))
                .isTrue();
        assertThat(OtherRecords.mayBeNone(Plans.parse("shuffled(5, randomized_response(1))")))
                .isFalse();
        assertThat(OtherRecords.mayBeNone(Plans.parse("allocated(1, 3, gaussian(1))")))
                .isFalse();
    }
}
