package io.sordino.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sordino.mechanism.Mechanism;
import org.junit.jupiter.api.Test;

/** Whatever is typed, a plan comes out or a refusal with a place in the text. */
class PlanFuzzTest {
    private static final long SEED = 7_919L;
    private static final String ALPHABET =
            "()[]{}+*/-=,.?#_:\"' \t\n0123456789eEaginfNxdpoklrsu\u00d7\u03c3\u00a0\u2028\ud83d\ufeff\u0000";

    private int plans;
    private int refusals;

    @Test
    void randomCharactersAreRefusedPolitely() {
        RandomPlans random = new RandomPlans(SEED);
        for (int i = 0; i < 20_000; i++) check(random.noise(ALPHABET, 40));
        assertThat(refusals).isPositive();
    }

    @Test
    void slipsInTextEndInAPlanOrARefusal() {
        RandomPlans random = new RandomPlans(SEED + 1);
        for (int i = 0; i < 20_000; i++) check(random.mutate(Plans.print(random.next(1 + i % 4)), ALPHABET));
        assertThat(plans).isGreaterThan(1_000);
        assertThat(refusals).isGreaterThan(1_000);
    }

    @Test
    void slipsInJsonEndInAPlanOrARefusal() {
        RandomPlans random = new RandomPlans(SEED + 2);
        for (int i = 0; i < 8_000; i++) check(random.mutate(PlanJson.write(random.next(1 + i % 3)), ALPHABET));
        assertThat(plans).isPositive();
        assertThat(refusals).isGreaterThan(1_000);
    }

    private void check(String source) {
        try {
            Mechanism mechanism = Plans.read(source);
            plans++;
            if (!Plans.read(Plans.print(mechanism)).equals(mechanism)) fail("seed " + SEED + ": " + source);
        } catch (PlanException refusal) {
            refusals++;
            if (!isPolite(refusal, source)) fail("seed " + SEED + ": " + source, refusal);
        } catch (RuntimeException | StackOverflowError wrong) {
            fail("seed " + SEED + ": " + source, wrong);
        }
        try {
            PlanTemplate.parse(source);
        } catch (PlanException refusal) {
            if (!isPolite(refusal, source)) fail("seed " + SEED + ": " + source, refusal);
        }
    }

    private static boolean isPolite(PlanException refusal, String source) {
        return refusal.position() >= 0
                && refusal.position() <= source.length()
                && isOneLine(String.valueOf(refusal.getMessage()))
                && isOneLine(refusal.remedy())
                && refusal.caret(source).endsWith("^");
    }

    private static boolean isOneLine(String text) {
        return !text.isBlank() && !text.contains("\n");
    }
}
