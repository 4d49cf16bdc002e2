package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.primitive.ClassicalProfile;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The formula of textbooks. */
final class ClassicalGaussianTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("gaussian(0.5)", "add-remove", "so little noise"));
    }

    @Test
    void theFormulaIsNeverBelowTheTruth() {
        for (double sigma = 1; sigma < 1000; sigma *= 1.1)
            for (double epsilon = 0.001; epsilon < 3; epsilon *= 1.2)
                assertThat(new ClassicalProfile(sigma).logDelta(epsilon).upper())
                        .as("%s at %s", sigma, epsilon)
                        .isGreaterThanOrEqualTo(
                                GaussianPair.of(1 / sigma).logDelta(epsilon).lower());
    }

    /** The control: read beyond epsilon = 1 the formula promises what noise does not keep. */
    @Test
    void beyondOneTheFormulaIsWrong() {
        double sigma = Math.sqrt(2 * Math.log(1.25 / 1e-5)) / 20;
        assertThat(GaussianPair.of(1 / sigma).delta(20).lower()).isGreaterThan(1e-4);
    }
}
