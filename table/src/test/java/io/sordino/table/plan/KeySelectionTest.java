package io.sordino.table.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.noise.GridNoise;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A key that one unit has is shown with probability at most its delta, by the least threshold that keeps that. */
class KeySelectionTest {
    private static final List<Mechanism> NOISES = List.of(
            new Laplace(0.3), new Laplace(2), new Laplace(57.3), new Gaussian(0.4), new Gaussian(3), new Gaussian(81));

    @Test
    void thresholdIsTheLeastThatKeepsDelta() {
        for (Mechanism noise : NOISES)
            for (double delta : new double[] {1e-2, 1e-6, 1e-12, 1e-30}) {
                KeySelection selection = KeySelection.of(noise, delta);
                assertThat(selection.ofOne()).isLessThanOrEqualTo(delta);
                assertThat(KeySelection.shown(noise, selection.threshold() - 1)).isGreaterThan(delta);
            }
        // 1 + noise >= T where Laplace noise of scale 2 is at least T - 3/2: e^-((T - 1.5)/2) / 2
        assertThat(KeySelection.shown(new Laplace(2), 28)).isBetween(8.8e-7, 8.81e-7);
        assertThatThrownBy(() -> KeySelection.of(new Laplace(1), 0)).hasMessageContaining("delta above 0");
    }

    /** The noise that is drawn passes as often as was computed; a threshold lower by one would be seen. */
    @Test
    void keysOfOneUnitAreShownAsOftenAsComputed() {
        RandomSource random = Tapes.seeded(7);
        int runs = 100_000;
        for (Mechanism noise : List.of(new Laplace(2), new Gaussian(3))) {
            GridNoise drawn = GridNoise.of(noise, 1);
            KeySelection selection = KeySelection.of(noise, 0.02);
            int shown = 0;
            for (int i = 0; i < runs; i++) if (1 + drawn.draw(random) >= selection.threshold()) shown++;
            double error = 4 * Math.sqrt(selection.ofOne() / runs);
            assertThat(shown / (double) runs).isBetween(selection.ofOne() - error, selection.ofOne() + error);
            assertThat(KeySelection.shown(noise, selection.threshold() - 1))
                    .isGreaterThan(selection.ofOne() + 2 * error);
        }
    }
}
