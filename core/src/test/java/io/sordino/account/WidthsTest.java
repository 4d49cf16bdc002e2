package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.Privacy;
import io.sordino.numeric.Bracket;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever asks for more gets no less, and is told which limit was met. */
class WidthsTest {
    /** Lattices reach a little further for narrow brackets, which moves the last digits of an end. */
    private static final double LAST_DIGITS = 1.08;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10000 * poisson(0.01, gaussian(1)) | 1e-5 | 6.5e-7",
                "100000 * poisson(1024/1280000, gaussian(1)) | 1e-7 | 2e-5",
                "500 * laplace(20) | 1e-6 | 1e-8",
                "1000 * poisson(0.01, gaussian(1)) | 1e-12 | 1e-6",
                "1000 * poisson(0.02, gaussian(0.3)) | 1e-5 | 1.6e-7",
                "laplace(1) + laplace(1.01) + laplace(1.02) | 1e-6 | 1e-6"
            })
    void aTighterWidthNeverGivesAWiderBracket(String plan, double delta, double floor) {
        double narrowest = Double.POSITIVE_INFINITY;
        for (double width = 1e-2; width > 5e-11; width /= 10) {
            Guarantee found = Privacy.of(plan).within(width).epsilon(delta);
            Bracket epsilon = found.epsilon();
            double relative = epsilon.width() / epsilon.upper();
            String what = plan + " within " + width + ": " + epsilon;
            assertThat(relative).as(what).isLessThanOrEqualTo(Math.max(width, LAST_DIGITS * narrowest));
            assertThat(relative).as(what).isLessThanOrEqualTo(Math.max(width, floor));
            assertThat(found.tight()).as(what).isEqualTo(relative <= width);
            assertThat(found.limit().isPresent()).as(what).isEqualTo(!found.tight());
            narrowest = Math.min(narrowest, relative);
        }
    }
}
