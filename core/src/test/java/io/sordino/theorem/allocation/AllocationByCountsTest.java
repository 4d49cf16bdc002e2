package io.sordino.theorem.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.loss.Atom;
import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.allocation.AllocatedCounts;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.TheoremContract;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class AllocationByCountsTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("allocated(2, 10, randomized_response(1))", "replace-one", "changes its value"),
                silentOn("allocated(2, 10, gaussian(1))", "add-remove", "outcomes are so few"),
                silentOn("allocated(2, 100, discrete_gaussian(3))", "add-remove", "outcomes are so few"),
                notAbout("allocated(1, 10, randomized_response(1))"));
    }

    /** Two laws on a few outcomes, some of which one of them never shows. */
    private static final class Laws {
        private final double[] with;
        private final double[] without;

        Laws(double[] with, double[] without) {
            this.with = with;
            this.without = without;
        }

        static Laws random(SplittableRandom random, int outcomes) {
            double[][] laws = new double[2][outcomes];
            for (double[] law : laws) {
                double sum = 0;
                for (int i = 0; i < outcomes; i++) {
                    law[i] = i > 0 && random.nextInt(5) == 0 ? 0 : 1e-3 + random.nextDouble();
                    sum += law[i];
                }
                for (int i = 0; i < outcomes; i++) law[i] /= sum;
            }
            return new Laws(laws[0], laws[1]);
        }

        Pair pair(Change change) {
            double[] p = change == Change.REMOVED ? with : without;
            double[] q = change == Change.REMOVED ? without : with;
            List<Atom> atoms = new ArrayList<>();
            double infinite = 0;
            double missing = 0;
            for (int i = 0; i < p.length; i++) {
                if (p[i] > 0 && q[i] > 0) atoms.add(new Atom(Math.log(p[i] / q[i]), p[i]));
                else if (p[i] > 0) infinite += p[i];
                else missing += q[i];
            }
            return new AtomicPair(atoms, Bracket.exactly(infinite), Bracket.exactly(missing), 1e-14, 1e-14);
        }

        /** Delta by all outcomes of all steps and all subsets. */
        double delta(int chosen, int steps, Change change, double epsilon) {
            int ways = (int) Math.round(Math.pow(with.length, steps));
            double sum = 0;
            for (int code = 0; code < ways; code++) {
                double none = 1;
                double present = 0;
                int subsets = 0;
                for (int i = 0, rest = code; i < steps; i++, rest /= with.length) none *= without[rest % with.length];
                for (int set = 0; set < 1 << steps; set++) {
                    if (Integer.bitCount(set) != chosen) continue;
                    subsets++;
                    double product = 1;
                    for (int i = 0, rest = code; i < steps; i++, rest /= with.length)
                        product *= ((set >> i & 1) == 1 ? with : without)[rest % with.length];
                    present += product;
                }
                present /= subsets;
                double p = change == Change.REMOVED ? present : none;
                double q = change == Change.REMOVED ? none : present;
                sum += Math.max(0, p - Math.exp(epsilon) * q);
            }
            return sum;
        }
    }

    @Test
    void bruteForceIsMet() {
        long seed = 4711;
        SplittableRandom random = new SplittableRandom(seed);
        for (int run = 0; run < 300; run++) {
            int steps = random.nextInt(3, 6);
            int chosen = random.nextInt(2, steps);
            Laws laws = Laws.random(random, random.nextInt(2, 5));
            double epsilon = random.nextDouble(-1, 3);
            for (Change change : Change.values()) {
                double truth = laws.delta(chosen, steps, change, epsilon);
                String what = "seed " + seed + ", run " + run + ", " + change;
                for (Side side : Side.values()) {
                    Bracket found = AllocatedCounts.pair(chosen, steps, change, laws.pair(change), side)
                            .orElseThrow()
                            .delta(epsilon);
                    assertThat(side == Side.UPPER ? found.upper() : -found.lower())
                            .as(what)
                            .isGreaterThan((side == Side.UPPER ? truth : -truth) - 1e-12);
                    assertThat(found.midpoint()).as(what).isCloseTo(truth, within(1e-9));
                }
            }
        }
    }

    /** The control: steps drawn with replacement are another law, and brute force tells. */
    @Test
    void aPowerOfTheMeanIsCaught() {
        double e = Math.exp(1);
        double[] with = {e / (1 + e), 1 / (1 + e)};
        double[] without = {1 / (1 + e), e / (1 + e)};
        double truth = new Laws(with, without).delta(2, 3, Change.REMOVED, 0.3);
        double sum = 0;
        for (int code = 0; code < 8; code++) {
            double none = 1;
            double mean = 0;
            for (int i = 0; i < 3; i++) {
                int seen = code >> i & 1;
                none *= without[seen];
                mean += with[seen] / without[seen] / 3;
            }
            sum += Math.max(0, none * mean * mean - Math.exp(0.3) * none);
        }
        assertThat(Math.abs(sum - truth)).isGreaterThan(0.1 * truth);
    }
}
