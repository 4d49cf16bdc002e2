package io.sordino.theorem.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shuffled batches under replacement. */
final class EpochByClonesTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("shuffled_batches(100, gaussian(1))", "replace-special", "by swaps"),
                silentOn(
                        "shuffled_batches(100, 15 * gaussian(1))", "replace-one", "order of the records is used again"),
                silentOn("shuffled_batches(100, discrete_gaussian(4))", "replace-one", "Gaussian noise"));
    }

    @ParameterizedTest
    @CsvSource({"2, 0.50", "4, 0.109"})
    void twoValuesAreHiddenToo(double noise, double most) {
        Bracket band = Accountant.standard()
                .epsilon(
                        Plans.parse("shuffled_batches(1000, gaussian(" + noise + "))"),
                        Relation.REPLACE_ONE,
                        1e-6,
                        Precision.DEFAULT)
                .answer();
        assertThat(band.upper()).isLessThanOrEqualTo(most);
        assertThat(band.lower()).isPositive();
    }
}
