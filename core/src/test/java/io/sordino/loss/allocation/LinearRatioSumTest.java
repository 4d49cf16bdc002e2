package io.sordino.loss.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Atom;
import io.sordino.loss.Change;
import io.sordino.loss.Side;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.numeric.Bracket;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@link LinearRatioSum} gives up is counted: together with what it places it is no less than all of P. */
final class LinearRatioSumTest {
    @ParameterizedTest
    @CsvSource({
        "1, 20, -5",
        "1, 20, -12",
        "0.7, 60, -5",
        "0.7, 60, -9",
        "1.5, 9, -7",
        "0.5, 40, -6",
        "0.4, 400, -7",
        "2, 5, -20"
    })
    void allOfTheRecordsMassIsAccountedFor(double sigma, long steps, double logTail) {
        LikelihoodRatio ratio = new LikelihoodRatio(GaussianPair.of(1 / sigma), Change.REMOVED);
        LinearRatioSum sum = new LinearRatioSum(ratio, steps, 1e-3, logTail, Double.NaN);
        SumLaw above = sum.law(Side.UPPER);
        // the mean of the ratios under Q is one
        assertThat(above.excess(0) / steps + above.lost).isBetween(1.0, 1 + 3 * Math.exp(logTail) + 1e-9);
        SumLaw below = sum.law(Side.LOWER);
        assertThat(below.excess(0) / steps + below.lost).isBetween(1 - 8 * Math.exp(logTail) - 1e-9, 1.0);
        // the control: at such a tail something is given up
        assertThat(above.lost).isGreaterThan(1e-3 * Math.exp(logTail));
    }

    @ParameterizedTest
    @CsvSource({"1e-3", "1e-9"})
    void whatOnlyThePresentRecordDoesIsLost(double delta) {
        double top = (1 - delta) / (1 + Math.exp(-0.5));
        AtomicPair pair = AtomicPair.of(
                List.of(new Atom(0.5, top), new Atom(-0.5, Math.exp(-0.5) * top)), Bracket.exactly(delta));
        LikelihoodRatio ratio = new LikelihoodRatio(pair, Change.REMOVED);
        LinearRatioSum sum = new LinearRatioSum(ratio, 30, 1e-3, -25, Double.NaN);
        assertThat(sum.law(Side.UPPER).lost).isGreaterThanOrEqualTo(delta);
        assertThat(sum.law(Side.LOWER).lost).isLessThanOrEqualTo(delta).isGreaterThan(0.999 * delta);
    }
}
