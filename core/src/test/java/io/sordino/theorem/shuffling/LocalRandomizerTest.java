package io.sordino.theorem.shuffling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Rappor;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class LocalRandomizerTest {
    /** Plain doubles are 6e-15 too low at the first. */
    @Test
    void theEpsilonOfRapporIsRoundedUp() {
        notBelow(0.999, "0.004000001333334136886621994");
        notBelow(0.959, "0.1640919874630614725632881");
        notBelow(0.978, "0.08801420145766489567211654");
    }

    @Test
    void rapporOfCoinsAloneTellsNothing() {
        assertThat(LocalRandomizer.epsilon(new Rappor(1))).hasValue(0);
    }

    private static void notBelow(double f, String truth) {
        double epsilon = LocalRandomizer.epsilon(new Rappor(f)).orElseThrow();
        assertThat(new BigDecimal(epsilon)).isGreaterThanOrEqualTo(new BigDecimal(truth));
        assertThat(epsilon).isLessThan(Double.parseDouble(truth) * (1 + 1e-12));
    }
}
