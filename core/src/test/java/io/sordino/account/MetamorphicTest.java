package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/** What must hold between answers although nobody knows the truth: equal plans agree, and less noise is never safer. */
class MetamorphicTest {
    private static final int ROUNDS = Effort.cases(10, 1_500);

    private final Verdicts verdicts = new Verdicts();

    private static Bracket epsilon(Mechanism plan, double delta) {
        return Accountant.standard()
                .epsilon(plan, Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon();
    }

    private static Bracket logDelta(Mechanism plan, double epsilon) {
        return Accountant.standard()
                .delta(plan, Relation.ADD_OR_REMOVE_ONE, epsilon, Precision.DEFAULT)
                .logDelta();
    }

    private static Mechanism leaf(SplittableRandom random) {
        return switch (random.nextInt(7)) {
            case 0 -> new Gaussian(Effort.between(random, 0.5, 50));
            case 1 -> new Laplace(Effort.between(random, 0.5, 50));
            case 2 -> new RandomizedResponse(Effort.between(random, 0.02, 4), random.nextLong(2, 8));
            case 3 -> new DiscreteGaussian(Effort.between(random, 0.5, 50));
            case 4 -> new DiscreteLaplace(Effort.between(random, 0.5, 50));
            case 5 -> new Exponential(Effort.between(random, 0.02, 2));
            default -> new ApproximateDp(Effort.between(random, 0.02, 2), 1e-15);
        };
    }

    private static Mechanism part(SplittableRandom random) {
        Mechanism leaf = leaf(random);
        return random.nextInt(3) == 0 ? new PoissonSampled(Effort.between(random, 1e-3, 1), leaf) : leaf;
    }

    private static double delta(SplittableRandom random) {
        return Effort.between(random, 1e-12, 1e-2);
    }

    private static String text(String claim, Mechanism plan, double delta) {
        return claim + " of " + Plans.print(plan) + " at " + delta;
    }

    private void finish(String name, int least) {
        System.out.println("MetamorphicTest." + name + ": " + verdicts.cases() + " cases");
        assertThat(verdicts.violations()).isEmpty();
        assertThat(verdicts.cases()).isGreaterThanOrEqualTo(least);
    }

    @Test
    void equalPlansAgree() {
        SplittableRandom random = Effort.random("MetamorphicTest.equal", 20281);
        for (int i = 0; i < ROUNDS; i++) {
            Mechanism a = part(random);
            Mechanism b = part(random);
            double delta = delta(random);
            long n = (long) Effort.between(random, 2, 200);
            long m = random.nextLong(1, n);
            Bracket whole = epsilon(new Repeated(n, a), delta);
            Mechanism split = new Composed(List.of(new Repeated(m, a), new Repeated(n - m, a)));
            verdicts.same(text("T = a + b", split, delta), whole, epsilon(split, delta));
            verdicts.same(
                    text("sampling at rate 1", a, delta), epsilon(a, delta), epsilon(new PoissonSampled(1, a), delta));
            if (!(a instanceof PoissonSampled))
                verdicts.same(text("a group of 1", a, delta), epsilon(a, delta), epsilon(new Group(1, a), delta));
            Mechanism twice = new Repeated(2, new Composed(List.of(a, b)));
            Mechanism spread = new Composed(List.of(new Repeated(2, b), new Repeated(2, a)));
            verdicts.same(text("2 * (A + B)", twice, delta), epsilon(twice, delta), epsilon(spread, delta));
        }
        finish("equal", 3 * ROUNDS);
    }

    @Test
    void theOrderOfPartsDoesNotMatter() {
        SplittableRandom random = Effort.random("MetamorphicTest.order", 20282);
        for (int i = 0; i < ROUNDS; i++) {
            List<Mechanism> parts = new ArrayList<>();
            for (int j = random.nextInt(2, 6); j > 0; j--)
                parts.add(new Repeated(random.nextLong(1, 20), part(random)));
            List<Mechanism> shuffled = new ArrayList<>(parts);
            Collections.shuffle(shuffled, new Random(random.nextLong()));
            double delta = delta(random);
            Mechanism plan = new Composed(parts);
            verdicts.same(text("order", plan, delta), epsilon(plan, delta), epsilon(new Composed(shuffled), delta));
        }
        finish("order", ROUNDS);
    }

    @Test
    void moreIsNeverSafer() {
        SplittableRandom random = Effort.random("MetamorphicTest.monotone", 20283);
        for (int i = 0; i < ROUNDS; i++) {
            Mechanism other = new Repeated(random.nextLong(1, 30), part(random));
            double delta = delta(random);
            // tiny steps are where a computed curve could bend the wrong way
            double step = 1 + Effort.between(random, 1e-7, 1);
            double sigma = Effort.between(random, 0.5, 30);
            double rate = Effort.between(random, 1e-3, 0.9);
            long steps = (long) Effort.between(random, 1, 500);
            long more = steps + (long) Effort.between(random, 1, 500);
            DoubleFunction<Mechanism> noise =
                    s -> new Composed(List.of(other, new Repeated(steps, new PoissonSampled(rate, new Gaussian(s)))));
            Bracket at = epsilon(noise.apply(sigma), delta);
            verdicts.ordered(
                    text("noise times " + step, noise.apply(sigma), delta),
                    epsilon(noise.apply(sigma * step), delta),
                    at);
            Mechanism longer =
                    new Composed(List.of(other, new Repeated(more, new PoissonSampled(rate, new Gaussian(sigma)))));
            verdicts.ordered(text("more steps", longer, delta), at, epsilon(longer, delta));
            Mechanism often = new Composed(List.of(
                    other, new Repeated(steps, new PoissonSampled(Math.min(1, rate * step), new Gaussian(sigma)))));
            verdicts.ordered(text("rate times " + step, often, delta), at, epsilon(often, delta));
            verdicts.ordered(
                    text("delta times " + step, noise.apply(sigma), delta),
                    epsilon(noise.apply(sigma), delta * step),
                    at);
            verdicts.ordered(text("one part more", longer, delta), epsilon(other, delta), epsilon(longer, delta));
        }
        finish("monotone", 5 * ROUNDS);
    }

    @Test
    void epsilonAndDeltaAreInverse() {
        SplittableRandom random = Effort.random("MetamorphicTest.inverse", 20284);
        for (int i = 0; i < ROUNDS; i++) {
            Mechanism plan = new Repeated((long) Effort.between(random, 1, 300), part(random));
            double delta = delta(random);
            Bracket epsilon = epsilon(plan, delta);
            if (!(epsilon.upper() < Double.POSITIVE_INFINITY)) continue;
            double log = Math.log(delta);
            Bracket above = logDelta(plan, epsilon.upper());
            Bracket below = logDelta(plan, epsilon.lower());
            verdicts.ordered(text("delta at the upper end", plan, delta), above, Bracket.of(log, log + 1e-12));
            if (epsilon.lower() > 0)
                verdicts.ordered(text("delta at the lower end", plan, delta), Bracket.of(log - 1e-12, log), below);
        }
        finish("inverse", ROUNDS);
    }

    /** Control: brackets that were moved up by their own width no longer meet. */
    @Test
    void aShiftedAnswerIsCaught() {
        Mechanism plan = new Composed(List.of(new Repeated(20, new Laplace(5)), new Gaussian(3)));
        Bracket answer = epsilon(plan, 1e-6);
        double shift = 1.01 * (answer.upper() - answer.lower());
        verdicts.same("shifted", answer, Bracket.of(answer.lower() - shift, answer.upper() - shift));
        assertThat(verdicts.violations()).hasSize(1);
    }
}
