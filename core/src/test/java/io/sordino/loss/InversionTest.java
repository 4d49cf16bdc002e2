package io.sordino.loss;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.numeric.Bracket;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search ends, whatever the curve and wherever its answer. */
class InversionTest {
    /** The delta of one loss of a given size that is seen half the time; nothing is known of it from below. */
    private static DoubleFunction<Bracket> upTo(double size) {
        return epsilon ->
                Bracket.of(Double.NEGATIVE_INFINITY, epsilon < size ? Math.log(0.5) : Double.NEGATIVE_INFINITY);
    }

    /** A search that goes on for ever asks for ever; how long it takes is not for a test to say. */
    private static DoubleFunction<Bracket> counted(DoubleFunction<Bracket> curve) {
        int[] asked = {0};
        return epsilon -> {
            if (++asked[0] > MOST) throw new AssertionError("asked more than " + MOST + " times");
            return curve.apply(epsilon);
        };
    }

    private static final int MOST = 10_000;

    @ParameterizedTest
    @ValueSource(doubles = {Double.MIN_VALUE, 1e-320, 1e-311, Double.MIN_NORMAL, 1e-300, 1e-9, 1, 1e299, 1e305})
    void endsWhereNothingIsKnownFromBelow(double size) {
        Bracket found = Inversion.epsilon(counted(upTo(size)), 1e-3);
        assertThat(found.lower()).isZero();
        assertThat(found.upper()).isGreaterThanOrEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 0, Double.MIN_VALUE, 1e300})
    void endsWhateverTheGuess(double guess) {
        DoubleFunction<Bracket> curve = epsilon -> Bracket.exactly(-1 - epsilon);
        Bracket found = Inversion.epsilon(counted(curve), Math.exp(-3), guess, 1e6, 1e-9);
        assertThat(found.lower()).isLessThanOrEqualTo(2);
        assertThat(found.upper()).isGreaterThanOrEqualTo(2 * (1 - 1e-15)).isLessThan(2 * (1 + 1e-6));
    }

    @Test
    void aCurveThatBoundsNothingGivesNothing() {
        Bracket found = Inversion.epsilon(counted(epsilon -> Bracket.of(Double.NEGATIVE_INFINITY, 0)), 1e-3);
        assertThat(found).isEqualTo(Bracket.of(0, Double.POSITIVE_INFINITY));
    }
}
