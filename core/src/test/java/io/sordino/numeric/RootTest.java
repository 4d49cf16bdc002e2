package io.sordino.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** {@link Root} ends at neighbours, with both answers asked for. */
class RootTest {
    @Test
    void findsTheLastTrueDoubleAcrossAllMagnitudes() {
        long seed = 5;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2000; i++) {
            double bits = Double.longBitsToDouble(random.nextLong());
            double edge = Double.isFinite(bits) ? bits : 0;
            AtomicInteger asked = new AtomicInteger();
            double last = Root.lastTrue(
                    x -> {
                        asked.incrementAndGet();
                        return x <= edge;
                    },
                    -Double.MAX_VALUE,
                    Double.MAX_VALUE);
            assertThat(last).as("seed %d", seed).isEqualTo(edge + 0.0);
            assertThat(asked.get()).isLessThanOrEqualTo(66);
            double first = Root.firstTrue(x -> x >= edge, -Double.MAX_VALUE, Double.MAX_VALUE);
            assertThat(first + 0.0).isEqualTo(edge + 0.0);
        }
    }

    @Test
    void infiniteEndsAreAllowed() {
        assertThat(Root.lastTrue(x -> x < 3, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY))
                .isEqualTo(Math.nextDown(3.0));
    }

    @Test
    void theEndsOfABracketingDiffer() {
        Bracket narrow = Root.bracketing(x -> x * x <= 2, 0, 2, 64);
        assertThat(Math.nextUp(narrow.lower())).isEqualTo(narrow.upper());
        assertThat(narrow.lower() * narrow.lower() <= 2).isTrue();
        assertThat(narrow.upper() * narrow.upper() <= 2).isFalse();
        Bracket early = Root.bracketing(x -> x * x <= 2, 0, 2, 5);
        assertThat(early.lower() * early.lower() <= 2).isTrue();
        assertThat(early.upper() * early.upper() <= 2).isFalse();
        assertThat(early.width()).isGreaterThan(narrow.width());
    }

    @Test
    void aConditionThatHoldsThroughoutGivesTheEnd() {
        assertThat(Root.lastTrue(x -> true, 1, 7)).isEqualTo(7);
    }

    @Test
    void aConditionThatNeverHoldsIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Root.lastTrue(x -> false, 1, 7));
        assertThatIllegalArgumentException().isThrownBy(() -> Root.lastTrue(x -> true, Double.NaN, 7));
    }

    @Test
    void zerosAreBracketedQuicklyInBothDirections() {
        AtomicInteger asked = new AtomicInteger();
        Bracket rising = Root.zero(
                x -> {
                    asked.incrementAndGet();
                    return Math.exp(x) - 1e5;
                },
                0,
                100,
                1e-14,
                200);
        assertThat(rising.contains(Math.log(1e5))).isTrue();
        assertThat(rising.relativeWidth()).isLessThan(1e-13);
        assertThat(asked.get()).isLessThan(60);
        Bracket falling = Root.zero(x -> 1 / x - 3, 1e-3, 1e3, 1e-12, 200);
        assertThat(falling.contains(1 / 3.0)).isTrue();
        assertThat(falling.relativeWidth()).isLessThan(1e-11);
        assertThat(Root.zero(x -> x - 1, 0, 2, 0, 100)).isEqualTo(Bracket.exactly(1));
        assertThatIllegalArgumentException().isThrownBy(() -> Root.zero(x -> 1, 0, 2, 0, 100));
        assertThatIllegalArgumentException().isThrownBy(() -> Root.zero(x -> Double.NaN, 0, 2, 0, 100));
    }
}
