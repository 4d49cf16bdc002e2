package io.sordino.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sordino.loss.allocation.AllocatedProfile;
import io.sordino.loss.composition.Composition;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.loss.sampling.PoissonProfile;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Contradiction;
import io.sordino.numeric.ScaledSum;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Controls: ends that are found apart are not sorted where they meet. */
class CrossedEndsTest {
    private static final Pair MILD = GaussianPair.of(0.1);
    private static final Pair STRONG = GaussianPair.of(2);

    private static void assertSeen(ThrowingCallable crossing) {
        assertThatExceptionOfType(Contradiction.class).isThrownBy(crossing);
    }

    /** A curve that is another one when it is read for the second time. */
    private static final class Changing {
        private int starts;

        Bracket at(double epsilon) {
            if (epsilon == 0) starts++;
            return Bracket.exactly(starts < 2 ? -10 * epsilon : -epsilon);
        }
    }

    @Test
    void ofAnInversion() {
        Changing curve = new Changing();
        assertSeen(() -> Inversion.epsilon(curve::at, 1e-4));
    }

    @Test
    void ofADominatingAndAnAttainedComposition() {
        HasPair crossed = Composition.of(
                List.of(new CountedPair(LaplacePair.noise(1, 10), 3)),
                List.of(new CountedPair(LaplacePair.noise(1, 1), 3)),
                1e-3,
                0,
                new Workspace());
        assertThat(crossed).isNotInstanceOf(Composition.class);
        assertSeen(() -> crossed.logDelta(0.2));
        assertSeen(() -> crossed.epsilon(1e-6));
    }

    @Test
    void ofAnAllocation() {
        AllocatedProfile crossed = new AllocatedProfile(3, Change.REMOVED, MILD, STRONG, 1e-2, new Workspace());
        assertSeen(() -> crossed.logDelta(0.3));
        assertSeen(() -> crossed.epsilon(1e-3));
    }

    @Test
    void ofASampledProfile() {
        // says more at the larger delta
        HasPair rising = new HasPair() {
            @Override
            public Bracket logDelta(double epsilon) {
                return Bracket.exactly(-1);
            }

            @Override
            public Bracket epsilon(double delta) {
                return Bracket.exactly(delta > 1e-14 / 0.3 ? 5 : 1);
            }

            @Override
            public Pair pair(Side side) {
                return MILD;
            }
        };
        assertSeen(() -> new PoissonProfile(0.3, Change.REMOVED, rising).epsilon(1e-14));
    }

    @Test
    void ofTheLogarithmOfADelta() {
        assertSeen(() -> LogDelta.of(0.5, 0.1));
        assertSeen(() -> LogDelta.ofLog(-1, -0.4));
    }

    @Test
    void ofASumWhoseErrorsAreNone() {
        ScaledSum sum = new ScaledSum();
        sum.add(1, -0.5, 0);
        assertSeen(sum::log);
    }

    /** Rounding alone crosses nothing: where delta is 1 its logarithm is cut at 0 on both ends. */
    @Test
    void aDeltaOfOneIsNoContradiction() {
        assertThat(LogDelta.ofLog(1e-20, 1e-16).upper()).isZero();
        assertThat(LogDelta.of(1, 1)).isEqualTo(Bracket.exactly(0));
    }
}
