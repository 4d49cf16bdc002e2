package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Truth.Outcomes;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.numeric.Bracket;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Laplace noise, truncated or not, randomized response, sampled or not, black boxes: against exact sums in ninety digits. */
class ExactLawsTest {
    private static final int CASES = Effort.cases(60, 600);

    private static void check(
            Verdicts verdicts, Mechanism plan, Relation relation, Truth truth, double most, SplittableRandom random) {
        Accountant accountant = Accountant.standard();
        double target = Effort.between(random, 1e-30, 0.1);
        Bracket epsilon =
                accountant.epsilon(plan, relation, target, Precision.DEFAULT).epsilon();
        verdicts.epsilon(plan.toString(), epsilon, target, truth);
        double at = random.nextDouble() * most;
        Bracket delta = accountant.delta(plan, relation, at, Precision.DEFAULT).logDelta();
        verdicts.logDelta(plan.toString(), delta, at, truth);
    }

    private static void report(String name, Verdicts verdicts) {
        System.out.println("ExactLawsTest." + name + ": " + verdicts.cases() + " cases, widest " + verdicts.widest());
        assertThat(verdicts.violations()).isEmpty();
        assertThat(verdicts.cases()).isGreaterThanOrEqualTo(2 * CASES);
    }

    private static Relation relation(SplittableRandom random) {
        return random.nextBoolean() ? Relation.REPLACE_ONE : Relation.ADD_OR_REMOVE_ONE;
    }

    @Test
    void laplaceNoise() {
        SplittableRandom random = Effort.random("ExactLawsTest.laplace", 20271);
        Verdicts verdicts = new Verdicts();
        for (int i = 0; i < CASES; i++) {
            double scale = Effort.between(random, 0.2, 50);
            int copies = random.nextInt(1, 9);
            Relation relation = relation(random);
            Truth truth = Truth.Laplace.noise(scale, relation.contributions(), copies);
            Mechanism plan = new Repeated(copies, new Laplace(scale));
            check(verdicts, plan, relation, truth, 1.05 * copies * relation.contributions() / scale, random);
        }
        report("laplace", verdicts);
    }

    @Test
    void truncatedLaplaceNoise() {
        SplittableRandom random = Effort.random("ExactLawsTest.truncated", 20272);
        Verdicts verdicts = new Verdicts();
        for (int i = 0; i < CASES; i++) {
            double scale = Effort.between(random, 0.2, 20);
            int copies = random.nextInt(1, 7);
            Relation relation = relation(random);
            double bound = relation.contributions() + scale * Effort.between(random, 0.1, 40);
            Truth truth = Truth.Laplace.truncated(scale, bound, relation.contributions(), copies);
            Mechanism plan = new Repeated(copies, new TruncatedLaplace(scale, bound));
            check(verdicts, plan, relation, truth, 1.05 * copies * relation.contributions() / scale, random);
        }
        report("truncated", verdicts);
    }

    @Test
    void randomizedResponse() {
        SplittableRandom random = Effort.random("ExactLawsTest.response", 20273);
        Verdicts verdicts = new Verdicts();
        for (int i = 0; i < CASES; i++) {
            double epsilon = Effort.between(random, 0.01, 8);
            long k = random.nextBoolean() ? 2 : random.nextLong(2, 30);
            int copies = random.nextInt(1, 30);
            Truth truth = Outcomes.randomizedResponse(epsilon, k).times(copies);
            Mechanism plan = new Repeated(copies, new RandomizedResponse(epsilon, k));
            check(verdicts, plan, relation(random), truth, 1.05 * copies * epsilon, random);
        }
        report("response", verdicts);
    }

    @Test
    void sampledRandomizedResponse() {
        SplittableRandom random = Effort.random("ExactLawsTest.sampled", 20274);
        Verdicts verdicts = new Verdicts();
        for (int i = 0; i < CASES; i++) {
            double epsilon = Effort.between(random, 0.05, 6);
            double rate = Effort.between(random, 1e-3, 1);
            long k = random.nextLong(2, 6);
            int copies = random.nextInt(1, 16);
            Outcomes one = Outcomes.randomizedResponse(epsilon, k).sampled(rate);
            Truth truth = Truth.worse(one.times(copies), one.swapped().times(copies));
            Mechanism plan = new Repeated(copies, new PoissonSampled(rate, new RandomizedResponse(epsilon, k)));
            check(verdicts, plan, Relation.ADD_OR_REMOVE_ONE, truth, copies * epsilon * Math.sqrt(rate), random);
        }
        report("sampled", verdicts);
    }

    /** The base is a sum whose other law lives where this one hardly ever is. */
    @Test
    void sampledSumsOfStrongResponses() {
        SplittableRandom random = Effort.random("ExactLawsTest.strong", 20276);
        Verdicts verdicts = new Verdicts();
        for (int i = 0; i < CASES; i++) {
            double epsilon = Effort.between(random, 2, random.nextBoolean() ? 40 : 2000);
            double rate =
                    random.nextInt(3) == 0 ? 1 - Effort.between(random, 1e-12, 0.1) : Effort.between(random, 1e-3, 1);
            int inside = random.nextInt(1, 4);
            int copies = random.nextInt(1, 5);
            Outcomes one = Outcomes.approximate(epsilon, 0).times(inside).sampled(rate);
            Truth truth = Truth.worse(one.times(copies), one.swapped().times(copies));
            Mechanism plan =
                    new Repeated(copies, new PoissonSampled(rate, new Repeated(inside, new ApproximateDp(epsilon, 0))));
            check(verdicts, plan, Relation.ADD_OR_REMOVE_ONE, truth, copies * inside * epsilon, random);
        }
        report("strong", verdicts);
    }

    @Test
    void differentBlackBoxesAndResponses() {
        SplittableRandom random = Effort.random("ExactLawsTest.different", 20275);
        Verdicts verdicts = new Verdicts();
        for (int i = 0; i < CASES; i++) {
            List<Mechanism> parts = new ArrayList<>();
            Outcomes truth = new Outcomes(List.of(BigDecimal.ONE), List.of(BigDecimal.ONE));
            double most = 0;
            for (int j = random.nextInt(2, 5); j > 0; j--) {
                double epsilon = Effort.between(random, 0.05, 4);
                most += epsilon;
                double delta = random.nextBoolean() ? 0 : Effort.between(random, 1e-20, 1e-3);
                if (random.nextBoolean()) {
                    parts.add(new ApproximateDp(epsilon, delta));
                    truth = truth.and(Outcomes.approximate(epsilon, delta));
                } else {
                    parts.add(new RandomizedResponse(epsilon, 3));
                    truth = truth.and(Outcomes.randomizedResponse(epsilon, 3));
                }
            }
            check(verdicts, new Composed(parts), relation(random), truth, 1.05 * most, random);
        }
        report("different", verdicts);
    }

    /** Control: an oracle that is off in the ninth digit is told apart from the closed form. */
    @Test
    void aSlightlyWrongTruthIsCaught() {
        Truth truth = Outcomes.randomizedResponse(1, 2).times(10);
        Truth wrong = epsilon -> truth.delta(epsilon).multiply(new BigDecimal("1.00000001"));
        Bracket answer = Accountant.standard()
                .delta(new Repeated(10, new RandomizedResponse(1, 2)), Relation.REPLACE_ONE, 3, Precision.DEFAULT)
                .logDelta();
        Verdicts right = new Verdicts();
        right.logDelta("right", answer, 3, truth);
        assertThat(right.violations()).isEmpty();
        Verdicts caught = new Verdicts();
        caught.logDelta("wrong", answer, 3, wrong);
        assertThat(caught.violations()).hasSize(1);
    }
}
