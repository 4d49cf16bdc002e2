package io.sordino.loss.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Change;
import io.sordino.loss.Contained;
import io.sordino.loss.FiniteLaws;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.numeric.Bracket;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** One step of a few, of finite laws: all outcomes of all steps, enumerated in sixty digits, lie between the ends. */
class AllocationContainmentTest {
    private static final long SEED = 1817;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 1_000 : 60;

    private final SplittableRandom random = new SplittableRandom(SEED);

    private static AllocatedProfile found(int steps, Change change, FiniteLaws laws) {
        Pair pair = change == Change.REMOVED ? laws.pair() : laws.swapped().pair();
        return new AllocatedProfile(steps, change, pair, pair, 1e-3, new Workspace());
    }

    private static FiniteLaws truth(int steps, Change change, FiniteLaws laws) {
        return change == Change.REMOVED
                ? laws.allocated(steps)
                : laws.allocated(steps).swapped();
    }

    @Test
    void oneOfAFewStepsIsHeld() {
        System.out.println("seed " + SEED);
        for (int i = 0; i < CASES; i++) {
            int steps = 2 + random.nextInt(4);
            FiniteLaws laws = FiniteLaws.random(random, 2 + random.nextInt(2), 4, i % 3 == 0 && steps < 5);
            for (Change change : Change.values()) {
                AllocatedProfile profile = found(steps, change, laws);
                FiniteLaws all = truth(steps, change, laws);
                Pair upper = profile.pair(Side.UPPER);
                Pair lower = profile.pair(Side.LOWER);
                for (int k = 0; k < 2; k++) {
                    double epsilon = laws.lossMax() * random.nextDouble(-0.3, 0.9);
                    BigDecimal delta = all.delta(epsilon);
                    String what =
                            "seed " + SEED + ", case " + i + ", " + steps + " steps, " + change + " at " + epsilon;
                    Bracket log = profile.logDelta(epsilon);
                    Contained.assertHeld(log, delta, what);
                    if (delta.doubleValue() > 1e-9)
                        assertThat(log.width()).as(what).isLessThan(2e-3);
                    assertThat(Contained.isAtLeast(upper.delta(epsilon).upper(), delta))
                            .as(what)
                            .isTrue();
                    assertThat(Contained.isAtMost(lower.delta(epsilon).lower(), delta))
                            .as(what)
                            .isTrue();
                }
            }
        }
    }

    /** The control: one step more or less is told from what is found. */
    @Test
    void anotherNumberOfStepsIsSeen() {
        FiniteLaws laws = FiniteLaws.response(1.5);
        for (Change change : Change.values()) {
            for (int steps : new int[] {3, 5})
                assertThat(Contained.isHeld(
                                found(4, change, laws).logDelta(0.3),
                                truth(steps, change, laws).delta(0.3)))
                        .as("%s, %s steps", change, steps)
                        .isFalse();
            assertThat(Contained.isHeld(
                            found(4, change, laws).logDelta(0.3),
                            truth(4, change, laws).delta(0.3)))
                    .isTrue();
        }
    }
}
