package io.sordino.theorem.shuffling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.shuffling.MixedResidues;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SplitAndMixTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("split_sum(1000, 9, 512001, 1)", "add-remove", "not whether there is a user"),
                silentOn("split_sum(3, 3, 3, 1)", "replace-one", "not mixed well enough"));
    }

    private static double chi(long clients, long messages, long modulus) {
        double tau = new MixedResidues(clients, messages, modulus, 1, 1).slack();
        return 4 * tau * tau;
    }

    /** Never below second moments that were counted out, nor above the bound in 40 digits, which is loose for a few clients. */
    @Test
    void secondMomentsAreBounded() {
        assertThat(chi(2, 3, 3)).isBetween(0.2, 0.200002);
        assertThat(chi(3, 3, 3)).isBetween(0.2214285714286, 0.269842);
        assertThat(chi(5, 4, 7)).isBetween(3.663636378364e-2, 0.1164870);
        assertThat(chi(10, 5, 64)).isBetween(2.992538101834e-3, 0.0374917);
        assertThat(chi(20, 5, 101)).isBetween(5.316696685756e-4, 0.00579786);
        assertThat(chi(1000, 9, 512001)).isBetween(4.8149095e-19, 4.81501e-19);
        assertThat(chi(1_000_000, 6, 2_000_001)).isBetween(3.0864274e-20, 3.08648e-20);
        assertThat(chi(1_000_000, 7, 16_384_000_001L)).isBetween(1.0026872e-22, 1.00271e-22);
    }

    /** The way for many clients is above the way that adds all terms up, where both go. */
    @Test
    void theShortSumIsAboveTheLongOne() {
        assertThat(chi(10_001, 5, 20_001)).isBetween(0.99 * chi(10_000, 5, 20_001), 1.01 * chi(10_000, 5, 20_001));
    }

    /** A count of a million clients costs no more than a curator's. */
    @Test
    void aCountIsAsPrivateAsACurators() {
        Bracket found = Accountant.standard()
                .epsilon(
                        Plans.parse("split_sum(1000000, 6, 2000001, 1)"), Relation.REPLACE_ONE, 1e-8, Precision.DEFAULT)
                .epsilon();
        assertThat(found.upper()).isBetween(0.9999999, 1.0);
        assertThat(found.lower()).isGreaterThan(0.999999);
    }

    /** Residues are next to random, and not quite: beyond the largest loss of the sum delta is small and not 0. */
    @Test
    void aDistanceThatIsNoDoubleIsNotNothing() {
        assertThat(new MixedResidues(1_000_000_000, 40, 9_007_199_254_740_993L, 100, 1).slack())
                .isBetween(1e-171, 1e-140);
    }
}
