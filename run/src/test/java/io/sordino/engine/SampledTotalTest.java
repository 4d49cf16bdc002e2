package io.sordino.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampledTotalTest {
    /** Each end is a total whose own error just does not reach the value, and one that is a little nearer does. */
    @ParameterizedTest
    @CsvSource({
        "120, 0.01, 1, 3, 0",
        "120, 0.01, 1, 0, 4",
        "-2, 0.01, 1, 3, 2",
        "0.5, 0.2, 100, 0.1, 0",
        "40000, 0.5, 10, 30, 5",
        "0, 0.001, 1, 1e-3, 0",
        "1e9, 0.1, 1e6, 1, 1",
    })
    void endsAreWhereTheErrorStopsToReach(double noisy, double rate, double largest, double deviation, double scale) {
        ErrorLaw law = new ErrorLaw(deviation, scale);
        Estimate found = SampledTotal.of(noisy, rate, largest, law, 0.95);
        assertThat(found.value()).isEqualTo(noisy / rate);
        for (double end : new double[] {found.lower(), found.upper()}) {
            double distance = Math.abs(end - found.value());
            assertThat(distance).isGreaterThanOrEqualTo(reach(end, rate, largest, law));
            double nearer = found.value() + (end - found.value()) * (1 - 1e-5);
            assertThat(Math.abs(nearer - found.value())).isLessThan(reach(nearer, rate, largest, law));
        }
    }

    private static double reach(double total, double rate, double largest, ErrorLaw law) {
        double variance = (1 - rate) / rate * largest * Math.max(0, total);
        return law.times(1 / rate).with(Math.sqrt(variance)).reach(0.95);
    }
}
