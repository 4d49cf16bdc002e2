package io.sordino.theorem.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Atom;
import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.allocation.AllocatedCounts;
import io.sordino.loss.allocation.LargeRatioProfile;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import io.sordino.theorem.catalogue.Theorems;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class AllocationByLargeRatiosTest extends TheoremContract {
    private static final double LOG_TAIL = -30;
    /** What both ends may give up or round, where delta is no smaller. */
    private static final double ROUNDING = 1e-12;

    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("allocated(2, 10, gaussian(1))", "replace-one", "changes its value"),
                silentOn("allocated(2, 10, gaussian(1))", "add", "next to nothing"),
                silentOn("allocated(4, 10, gaussian(1))", "add-remove", "more than 3 steps"),
                silentOn("allocated(2, 300000, gaussian(1))", "add-remove", "above 200,000"),
                notAbout("allocated(1, 10, gaussian(1))"));
    }

    /** Values are spread, and rounds of the small ratios are told: a few hundredths of epsilon are a tenth of delta. */
    @Override
    protected double widest() {
        return 0.14;
    }

    /** A law of a few losses, some of them infinite or never seen with the record. */
    private static Pair random(SplittableRandom random, int outcomes) {
        double[][] laws = new double[2][outcomes];
        for (double[] law : laws) {
            double sum = 0;
            for (int i = 0; i < outcomes; i++) {
                law[i] = i > 0 && random.nextInt(6) == 0 ? 0 : Math.pow(random.nextDouble(), 4) + 1e-4;
                sum += law[i];
            }
            for (int i = 0; i < outcomes; i++) law[i] /= sum;
        }
        List<Atom> atoms = new ArrayList<>();
        double infinite = 0;
        double missing = 0;
        for (int i = 0; i < outcomes; i++) {
            double p = laws[0][i];
            double q = laws[1][i];
            if (p > 0 && q > 0) atoms.add(new Atom(Math.log(p / q), p));
            else if (p > 0) infinite += p;
            else missing += q;
        }
        atoms.sort(Comparator.comparingDouble(Atom::loss));
        return new AtomicPair(atoms, Bracket.exactly(infinite), Bracket.exactly(missing), 1e-14, 1e-14);
    }

    private static double end(int selected, long steps, Pair base, Side side, double epsilon) {
        Bracket delta = new LargeRatioProfile(selected, steps, base, side, LOG_TAIL, new Workspace()).delta(epsilon);
        return side == Side.UPPER ? delta.upper() : delta.lower();
    }

    /** Held against all outcomes counted out, for few steps and for more, also where some losses are infinite. */
    @Test
    void outcomesCountedOutLieBetween() {
        long seed = 20_261;
        SplittableRandom random = new SplittableRandom(seed);
        for (int run = 0; run < 60; run++) {
            int selected = random.nextInt(2, 4);
            int steps = selected + (run % 3 == 0 ? random.nextInt(1, 3) : random.nextInt(3, 25));
            Pair base = random(random, random.nextInt(2, 4));
            Pair truth = AllocatedCounts.pair(selected, steps, Change.REMOVED, base, Side.UPPER)
                    .orElseThrow();
            for (double epsilon : new double[] {-1, 0, 0.3, 1, 3}) {
                double exact = truth.delta(epsilon).midpoint();
                String what = "seed " + seed + ", run " + run + ", " + selected + " of " + steps + " at " + epsilon;
                double upper = end(selected, steps, base, Side.UPPER, epsilon);
                double lower = end(selected, steps, base, Side.LOWER, epsilon);
                assertThat(upper).as(what).isGreaterThanOrEqualTo(exact * (1 - 1e-9) - ROUNDING);
                assertThat(lower).as(what).isLessThanOrEqualTo(exact * (1 + 1e-9) + ROUNDING);
            }
        }
    }

    private static double upper(String plan) {
        return new Accountant(Theorems.ALL)
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, 1e-6, Precision.DEFAULT)
                .epsilon()
                .upper();
    }

    /** Before, rounds of one step gave 5.272 and 1.0358; sums of scores 4.593 and 0.9969. */
    @Test
    void aFewOfManyStepsAreAllButKnown() {
        assertThat(upper("allocated(3, 100, gaussian(0.7))")).isBetween(4.9173, 4.95);
        assertThat(upper("allocated(2, 200, gaussian(1))")).isBetween(1.0204, 1.024);
    }

    /** Rounds of several hits take less than rounds of one, which gave 1.9653. */
    @Test
    void roundsOfSeveralHitsSayMore() {
        assertThat(upper("allocated(10, 1000, gaussian(1))")).isBetween(1.9439, 1.959);
    }

    /** More than one of two steps: with every step large there are fewer small ones than rounds. */
    @Test
    void allStepsButOneAreKnown() {
        assertThat(upper("allocated(2, 3, gaussian(1))")).isBetween(6.27, 6.3);
    }
}
