package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sordino.loss.Profile;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Contradiction;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Controls: whoever excludes another one, or himself, is seen and named. */
class ContradictionTest {
    private static final Relation RELATION = Relation.REPLACE_ONE;

    /** Says the same of every Gaussian. */
    private record Fake(String name, Reach reach, DoubleFunction<Bracket> logDelta, DoubleFunction<Bracket> epsilon)
            implements Theorem<Gaussian>, Profile {
        @Override
        public Class<Gaussian> about() {
            return Gaussian.class;
        }

        @Override
        public Citation citation() {
            return new Citation(name, "nobody");
        }

        @Override
        public Verdict apply(Gaussian mechanism, Inquiry inquiry) {
            return new Holds(this, reach, List.of());
        }

        @Override
        public Bracket logDelta(double at) {
            return logDelta.apply(at);
        }

        @Override
        public Bracket epsilon(double delta) {
            return epsilon.apply(delta);
        }
    }

    /** Says of each Gaussian what it is told to, from both sides. */
    private record Told(String name, Function<Gaussian, Profile> profile) implements Theorem<Gaussian> {
        @Override
        public Class<Gaussian> about() {
            return Gaussian.class;
        }

        @Override
        public Citation citation() {
            return new Citation(name, "nobody");
        }

        @Override
        public Verdict apply(Gaussian mechanism, Inquiry inquiry) {
            return new Holds(profile.apply(mechanism), Reach.EXACT, List.of());
        }
    }

    private static final Fake AT_MOST = new Fake(
            "Modest", Reach.ABOVE, at -> Bracket.of(Double.NEGATIVE_INFINITY, -9), delta -> Bracket.of(0, 0.34));
    private static final Fake AT_LEAST =
            new Fake("Alarming", Reach.BELOW, at -> Bracket.of(-2, 0), delta -> Bracket.of(4.37, 1e9));

    private static void assertBothAreNamed(Fake first, Fake second) {
        Accountant accountant = new Accountant(List.of(first, second));
        assertThatExceptionOfType(Disagreement.class)
                .isThrownBy(() -> accountant.epsilon(new Gaussian(3), RELATION, 1e-6, Precision.DEFAULT))
                .withMessageContaining("epsilon at delta 1.0E-6, replace-one REPLACE of Gaussian[noiseMultiplier=3.0]")
                .withMessageContaining("Modest says [0.0, 0.34] (from above)")
                .withMessageContaining("Alarming says [4.37, 1.0E9] (from below)")
                .satisfies(e -> assertThat(e.why())
                        .extracting(why -> why.theorem().name())
                        .containsExactlyInAnyOrder("Modest", "Alarming"));
        assertThatExceptionOfType(Disagreement.class)
                .isThrownBy(() -> accountant.delta(new Gaussian(3), RELATION, 1, Precision.DEFAULT))
                .withMessageContaining("log delta at epsilon 1.0")
                .withMessageContaining("Modest says [-Infinity, -9.0]")
                .withMessageContaining("Alarming says [-2.0, 0.0]");
        assertThatExceptionOfType(Disagreement.class)
                .isThrownBy(() -> accountant.explain(new Gaussian(3), RELATION, 1e-6, Precision.DEFAULT));
    }

    @Test
    void theoremsThatExcludeEachOtherAreNamed() {
        assertBothAreNamed(AT_MOST, AT_LEAST);
        assertBothAreNamed(AT_LEAST, AT_MOST);
    }

    @Test
    void twoThatSpeakFromBothSidesAreNamedToo() {
        Fake low = new Fake("Low", Reach.EXACT, at -> Bracket.of(-9, -8), delta -> Bracket.of(1, 2));
        Fake high = new Fake("High", Reach.EXACT, at -> Bracket.of(-3, -2), delta -> Bracket.of(3, 4));
        assertThatExceptionOfType(Disagreement.class)
                .isThrownBy(() ->
                        new Accountant(List.of(low, high)).epsilon(new Gaussian(3), RELATION, 1e-6, Precision.DEFAULT))
                .withMessageContaining("Low says [1.0, 2.0] (both ends), but High says [3.0, 4.0] (both ends)");
    }

    @Test
    void aTheoremThatExcludesItselfIsNamed() {
        Fake torn = new Fake("Torn", Reach.EXACT, at -> Bracket.of(-1, -2), delta -> Bracket.of(2, 1));
        assertThatExceptionOfType(Disagreement.class)
                .isThrownBy(() -> new Accountant(List.of(torn)).delta(new Gaussian(3), RELATION, 1, Precision.DEFAULT))
                .withMessageContaining("Torn contradicts itself: contradiction: the ends of [-1.0, -2.0] cross");
    }

    @Test
    void aTheoremThatMeetsAContradictionOnItsWayIsNamed() {
        Theorem<Gaussian> theorem = new Told("Stumbling", mechanism -> {
            throw new Contradiction("contradiction: on the way");
        });
        assertThatExceptionOfType(Disagreement.class)
                .isThrownBy(
                        () -> new Accountant(List.of(theorem)).delta(new Gaussian(3), RELATION, 1, Precision.DEFAULT))
                .withMessageContaining("Stumbling contradicts itself: contradiction: on the way");
    }

    /** Says one thing of common losses and another one of rare ones. */
    private record Deep(Bracket usual, Bracket deeper) implements Theorem<Gaussian> {
        @Override
        public Class<Gaussian> about() {
            return Gaussian.class;
        }

        @Override
        public Citation citation() {
            return new Citation("Deep", "nobody");
        }

        @Override
        public boolean looksToDepth() {
            return true;
        }

        @Override
        public Verdict apply(Gaussian mechanism, Inquiry inquiry) {
            Bracket said = inquiry.depth() < Inquiry.USUAL_DEPTH ? deeper : usual;
            return new Holds(new Fake("Deep", Reach.EXACT, at -> said, delta -> said), Reach.EXACT, List.of());
        }
    }

    @Test
    void anAnswerThatIsAskedForAgainMeetsTheFirstOne() {
        Bracket first = Bracket.of(-90, -40);
        Accountant agrees = new Accountant(List.of(new Deep(first, Bracket.of(-50, -49.9))));
        assertThat(agrees.delta(new Gaussian(3), RELATION, 1, Precision.DEFAULT).logDelta())
                .isEqualTo(Bracket.of(-50, -49.9));
        Accountant lies = new Accountant(List.of(new Deep(first, Bracket.of(-99, -98))));
        assertThatExceptionOfType(Disagreement.class)
                .isThrownBy(() -> lies.delta(new Gaussian(3), RELATION, 1, Precision.DEFAULT))
                .withMessageContaining("Deep contradicts itself")
                .withMessageContaining("with rarer losses");
    }

    /** They agree at the first question and not at the next. */
    @Test
    void aTestimonyIsHeardAsStrictly() {
        Fake fine = new Fake("Modest", Reach.ABOVE, AT_MOST.logDelta, delta -> Bracket.of(0, 5));
        Accountant accountant = new Accountant(List.of(fine, AT_LEAST));
        Testimony testimony = accountant.testimonyAtDelta(new Gaussian(3), RELATION, 1e-6, new Precision(1e-3));
        assertThat(testimony.guarantee().epsilon()).isEqualTo(Bracket.of(4.37, 5));
        assertThat(testimony.epsilon(1e-6)).isEqualTo(testimony.guarantee().epsilon());
        assertThatExceptionOfType(Disagreement.class)
                .isThrownBy(() -> testimony.logDelta(1))
                .withMessageContaining("Modest")
                .withMessageContaining("Alarming");
    }

    @Test
    void aPromiseThatIsKeptAndNotKeptIsSeen() {
        Theorem<Gaussian> theorem = new Told("Fickle", mechanism -> {
            double log = -10 * mechanism.noiseMultiplier();
            return new Fake("Fickle", Reach.EXACT, at -> Bracket.exactly(log), delta -> Bracket.exactly(5));
        });
        assertThatExceptionOfType(Contradiction.class)
                .isThrownBy(() -> new Calibration(
                                new Accountant(List.of(theorem)),
                                Gaussian::new,
                                false,
                                RELATION,
                                1,
                                1e-6,
                                Precision.DEFAULT)
                        .solve())
                .withMessageContaining("lower=5.0, upper=5.0")
                .withMessageContaining("lower=0.0, upper=1.0");
    }

    @Test
    void aContradictionIsABugAndNotASlip() {
        assertThatIllegalStateException().isThrownBy(() -> Bracket.of(1, 0));
    }
}
