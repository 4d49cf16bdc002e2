package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Truth.Outcomes;
import io.sordino.loss.composition.ComposedRandomizedResponse;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.catalogue.Theorems;
import io.sordino.theorem.composition.KairouzOhViswanath;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Numbers that can be had in two ways that share no code, and numbers that other accountants get wrong. */
class TwoRoutesTest {
    private static final Accountant ACCOUNTANT = Accountant.standard();
    /** Knows everything but the closed form for equal black boxes. */
    private static final Accountant BY_PRODUCT = new Accountant(Theorems.ALL.stream()
            .filter(theorem -> !(theorem instanceof KairouzOhViswanath))
            .toList());

    private static Bracket epsilon(String plan, double delta) {
        return ACCOUNTANT
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }

    @Test
    void productOfPairsAgainstTheClosedFormForEqualBoxes() {
        SplittableRandom random = Effort.random("TwoRoutesTest.equal", 20301);
        Verdicts verdicts = new Verdicts();
        for (int i = 0; i < Effort.cases(15, 300); i++) {
            double epsilon = Effort.between(random, 0.01, 3);
            double lost = random.nextBoolean() ? 0 : Effort.between(random, 1e-15, 1e-6);
            long k = 2 + (long) Effort.between(random, 1, 2000);
            Mechanism plan = new Repeated(k, new ApproximateDp(epsilon, lost));
            double delta = Effort.between(random, 1e-20, 1e-2) + 1.01 * lost * k;
            if (delta >= 1) continue;
            Bracket product = BY_PRODUCT
                    .epsilon(plan, Relation.REPLACE_ONE, delta, Precision.DEFAULT)
                    .epsilon();
            Bracket closed = new ComposedRandomizedResponse(epsilon, lost, k).epsilon(delta);
            verdicts.same(Plans.print(plan) + " at " + delta, product, closed);
            assertThat(product.relativeWidth()).as(Plans.print(plan)).isLessThan(2e-3);
        }
        assertThat(verdicts.violations()).isEmpty();
    }

    /**
     * Murtagh and Vadhan 2016: 1 - prod (1-delta_i) (1 - sum over subsets S of max(0, e^(sum in S) - e^eps e^(sum outside S)) /
     * prod (1 + e^eps_i)).
     */
    @Test
    void productOfPairsAgainstTheEnumerationForDifferentBoxes() {
        SplittableRandom random = Effort.random("TwoRoutesTest.different", 20302);
        Verdicts verdicts = new Verdicts();
        for (int i = 0; i < Effort.cases(5, 100); i++) {
            int n = random.nextInt(2, 9);
            double[] epsilons = random.doubles(n, 0.05, 2).toArray();
            double[] deltas = random.doubles(n, 0, 1e-6).toArray();
            List<Mechanism> parts = new ArrayList<>();
            for (int j = 0; j < n; j++) parts.add(new ApproximateDp(epsilons[j], deltas[j]));
            Truth truth = epsilon -> enumerated(epsilons, deltas, epsilon);
            Mechanism plan = new Composed(parts);
            double target = Effort.between(random, 2e-5, 0.1);
            Bracket answer = ACCOUNTANT
                    .epsilon(plan, Relation.REPLACE_ONE, target, Precision.DEFAULT)
                    .epsilon();
            verdicts.epsilon(Plans.print(plan), answer, target, truth);
            double at = random.nextDouble(0, n);
            Bracket delta = ACCOUNTANT
                    .delta(plan, Relation.REPLACE_ONE, at, Precision.DEFAULT)
                    .logDelta();
            verdicts.logDelta(Plans.print(plan), delta, at, truth);
        }
        assertThat(verdicts.violations()).isEmpty();
    }

    private static BigDecimal enumerated(double[] epsilons, double[] deltas, BigDecimal epsilon) {
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal all = BigDecimal.ONE;
        BigDecimal kept = BigDecimal.ONE;
        BigDecimal[] powers = new BigDecimal[epsilons.length];
        for (int i = 0; i < powers.length; i++) {
            powers[i] = Truth.exp(new BigDecimal(epsilons[i]));
            all = all.multiply(powers[i].add(BigDecimal.ONE), Truth.MC);
            kept = kept.multiply(BigDecimal.ONE.subtract(new BigDecimal(deltas[i])), Truth.MC);
        }
        BigDecimal x = Truth.exp(epsilon);
        for (int set = 0; set < 1 << powers.length; set++) {
            BigDecimal inside = BigDecimal.ONE;
            BigDecimal outside = BigDecimal.ONE;
            for (int i = 0; i < powers.length; i++) {
                if (((set >> i) & 1) != 0) inside = inside.multiply(powers[i], Truth.MC);
                else outside = outside.multiply(powers[i], Truth.MC);
            }
            sum = sum.add(inside.subtract(x.multiply(outside, Truth.MC)).max(BigDecimal.ZERO), Truth.MC);
        }
        return BigDecimal.ONE.subtract(
                kept.multiply(BigDecimal.ONE.subtract(sum.divide(all, Truth.MC)), Truth.MC), Truth.MC);
    }

    @Test
    void latticesAgainstAContourIntegral() {
        List<String> misses = new ArrayList<>();
        Contour removing = new Contour(0.01, 1, 1000, Direction.REMOVE);
        Contour adding = new Contour(0.01, 1, 1000, Direction.ADD);
        Mechanism plan = new Repeated(1000, new PoissonSampled(0.01, new Gaussian(1)));
        for (double delta : new double[] {1e-5, 1e-8, 1e-12, 1e-20, 1e-30}) {
            Bracket answer = ACCOUNTANT
                    .epsilon(plan, Relation.ADD_OR_REMOVE_ONE, delta, new Precision(1e-4))
                    .epsilon();
            double above = Math.max(removing.logDelta(answer.upper()), adding.logDelta(answer.upper()));
            double below = Math.max(removing.logDelta(answer.lower()), adding.logDelta(answer.lower()));
            if (!(above <= Math.log(delta) + 1e-9 && below >= Math.log(delta) - 1e-9))
                misses.add(delta + ": " + answer + " has " + above + " and " + below);
            Bracket log = ACCOUNTANT
                    .delta(plan, Relation.ADD_OR_REMOVE_ONE, answer.midpoint(), new Precision(1e-4))
                    .logDelta();
            double middle = Math.max(removing.logDelta(answer.midpoint()), adding.logDelta(answer.midpoint()));
            if (!(log.lower() <= middle + 1e-9 && middle - 1e-9 <= log.upper()))
                misses.add(delta + ": " + log + ", " + middle);
            // control: the integral is sharp enough to tell a tenth of a percent of epsilon
            assertThat(removing.logDelta(answer.upper() * 1.001)).isLessThan(Math.log(delta) - 1e-4);
        }
        assertThat(misses).isEmpty();
    }

    /** One accountant is 0.1 % below this number, at a width that it calls certain. */
    @Test
    void smallDeltasOfSampledNoise() {
        Bracket answer = epsilon("1000 * poisson(0.01, gaussian(1))", 1e-12);
        assertThat(answer.lower()).isLessThanOrEqualTo(3.9142985);
        assertThat(answer.upper()).isGreaterThanOrEqualTo(3.9142975);
        assertThat(answer.relativeWidth()).isLessThan(1e-3);
    }

    /** One accountant takes a hundred answers for one. */
    @Test
    void repetitionsOfRandomizedResponseCount() {
        double one = Math.log(3);
        Bracket many = epsilon("100 * randomized_response(" + one + ")", 1e-6);
        Verdicts verdicts = new Verdicts();
        verdicts.epsilon(
                "100 answers", many, 1e-6, Outcomes.randomizedResponse(one, 2).times(100));
        assertThat(verdicts.violations()).isEmpty();
        assertThat(many.midpoint()).isBetween(94.2, 94.4);
        Bracket exponential = epsilon("100 * exponential(1)", 1e-6);
        assertThat(exponential.lower())
                .isGreaterThan(10 * epsilon("exponential(1)", 1e-6).upper());
    }

    /** One accountant wraps around its window: 36.1. */
    @Test
    void pureMechanismsDoNotWrapAround() {
        for (String plan : List.of("1000 * dp(1)", "1000 * randomized_response(1)")) {
            Bracket answer = epsilon(plan, 1e-6);
            assertThat(answer.midpoint()).as(plan).isBetween(591.0, 591.2);
        }
        Bracket mixed = epsilon("999 * dp(1) + dp(1.0000001)", 1e-6);
        assertThat(mixed.lower()).isGreaterThan(590);
    }

    /** One accountant halves the sensitivity under replace-one: 0.7945. */
    @Test
    void replacingIsTwiceAsFar() {
        Bracket answer = ACCOUNTANT
                .epsilon(new Gaussian(5), Relation.REPLACE_ONE, 1e-5, Precision.DEFAULT)
                .epsilon();
        Bracket twice = epsilon("gaussian(2.5)", 1e-5);
        assertThat(answer.contains(twice.midpoint())).isTrue();
    }

    /** One accountant's numbers turn to infinity here, and another's below the truth. */
    @Test
    void smallDeltasOfPlainNoise() {
        for (double delta : new double[] {1e-8, 1e-12, 1e-15, 1e-30, 1e-300}) {
            Bracket answer = epsilon("30 * gaussian(10)", delta);
            Verdicts verdicts = new Verdicts();
            verdicts.epsilon("plain", answer, delta, Truth.gaussian(new BigDecimal("0.3")));
            assertThat(verdicts.violations()).isEmpty();
            assertThat(answer.relativeWidth()).isLessThan(1e-9);
        }
    }
}
