package io.sordino.loss.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Atom;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Finitely many losses: what is asked at the mass at infinity itself has an answer. */
class AtomicPairTest {
    private static Bracket epsilon(String plan, double delta) {
        return Accountant.standard()
                .epsilon(Plans.read(plan), Relation.REPLACE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }

    @Test
    void aPromiseIsKeptAtItsOwnDelta() {
        for (double delta : new double[] {1e-3, 1e-5, 1e-6, 1e-12, 1e-100})
            for (double promised : new double[] {0.1, 1, 3.7, 20}) {
                Bracket found = epsilon("dp(" + promised + ", delta=" + delta + ")", delta);
                assertThat(found.upper()).isEqualTo(promised);
                assertThat(found.lower()).isBetween(0.999 * promised, promised);
            }
    }

    @Test
    void belowItsDeltaThereIsNoPromise() {
        assertThat(epsilon("dp(1, delta=1e-6)", Math.nextDown(1e-6)).upper()).isInfinite();
        assertThat(epsilon("dp(1, delta=1e-6)", 9e-7).upper()).isInfinite();
    }

    @Test
    void doubtInALossIsAddedToIt() {
        Bracket infinity = Bracket.exactly(0.25);
        AtomicPair exact = new AtomicPair(List.of(new Atom(1, 0.75)), infinity, 1e-15, 0);
        AtomicPair doubtful = new AtomicPair(List.of(new Atom(1, 0.75)), infinity, 1e-15, 1e-6);
        assertThat(exact.epsilon(0.25).upper()).isEqualTo(1);
        assertThat(doubtful.epsilon(0.25).upper()).isGreaterThanOrEqualTo(1 + 1e-6);
        assertThat(doubtful.epsilon(0.24).upper()).isInfinite();
    }
}
