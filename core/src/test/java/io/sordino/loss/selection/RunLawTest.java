package io.sordino.loss.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RunLawTest {
    /** For shape 1 the mean is 1 + c, so that c is known without a search. */
    @Test
    void theSearchEnclosesTheGeometricLaw() {
        SplittableRandom random = new SplittableRandom(411);
        for (int i = 0; i < 20_000; i++) {
            double c = Math.scalb(1 + random.nextDouble(), random.nextInt(-52, 800));
            double mean = 1 + c;
            RunLaw law = RunLaw.of(mean, 1);
            double exact = mean - 1;
            assertThat(law.logStopsUp()).as("mean %s", mean).isGreaterThanOrEqualTo(Math.log1p(exact));
            // f'(0) = mean (1 + c)^-2 = 1 / mean
            assertThat(law.logSlopeUp(1)).as("mean %s", mean).isGreaterThanOrEqualTo(-Math.log(mean));
            assertThat(law.logSlopeDown(1)).as("mean %s", mean).isLessThanOrEqualTo(-Math.log(mean));
        }
    }

    /** The control: what is added for the search is little. */
    @Test
    void theSearchIsNarrow() {
        RunLaw law = RunLaw.of(10, 1);
        assertThat(law.logStopsUp() - Math.log1p(9)).isBetween(0.0, 1e-10);
        assertThat(law.logSlopeUp(1) - law.logSlopeDown(1)).isBetween(0.0, 1e-9);
    }

    @Test
    void moreRunsThanDoublesHoldAreRefused() {
        assertThatThrownBy(() -> RunLaw.of(1.7e308, 1)).isInstanceOf(IllegalArgumentException.class);
        for (String shape : new String[] {"0", "0.5", "1", "1e9"})
            assertThatThrownBy(() -> Plans.parse("repeat_and_select(1e297, " + shape + ", gaussian(1))"))
                    .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> Plans.parse("repeat_and_select(1.4, 1.7e308, laplace(9))"))
                .isInstanceOf(InvalidException.class);
    }
}
