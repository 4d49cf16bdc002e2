package io.sordino.theorem.shuffling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Loss;
import io.sordino.loss.Side;
import io.sordino.loss.shuffling.ClonesLaw;
import io.sordino.loss.shuffling.ResponseAmongEquals;
import io.sordino.loss.shuffling.ShuffledBits;
import io.sordino.loss.shuffling.ShuffledCounts;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Shuffled;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Theorem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The forms that others published: the known numbers, their order, their conditions, and one that is too small. */
final class PublishedFormsTest {
    @Test
    void clonesOf2021GiveTheNumbersOfTheAuthorsProgram() {
        double pair = Asked.loss(new Clones2021(), 100_000, new LocalDp(4))
                .epsilon(1e-6)
                .upper();
        assertThat(pair).isBetween(0.1675, 0.1728);
        double coded = Asked.loss(new Clones2021AsReleased(), 100_000, new LocalDp(4))
                .epsilon(1e-6)
                .upper();
        assertThat(coded).isBetween(0.5378040242, 0.5378040243);
        double printed = Asked.loss(new Clones2021ClosedForm(), 100_000, new LocalDp(4))
                .epsilon(1e-6)
                .upper();
        assertThat(printed).isBetween(pair, coded);
    }

    @Test
    void everyPublishedFormIsAboveWhatItBounds() {
        for (long n : new long[] {1_000, 10_000})
            for (double epsilon0 : new double[] {0.25, 0.5, 1, 2, 4})
                for (double delta : new double[] {1e-3, 1e-6, 1e-9}) {
                    double exact = ShuffledBits.all((int) n / 10, epsilon0, 1e-9)
                            .epsilon(delta)
                            .lower();
                    double pair = Asked.loss(new GeneralClones(), n / 10, new LocalDp(epsilon0))
                            .epsilon(delta)
                            .lower();
                    assertThat(pair).isGreaterThanOrEqualTo(exact * (1 - 1e-9));
                    for (Theorem<Shuffled> theorem : List.<Theorem<Shuffled>>of(
                            new Clones2021(),
                            new Clones2021ClosedForm(),
                            new Clones2021AsReleased(),
                            new GeneralClonesClosedForm(),
                            new AmplificationByShuffling(),
                            new BlanketHoeffding(),
                            new BlanketBennett(),
                            new BinarySum())) {
                        if (!(theorem.apply(new Shuffled(n, new RandomizedResponse(epsilon0, 2)), Asked.REPLACE)
                                instanceof Theorem.Holds holds)) continue;
                        double truth = ShuffledBits.all((int) Math.min(n, 1000), epsilon0, 1e-9)
                                .epsilon(delta)
                                .lower();
                        if (n == 1000)
                            assertThat(holds.loss().epsilon(delta).upper())
                                    .as(
                                            "%s at n %s epsilon0 %s delta %s",
                                            theorem.citation().name(), n, epsilon0, delta)
                                    .isGreaterThanOrEqualTo(truth);
                    }
                }
    }

    @Test
    void closedFormsAreAboveTheirPairs() {
        for (double epsilon0 : new double[] {0.5, 1, 2, 3}) {
            Loss pair = Asked.loss(new GeneralClones(), 10_000, new LocalDp(epsilon0));
            Loss form = Asked.loss(new GeneralClonesClosedForm(), 10_000, new LocalDp(epsilon0));
            assertThat(form.epsilon(1e-6).upper())
                    .isGreaterThan(1.8 * pair.epsilon(1e-6).upper());
            double epsilon = form.epsilon(1e-6).upper();
            assertThat(form.logDelta(epsilon).upper())
                    .isCloseTo(Math.log(1e-6), org.assertj.core.api.Assertions.within(1e-6));
        }
    }

    @Test
    void formsAreSilentWhereTheirConditionsFail() {
        assertThat(Asked.silence(new AmplificationByShuffling(), 10_000, new LocalDp(0.6)))
                .contains("1/2", "0.6");
        assertThat(Asked.silence(new AmplificationByShuffling(), 999, new LocalDp(0.4)))
                .contains("1000", "999");
        assertThat(Asked.silence(new Clones2021ClosedForm(), 100, new LocalDp(4)))
                .contains("was 4");
        assertThat(Asked.silence(new GeneralClonesClosedForm(), 100, new LocalDp(4)))
                .contains("was 4");
        assertThat(Asked.silence(new BinarySum(), 100, new RandomizedResponse(4, 2)))
                .contains("14 ln(4/delta)");
        Bracket beyond =
                Asked.loss(new Clones2021ClosedForm(), 10_000, new LocalDp(3)).epsilon(1e-300);
        assertThat(beyond.upper()).isInfinite();
    }

    /** The pair that was called exact for k symbols drops the neutral reports; a real dataset is above it. */
    @Test
    void theTwoCountPairIsBelowARealDataset() {
        double epsilon0 = 2;
        int k = 4;
        int n = 30;
        // given the number of coins, the neutral reports of the published pair have a constant weight
        double e0 = Math.exp(epsilon0);
        double weight = (k - 2) / (e0 + k - 3);
        ClonesLaw twoCounts = new ClonesLaw(n, epsilon0, 2 / (e0 + k - 1), 1, weight, weight, 1);
        double published =
                new ShuffledCounts(twoCounts, Side.UPPER).epsilon(1e-6).upper();
        double real = new ResponseAmongEquals(n, epsilon0, k).epsilon(1e-6).lower();
        assertThat(published).isBetween(1.672, 1.6723);
        assertThat(real).isBetween(1.9720, 1.9722);
        double blanket = Asked.loss(new ShuffledBlanket(), n, new RandomizedResponse(epsilon0, k))
                .epsilon(1e-6)
                .upper();
        assertThat(blanket).isGreaterThanOrEqualTo(real);
    }
}
