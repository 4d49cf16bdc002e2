package io.sordino.report.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.report.planning.SampleSize.Choice;
import io.sordino.report.planning.SampleSize.Query;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SampleSizeTest {
    private static final Accountant ACCOUNTANT = Accountant.standard();

    private static double epsilon(Choice choice, double delta) {
        return ACCOUNTANT
                .epsilon(choice.plan(), Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon()
                .upper();
    }

    @Test
    void thePlanKeepsThePromise() {
        for (double delta : new double[] {0, 1e-7}) {
            SampleSize asked = new SampleSize(Query.mean(-3, 5), 50_000, 0.7, delta, 0.1);
            Choice best = asked.smallest(ACCOUNTANT);
            assertThat(epsilon(best, delta)).isLessThanOrEqualTo(0.7).isGreaterThan(0.69);
            assertThat(best.error()).isBetween(0.0999, 0.1);
            assertThat(asked.at(0.99 * best.rate(), ACCOUNTANT).error()).isGreaterThan(0.1);
        }
    }

    @Test
    void laplaceNoiseIsThatOfTheClosedForm() {
        Choice choice = new SampleSize(Query.mean(0, 1), 1000, 1, 0, 0.4).at(0.1, ACCOUNTANT);
        double base = Math.log1p(Math.expm1(1) / 0.1);
        assertThat(choice.baseEpsilon()).isCloseTo(base, within(1e-12));
        assertThat(choice.noiseError()).isCloseTo(Math.sqrt(2) * 0.5 / (base * 100), within(1e-12));
        assertThat(choice.samplingError()).isCloseTo(0.5 * Math.sqrt(0.9 / 100), within(1e-12));
    }

    /** Values at both ends of the range, as many simulated answers as it takes to see three per cent. */
    @Test
    void errorsAreThoseOfSimulatedAnswers() {
        long seed = 7;
        Random random = new Random(seed);
        int n = 400;
        Choice choice = new SampleSize(Query.mean(2, 6), n, 0.2, 0, 1).at(0.25, ACCOUNTANT);
        double squares = 0;
        int runs = 20_000;
        for (int run = 0; run < runs; run++) {
            double sum = 0;
            for (int i = 0; i < n; i++) if (random.nextDouble() < 0.25) sum += i % 2 == 0 ? -2 : 2;
            double magnitude = -Math.log(1 - random.nextDouble()) * 2 * choice.noiseMultiplier();
            sum += random.nextBoolean() ? magnitude : -magnitude;
            // the true mean is 4
            double answer = 4 + sum / (0.25 * n);
            squares += (answer - 4) * (answer - 4);
        }
        assertThat(Math.sqrt(squares / runs))
                .as("seed %d", seed)
                .isCloseTo(choice.error(), within(0.03 * choice.error()));
    }

    @Test
    void readingMoreIsNeverWorse() {
        for (double delta : new double[] {0, 1e-6}) {
            SampleSize asked = new SampleSize(Query.count(), 10_000, 0.05, delta, 3000);
            Choice last = asked.at(1, ACCOUNTANT);
            for (double rate : new double[] {0.5, 0.1, 0.01}) {
                Choice next = asked.at(rate, ACCOUNTANT);
                assertThat(next.noiseError()).isGreaterThanOrEqualTo(last.noiseError() * (1 - 1e-3));
                assertThat(next.samplingError()).isGreaterThan(last.samplingError());
                last = next;
            }
        }
    }

    /** For small epsilon the noise does not grow with a smaller sample; for large epsilon it does. */
    @Test
    void amplificationPaysForTheSampleAtSmallEpsilonOnly() {
        SampleSize small = new SampleSize(Query.mean(0, 1), 1_000_000, 1e-4, 0, 0.1);
        assertThat(small.at(0.1, ACCOUNTANT).noiseError())
                .isLessThan(1.01 * small.at(1, ACCOUNTANT).noiseError());
        SampleSize large = new SampleSize(Query.mean(0, 1), 1_000_000, 4, 0, 0.1);
        assertThat(large.at(0.1, ACCOUNTANT).noiseError())
                .isGreaterThan(6 * large.at(1, ACCOUNTANT).noiseError());
    }

    @Test
    void impossibleTargetsSayWhatIsPossible() {
        assertThatThrownBy(() -> new SampleSize(Query.mean(0, 1), 1000, 1, 0, 1e-4).smallest(ACCOUNTANT))
                .hasMessageContaining("error must be at least 0.0007072")
                .hasMessageContaining("larger --error");
        assertThatThrownBy(() -> new SampleSize(Query.mean(0, 1), 1000, 1, 0, 0.5))
                .hasMessageContaining("no record has to be read");
        assertThatThrownBy(() -> Query.mean(1, 1)).hasMessageContaining("upper must be above lower");
        assertThatThrownBy(() -> new SampleSize(Query.mean(0, 1), 0, 1, 0, 0.1)).hasMessageContaining("dataset-size");
        assertThatThrownBy(() -> new SampleSize(Query.mean(0, 1), 10, Double.NaN, 0, 0.1))
                .hasMessageContaining("epsilon must be in (0, 100]");
    }

    @Test
    void thePictureShowsAllThreeErrors() {
        SampleSizeReport report = SampleSizeReport.of(ACCOUNTANT, new SampleSize(Query.mean(0, 1), 10_000, 1, 0, 0.02));
        assertThat(SampleSizePicture.of(ACCOUNTANT, report).series())
                .extracting(series -> series.name())
                .containsExactly("sampling error", "noise error", "error", "allowed");
        assertThat(report.choices()).contains(report.best());
    }
}
