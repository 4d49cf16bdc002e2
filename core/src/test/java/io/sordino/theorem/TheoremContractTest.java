package io.sordino.theorem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.GoldenTable;
import io.sordino.account.GoldenTable.Row;
import io.sordino.loss.Loss;
import io.sordino.loss.Profile;
import io.sordino.mechanism.Gaussian;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Alone.Ends;
import io.sordino.theorem.primitive.GaussianNoise;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The control of the contract: tables with a false value and theorems that lie do not pass. */
final class TheoremContractTest {
    private static final List<Row> ROWS = GoldenTable.read("GaussianNoise.csv").rows();

    private static final class Contract extends TheoremContract {
        Contract(Theorem<?> theorem, List<Row> rows) {
            super(theorem, rows);
        }

        @Override
        protected List<Unmet> unmet() {
            return List.of(silentOn("gaussian(1)", "add-remove", "never heard"));
        }
    }

    /** What is said of Gaussian noise, after a change. */
    private record Liar(UnaryOperator<Loss> change) implements Theorem<Gaussian> {
        @Override
        public Class<Gaussian> about() {
            return Gaussian.class;
        }

        @Override
        public Citation citation() {
            return new Citation("GaussianNoise", "nobody");
        }

        @Override
        public Verdict apply(Gaussian mechanism, Inquiry inquiry) {
            Holds truth = (Holds) new GaussianNoise().apply(mechanism, inquiry);
            return Theorem.exact(change.apply(truth.loss()));
        }
    }

    private static Contract lie(UnaryOperator<Loss> change) {
        return new Contract(new Liar(change), ROWS);
    }

    private static Profile profile(Profile profile) {
        return profile;
    }

    private static Row row(double lower, double upper, String kind) {
        return new Row("gaussian(1)", "add-remove", "epsilon", 1, lower, upper, kind);
    }

    private static boolean passes(String kind, double lower, double upper) {
        return lie(loss -> loss)
                .refutation(row(0.1, 0.2, kind), new Ends(lower, upper))
                .isEmpty();
    }

    @Test
    void theTruthPasses() {
        Contract honest = lie(loss -> loss);
        assertThatCode(() -> {
                    honest.everyGoldenValueHolds();
                    honest.aFalseValueIsSeen();
                    honest.deltaIsAProbabilityThatFallsInEpsilon();
                    honest.deltaIsConvexInTheExponentialOfEpsilon();
                    honest.deltaTendsToOneFarBelowZero();
                    honest.moreNoiseIsNeverWorse();
                    honest.twoWidthsMeet();
                    honest.itMeetsEveryOtherTheorem();
                })
                .doesNotThrowAnyException();
    }

    @Test
    void aTableWithAFalseValueFails() {
        for (int i = 0; i < ROWS.size(); i++)
            for (double factor : new double[] {1 - 1e-6, 1 + 1e-6}) {
                List<Row> rows = new java.util.ArrayList<>(ROWS);
                Row row = rows.get(i);
                rows.set(
                        i,
                        new Row(
                                row.plan(),
                                row.relation(),
                                row.given(),
                                row.at(),
                                row.lower() * factor,
                                row.upper() * factor,
                                row.kind()));
                assertThatThrownBy(() -> new Contract(new GaussianNoise(), rows).everyGoldenValueHolds())
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining(row.plan());
            }
    }

    @Test
    void everyKindOfRowIsReadAsItSays() {
        double nothing = Double.NaN;
        assertThat(passes("exact", 0.15, 0.1501)).isTrue();
        assertThat(passes("exact", 0.05, 0.09)).isFalse();
        assertThat(passes("exact", 0.21, 0.2101)).isFalse();
        assertThat(passes("exact", 0.05, 0.9)).as("too wide").isFalse();
        assertThat(passes("exact", nothing, 0.9)).isTrue();
        assertThat(passes("exact", nothing, 0.09)).isFalse();
        assertThat(passes("exact", 0.05, nothing)).isTrue();
        assertThat(passes("exact", 0.21, nothing)).isFalse();
        assertThat(passes("realised", nothing, 0.9)).isTrue();
        assertThat(passes("realised", nothing, 0.09)).isFalse();
        assertThat(passes("bound", nothing, 0.15)).isTrue();
        assertThat(passes("bound", nothing, 0.21)).isFalse();
        assertThat(passes("bound", nothing, 0.09)).isFalse();
        assertThat(passes("formula", nothing, 0.15)).isTrue();
        assertThat(passes("formula", nothing, 0.21)).isFalse();
        assertThat(passes("formula", 0.15, nothing)).isTrue();
        assertThat(passes("formula", 0.09, nothing)).isFalse();
        assertThat(passes("formula", 0.15, 0.14)).as("crossed ends").isFalse();
        assertThat(passes("exact", nothing, nothing)).as("silence").isFalse();
        assertThatThrownBy(() -> passes("guessed", 0.1, 0.2)).hasMessageContaining("unknown kind");
    }

    @Test
    void aDeltaThatRisesFails() {
        Contract contract = lie(loss -> profile(eps -> loss.logDelta(-eps)));
        assertThatThrownBy(contract::deltaIsAProbabilityThatFallsInEpsilon).isInstanceOf(AssertionError.class);
    }

    @Test
    void aDeltaThatIsNotConvexFails() {
        Contract contract =
                lie(loss -> profile(eps -> Bracket.exactly(eps < 0.5 ? -1 : -1 - 20 * (eps - 0.5) * (eps - 0.5))));
        assertThatThrownBy(contract::deltaIsConvexInTheExponentialOfEpsilon).isInstanceOf(AssertionError.class);
    }

    @Test
    void aDeltaThatStaysBelowOneFails() {
        Contract contract = lie(loss -> profile(eps -> loss.logDelta(Math.max(0, eps))));
        assertThatThrownBy(contract::deltaTendsToOneFarBelowZero).isInstanceOf(AssertionError.class);
    }

    @Test
    void noiseThatHarmsFails() {
        Contract contract = new Contract(
                new Theorem<Gaussian>() {
                    @Override
                    public Class<Gaussian> about() {
                        return Gaussian.class;
                    }

                    @Override
                    public Citation citation() {
                        return new Citation("GaussianNoise", "nobody");
                    }

                    @Override
                    public Verdict apply(Gaussian mechanism, Inquiry inquiry) {
                        return new GaussianNoise().apply(new Gaussian(1 / mechanism.noiseMultiplier()), inquiry);
                    }
                },
                ROWS);
        assertThatThrownBy(contract::moreNoiseIsNeverWorse).isInstanceOf(AssertionError.class);
    }

    @Test
    void aTheoremThatSpeaksWhereItShouldBeSilentFails() {
        Contract contract = lie(loss -> loss);
        assertThatThrownBy(contract::itIsSilentWhereAHypothesisFails).isInstanceOf(AssertionError.class);
    }

    @Test
    void twiceTheNoiseIsWrittenIntoEveryLeaf() {
        assertThat(Noisier.than("3 * poisson(0.1, gaussian(1.5)) + dp(1, delta=1e-6) + randomized_response(1, k=3)"))
                .isEqualTo("3 * poisson(0.1, gaussian(3.0)) + dp(0.5, delta=5.0E-7) + randomized_response(0.5, k=3)");
        assertThat(Noisier.than("last_iterate(steps=1, step_size=0.5, noise=0.8, lipschitz=1)"))
                .isEqualTo("last_iterate(steps=1, step_size=0.5, noise=1.6, lipschitz=1)");
        assertThat(Noisier.than("group(2, truncated_laplace(4, 60))"))
                .isEqualTo("group(2, truncated_laplace(8.0, 120.0))");
    }
}
