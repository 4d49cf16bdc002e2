package io.sordino.report.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.plan.Plans;
import io.sordino.report.caveat.Population;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a delta means among so many records. */
final class PopulationTest {
    @Test
    void theNumberOfRecordsIsReadOffThePlan() {
        assertThat(Population.of(Plans.parse("10 * without_replacement(256, 60000, gaussian(1))")))
                .isEqualTo(OptionalLong.of(60000));
        assertThat(Population.of(Plans.parse("shuffled(1000, local(1)) + laplace(1)")))
                .isEqualTo(OptionalLong.of(1000));
        assertThat(Population.of(Plans.parse("10 * poisson(0.01, gaussian(1))")))
                .isEmpty();
    }

    @Test
    void aDeltaOfOneOverTheRecordsIsTooLarge() {
        assertThat(Population.isTooLarge(1e-5, 100_000)).isTrue();
        assertThat(Population.isTooLarge(1e-5, 99_999)).isFalse();
        assertThat(Population.inWords(1e-3, 60_000))
                .contains("not below 1 over the 60000 records", "publishes 60 of them");
        assertThat(Population.inWords(1e-6, 60_000))
                .contains("releases everything with probability delta = 1e-6", "0.06 of 1 over the 60000");
    }
}
