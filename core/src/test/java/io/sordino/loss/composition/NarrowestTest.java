package io.sordino.loss.composition;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.numeric.Bracket;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Whoever asks for more gets no less, whatever the answers beyond a limit look like. */
class NarrowestTest {
    private static final double FLOOR = 1e-6;

    private int asked;

    /** Narrower than asked as far as the limit; beyond it answers move about, as those of lattices do. */
    private Bracket within(double width) {
        asked++;
        double wobble = 1.1 + 0.1 * Math.sin(1e3 * Math.log(width));
        double found = width > FLOOR ? 0.7 * width : FLOOR * wobble;
        return Bracket.of(1 - found * wobble / 2, 1 + found / 2);
    }

    private static boolean isNarrow(Bracket found, double width) {
        return found.width() <= width;
    }

    private boolean everWider(DoubleUnaryOperator width) {
        double narrowest = Double.POSITIVE_INFINITY;
        for (double wanted = 1e-2; wanted > 1e-12; wanted *= 0.83) {
            double found = width.applyAsDouble(wanted);
            if (found > Math.max(wanted, narrowest)) return true;
            narrowest = Math.min(narrowest, found);
        }
        return false;
    }

    @Test
    void aTighterWidthIsNeverAnsweredWider() {
        assertThat(everWider(wanted -> Widths.narrowest(wanted, Bracket.of(0, 2), this::within, NarrowestTest::isNarrow)
                        .width()))
                .isFalse();
    }

    /** The control. */
    @Test
    void answersBeyondTheLimitMoveAbout() {
        assertThat(everWider(wanted -> within(wanted).width())).isTrue();
    }

    @Test
    void whatIsReachedIsAskedOnce() {
        for (double wanted : new double[] {0.3, 1e-2, 1e-3, 5e-4, 1e-4, 2e-5}) {
            asked = 0;
            Widths.narrowest(wanted, Bracket.of(0, 2), this::within, NarrowestTest::isNarrow);
            assertThat(asked).isEqualTo(1);
        }
    }
}
