package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.CountedPair;
import io.sordino.loss.Workspace;
import io.sordino.loss.composition.Composition;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compositions of Gaussian noise against their closed form in sixty digits, delta from 1e-4 down to 1e-30. */
class GaussianTruthTest {
    private static final int PLANS = Effort.cases(400, 10_000);
    private static final int COMPOSITIONS = Effort.cases(60, 2_000);
    private static final int CONTROLS = Effort.cases(30, 300);

    private static double delta(SplittableRandom random) {
        return Effort.between(random, 1e-30, 1e-4);
    }

    @Test
    void plansHoldTheClosedForm() {
        SplittableRandom random = Effort.random("GaussianTruthTest.plans", 20261);
        Verdicts verdicts = new Verdicts();
        for (int i = 0; i < PLANS; i++) {
            Relation relation = random.nextBoolean() ? Relation.REPLACE_ONE : Relation.ADD_OR_REMOVE_ONE;
            List<Mechanism> parts = new ArrayList<>();
            BigDecimal square = BigDecimal.ZERO;
            for (int k = random.nextInt(1, 4); k > 0; k--) {
                double noise = Effort.between(random, 0.3, 1e4);
                long count = (long) Effort.between(random, 1, 1e8 / k);
                parts.add(new Repeated(count, new Gaussian(noise)));
                BigDecimal mu = Truth.inverse(noise).multiply(BigDecimal.valueOf(relation.contributions()));
                square = square.add(mu.multiply(mu, Truth.MC).multiply(BigDecimal.valueOf(count)));
            }
            if (square.doubleValue() > 1e4 || square.doubleValue() < 1e-10) continue;
            Mechanism plan = new Composed(parts);
            Truth truth = Truth.gaussian(square);
            double target = delta(random);
            Accountant accountant = Accountant.standard();
            verdicts.epsilon(
                    plan.toString(),
                    accountant
                            .epsilon(plan, relation, target, Precision.DEFAULT)
                            .epsilon(),
                    target,
                    truth);
            double at = random.nextDouble() * 12 * Math.sqrt(square.doubleValue()) + square.doubleValue() / 2;
            verdicts.logDelta(
                    plan.toString(),
                    accountant.delta(plan, relation, at, Precision.DEFAULT).logDelta(),
                    at,
                    truth);
        }
        System.out.println("GaussianTruthTest.plans: " + verdicts.cases() + " cases, widest " + verdicts.widest());
        assertThat(verdicts.violations()).isEmpty();
        assertThat(verdicts.cases()).isGreaterThan(PLANS);
        assertThat(verdicts.widest()).isLessThan(1e-9);
    }

    /** Random parts, their closed form and the range that the answers lie in. */
    private record Case(List<CountedPair> parts, BigDecimal square) {
        static Case random(SplittableRandom random, double largest) {
            double total = Effort.between(random, 0.01, largest);
            int kinds = random.nextInt(1, 4);
            List<CountedPair> parts = new ArrayList<>();
            BigDecimal square = BigDecimal.ZERO;
            for (int i = 0; i < kinds; i++) {
                long count = i == 0 && kinds == 1
                        ? 2 + (long) Effort.between(random, 1, 3000)
                        : (long) Effort.between(random, 1, 3000);
                double mu = Math.sqrt(total * total / kinds / count) * (0.7 + 0.6 * random.nextDouble());
                parts.add(new CountedPair(new Disguised(new GaussianPair(mu)), count));
                BigDecimal exact = new BigDecimal(mu);
                square = square.add(exact.multiply(exact).multiply(BigDecimal.valueOf(count)));
            }
            return new Case(parts, square);
        }

        double mu() {
            return Math.sqrt(square.doubleValue());
        }
    }

    @Test
    void theEngineHoldsTheClosedForm() {
        SplittableRandom random = Effort.random("GaussianTruthTest.engine", 20262);
        Verdicts verdicts = new Verdicts();
        for (int i = 0; i < COMPOSITIONS; i++) {
            Case one = Case.random(random, 8);
            Truth truth = Truth.gaussian(one.square);
            Composition composition = new Composition(one.parts, 1e-3, new Workspace());
            double target = delta(random);
            verdicts.epsilon(one.parts.toString(), composition.epsilon(target), target, truth);
            double at = random.nextDouble() * 10 * one.mu();
            verdicts.logDelta(one.parts.toString(), composition.logDelta(at), at, truth);
        }
        System.out.println("GaussianTruthTest.engine: " + verdicts.cases() + " cases, widest " + verdicts.widest());
        assertThat(verdicts.violations()).isEmpty();
        assertThat(verdicts.widest()).isLessThan(2e-3);
    }

    /** Control: the same cases, answered by a transform whose rounding nobody bounds. */
    @Test
    void aPlainTransformIsCaught() {
        SplittableRandom random = Effort.random("GaussianTruthTest.control", 20263);
        int below = 0;
        for (int i = 0; i < CONTROLS; i++) {
            Case one = Case.random(random, 3);
            double target = delta(random);
            double reach = 14 * one.mu() + one.mu() * one.mu();
            double answer = new PlainFourier(one.parts, reach).epsilon(target);
            if (Truth.gaussian(one.square).delta(answer).compareTo(new BigDecimal(target)) > 0) below++;
        }
        System.out.println("GaussianTruthTest.control: below the truth in " + below + " of " + CONTROLS);
        assertThat(below).isGreaterThan(CONTROLS / 10);
    }
}
