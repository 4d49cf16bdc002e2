package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * All samples of a small dataset, one by one, in exact rational numbers. Two mechanisms run on them: randomized membership, which
 * attains the theorems (Balle, Barthe and Gaboardi 2018, Theorems 12 and 13), and a noisy sum, which must not break them.
 */
class SamplersByEnumerationTest {
    /** e^epsilon and delta of the base. */
    private static final Fraction RATIO = Fraction.of(3, 1);

    private static final List<Fraction> ORDERS = List.of(
            Fraction.of(1, 1),
            Fraction.of(101, 100),
            Fraction.of(11, 10),
            Fraction.of(5, 4),
            Fraction.of(3, 2),
            Fraction.of(2, 1),
            Fraction.of(5, 2),
            Fraction.of(29, 10),
            Fraction.of(4, 1));

    /** P and Q of a promise: given away with probability delta, otherwise a randomized response. */
    private static Fraction[][] promise(Fraction delta) {
        Fraction rest = Fraction.ONE.minus(delta).times(RATIO.plus(Fraction.ONE).inverse());
        Fraction[] yes = {delta, rest.times(RATIO), rest, Fraction.ZERO};
        Fraction[] no = {Fraction.ZERO, rest, rest.times(RATIO), delta};
        return new Fraction[][] {no, yes};
    }

    /** Whether record 0 is in the sample, answered with that promise. */
    private static Fraction[] membership(Samples samples, Fraction delta, boolean holdsTheValue) {
        Fraction[][] answer = promise(delta);
        return samples.law(copies -> answer[holdsTheValue && copies[0] > 0 ? 1 : 0]);
    }

    private static Bracket ours(String plan, Relation relation, Fraction x) {
        return Accountant.standard()
                .delta(Plans.parse(plan), relation, Math.log(x.value()), new Precision(1e-3))
                .delta();
    }

    private static String base(Fraction delta) {
        return "dp(" + Math.log(RATIO.value()) + ", " + delta.value() + ")";
    }

    private static double worst(Fraction[] with, Fraction[] without, Fraction x) {
        return Math.max(
                Samples.delta(with, without, x).value(),
                Samples.delta(without, with, x).value());
    }

    private static void assertTight(String plan, Relation relation, Fraction[] p, Fraction[] q) {
        for (Fraction x : ORDERS) {
            double truth = worst(p, q, x);
            Bracket ours = ours(plan, relation, x);
            assertThat(ours.lower()).as("%s at %s", plan, x).isBetween(truth - 1e-12, truth + 1e-12);
            assertThat(ours.upper()).as("%s at %s", plan, x).isBetween(truth - 1e-12, truth + 1e-12);
        }
    }

    @Test
    void poissonSamplingOfAPromiseIsAttained() {
        for (Fraction delta : List.of(Fraction.ZERO, Fraction.of(1, 1000), Fraction.of(1, 10)))
            for (Fraction rate : List.of(Fraction.of(1, 100), Fraction.of(1, 4), Fraction.of(7, 8))) {
                Samples larger = Samples.poisson(4, rate);
                Samples smaller = Samples.poisson(3, rate);
                Fraction[] with = membership(larger, delta, true);
                Fraction[] without = membership(smaller, delta, false);
                assertTight(
                        "poisson(" + rate.value() + ", " + base(delta) + ")",
                        Relation.ADD_OR_REMOVE_ONE,
                        with,
                        without);
            }
    }

    @Test
    void subsetsOfAPromiseAreAttained() {
        for (Fraction delta : List.of(Fraction.ZERO, Fraction.of(1, 1000)))
            for (int n = 2; n <= 6; n++)
                for (int m = 1; m < n; m++) {
                    Samples samples = Samples.withoutReplacement(m, n);
                    assertTight(
                            "without_replacement(" + m + ", " + n + ", " + base(delta) + ")",
                            Relation.REPLACE_ONE,
                            membership(samples, delta, true),
                            membership(samples, delta, false));
                }
    }

    /** Theorem 13: the lower end is attained; the upper one allows for mechanisms that count copies. */
    @Test
    void drawsOfAPromiseAreAttainedFromBelow() {
        for (Relation relation : List.of(Relation.REPLACE_ONE, Relation.ADD_OR_REMOVE_ONE))
            for (int n = 2; n <= 5; n++)
                for (int m = 1; m <= 4; m++) {
                    Fraction delta = Fraction.of(1, 1000);
                    Samples samples = Samples.withReplacement(m, n);
                    Fraction[] with = membership(samples, delta, true);
                    Fraction[] without = membership(samples, delta, false);
                    String plan = "with_replacement(" + m + ", " + n + ", " + base(delta) + ")";
                    for (Fraction x : ORDERS) {
                        double truth = worst(with, without, x);
                        Bracket ours = ours(plan, relation, x);
                        assertThat(ours.lower()).as("%s at %s", plan, x).isBetween(truth - 1e-12, truth + 1e-12);
                        assertThat(ours.upper()).as("%s at %s", plan, x).isGreaterThanOrEqualTo(truth - 1e-15);
                        if (m == 1) assertThat(ours.upper()).isLessThanOrEqualTo(truth + 1e-12);
                    }
                }
    }

    /** A sum of values in {-1, 0, 1} with two-sided geometric noise of ratio 1/2; gathering both tails loses nothing. */
    private static Fraction[] noisySum(Samples samples, int[] values) {
        return samples.law(copies -> {
            int sum = 0;
            for (int i = 0; i < copies.length; i++) sum += copies[i] * values[i];
            return NOISE[sum + MOST_SUM];
        });
    }

    private static final int MOST_SUM = 6;
    private static final int REACH = 12;
    private static final Fraction[][] NOISE = noise();

    private static Fraction[][] noise() {
        Fraction half = Fraction.of(1, 2);
        Fraction[][] laws = new Fraction[2 * MOST_SUM + 1][2 * REACH + 1];
        for (int sum = -MOST_SUM; sum <= MOST_SUM; sum++)
            for (int z = -REACH; z <= REACH; z++) {
                // mass (1-r)/(1+r) r^|z|; all that lies beyond an end is r^|z|/(1+r)
                Fraction power = half.power(Math.abs(z - sum));
                boolean end = Math.abs(z) == REACH;
                laws[sum + MOST_SUM][z + REACH] = power.times(end ? Fraction.of(2, 3) : Fraction.of(1, 3));
            }
        return laws;
    }

    private static int[] values(int n, int code) {
        int[] values = new int[n];
        for (int i = 1; i < n; i++, code /= 3) values[i] = code % 3 - 1;
        return values;
    }

    private static double worstSum(Samples samples, Samples other, int n, int old, int fresh, Fraction x) {
        double worst = 0;
        for (int code = 0; code < Math.pow(3, n - 1); code++) {
            int[] before = values(n, code);
            int[] after = values(n, code);
            before[0] = old;
            after[0] = fresh;
            worst = Math.max(worst, worst(noisySum(samples, before), noisySum(other, after), x));
        }
        return worst;
    }

    private static final String NOISE_PLAN = "discrete_laplace(" + 1 / Math.log(2) + ")";

    @Test
    void noisySumsOverEverySampleStayWithin() {
        int n = 4;
        Samples poisson = Samples.poisson(n, Fraction.of(1, 4));
        Samples subsets = Samples.withoutReplacement(2, n);
        Samples draws = Samples.withReplacement(2, n);
        for (Fraction x : ORDERS) {
            within(
                    "poisson(0.25, " + NOISE_PLAN + ")",
                    Relation.ADD_OR_REMOVE_ONE,
                    worstSum(poisson, poisson, n, 1, 0, x),
                    x,
                    true);
            within(
                    "poisson(0.25, " + NOISE_PLAN + ")",
                    Relation.REPLACE_ONE,
                    worstSum(poisson, poisson, n, 1, -1, x),
                    x,
                    true);
            within(
                    "without_replacement(2, 4, " + NOISE_PLAN + ")",
                    Relation.REPLACE_ONE,
                    worstSum(subsets, subsets, n, 1, -1, x),
                    x,
                    true);
            within(
                    "with_replacement(2, 4, " + NOISE_PLAN + ")",
                    Relation.REPLACE_ONE,
                    worstSum(draws, draws, n, 1, -1, x),
                    x,
                    false);
        }
    }

    /** Real neighbours are never above the upper end; where the noisy sum is known to be the worst case, never below the lower. */
    private static void within(String plan, Relation relation, double truth, Fraction x, boolean attained) {
        Bracket ours = ours(plan, relation, x);
        assertThat(truth).as("%s at %s", plan, x).isLessThanOrEqualTo(ours.upper() + 1e-12);
        if (attained) assertThat(truth).as("%s at %s", plan, x).isGreaterThanOrEqualTo(ours.lower() - 1e-12);
    }

    /** The control: fixed-size samples accounted as Poisson ones under add-remove would be below a real mechanism. */
    @Test
    void subsetsAccountedAsPoissonSamplesWouldBeUnsound() {
        Samples subsets = Samples.withoutReplacement(2, 4);
        Fraction x = Fraction.of(5, 4);
        double truth = worstSum(subsets, subsets, 4, 1, -1, x);
        assertThat(ours("poisson(0.5, " + NOISE_PLAN + ")", Relation.ADD_OR_REMOVE_ONE, x)
                        .upper())
                .isLessThan(truth);
    }

    @Test
    void theTextbookPointIsExact() {
        for (double rate : new double[] {1e-6, 0.01, 0.3, 0.99})
            for (double eps : new double[] {0.01, 1, 8})
                for (double delta : new double[] {1e-12, 1e-6, 0.1}) {
                    double amplified = Math.log1p(rate * Math.expm1(eps));
                    Bracket ours = Accountant.standard()
                            .delta(
                                    Plans.parse("poisson(" + rate + ", dp(" + eps + ", " + delta + "))"),
                                    Relation.ADD_OR_REMOVE_ONE,
                                    amplified,
                                    new Precision(1e-3))
                            .delta();
                    assertThat(ours.lower()).isLessThanOrEqualTo(rate * delta * (1 + 1e-12) + 1e-15);
                    assertThat(ours.upper()).isBetween(rate * delta * (1 - 1e-12), rate * delta + 1e-12);
                }
    }

    /** Lecture notes call a sampled response, a fair coin in its place, identical to the response at p (e^eps - 1). */
    @Test
    void theSampledResponseOfTheLectureIsMorePrivateThanItsLastLineSays() {
        for (Fraction a : List.of(Fraction.of(1, 100), Fraction.of(2, 1)))
            for (Fraction p : List.of(Fraction.of(1, 10), Fraction.of(1, 2))) {
                Fraction two = Fraction.of(2, 1);
                Fraction kept = p.times(a).times(two.plus(a).inverse());
                Fraction claimed = p.times(a).times(two.plus(p.times(a)).inverse());
                assertThat(claimed.minus(kept).isPositive()).isTrue();
                double epsilon = Math.log(Fraction.ONE
                        .plus(kept)
                        .times(Fraction.ONE.minus(kept).inverse())
                        .value());
                assertThat(epsilon).isLessThan(Math.log1p(p.times(a).value()));
            }
    }
}
