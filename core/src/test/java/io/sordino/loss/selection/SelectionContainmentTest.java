package io.sordino.loss.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Contained;
import io.sordino.loss.FiniteLaws;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The best of a random number of runs of a finite law, in sixty digits and every order of its outputs: no end is on the wrong side. */
class SelectionContainmentTest {
    private static final long SEED = 20262;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 1_000 : 24;
    private static final double[] SHAPES = {1, 2, Double.POSITIVE_INFINITY};

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** The generating function of the number of runs: Poisson, geometric from 1 on, or negative binomial of shape 2 from 1 on. */
    private static BigDecimal generating(double shape, double mean, BigDecimal x) {
        BigDecimal one = BigDecimal.ONE;
        if (shape == Double.POSITIVE_INFINITY)
            return Oracle.exp(Oracle.big(mean).multiply(x.subtract(one)), Contained.DIGITS);
        BigDecimal inverse = one.divide(Oracle.big(mean), Contained.MC);
        // mean = 1/g, or 2/(g (1 + g))
        BigDecimal g = shape == 1
                ? inverse
                : one.add(inverse.multiply(BigDecimal.valueOf(8)))
                        .sqrt(Contained.MC)
                        .subtract(one)
                        .divide(BigDecimal.valueOf(2), Contained.MC);
        BigDecimal rest = one.subtract(one.subtract(g).multiply(x, Contained.MC));
        int power = (int) shape;
        BigDecimal above = one.divide(rest.pow(power), Contained.MC).subtract(one);
        return above.divide(one.divide(g.pow(power), Contained.MC).subtract(one), Contained.MC);
    }

    /** What is released; the first entry is that there was no run, the last output of the order is the best. */
    private static List<BigDecimal> released(List<BigDecimal> law, List<Integer> order, double shape, double mean) {
        List<BigDecimal> out = new ArrayList<>();
        BigDecimal below = BigDecimal.ZERO;
        BigDecimal before = generating(shape, mean, below);
        out.add(before);
        for (int output : order) {
            below = below.add(law.get(output));
            BigDecimal now = generating(shape, mean, below);
            out.add(now.subtract(before));
            before = now;
        }
        return out;
    }

    private static FiniteLaws selected(FiniteLaws run, List<Integer> order, double shape, double mean) {
        return FiniteLaws.of(
                released(run.masses(), order, shape, mean),
                released(run.swapped().masses(), order, shape, mean));
    }

    private static void permute(List<Integer> begun, int n, List<List<Integer>> all) {
        if (begun.size() == n) all.add(List.copyOf(begun));
        for (int i = 0; i < n; i++) {
            if (begun.contains(i)) continue;
            begun.add(i);
            permute(begun, n, all);
            begun.remove(begun.size() - 1);
        }
    }

    private static List<Integer> byLoss(FiniteLaws run) {
        List<BigDecimal> p = run.masses();
        List<BigDecimal> q = run.swapped().masses();
        // p q' > p' q is p/q > p'/q', with p/0 the largest of all; what neither law does changes nothing
        return IntStream.range(0, p.size())
                .boxed()
                .sorted(Comparator.comparing(i -> p.get(i).add(q.get(i)).signum() == 0
                        ? BigDecimal.ZERO
                        : p.get(i).divide(p.get(i).add(q.get(i)), Contained.MC)))
                .toList();
    }

    @Test
    void theBestOfManyIsHeld() {
        System.out.println("seed " + SEED);
        int told = 0;
        for (int i = 0; i < CASES; i++) {
            FiniteLaws run = FiniteLaws.random(random, 2 + random.nextInt(2), 2, i % 3 == 0);
            double shape = SHAPES[random.nextInt(SHAPES.length)];
            double mean = shape == Double.POSITIVE_INFINITY
                    ? Math.exp(random.nextDouble(-3, 4))
                    : 1.01 + Math.exp(random.nextDouble(-3, 4));
            RunLaw law = RunLaw.of(mean, shape);
            SelectedProfile above =
                    SelectedProfile.of(law, run.pair(), run.swapped().pair());
            List<List<Integer>> orders = new ArrayList<>();
            permute(new ArrayList<>(), run.masses().size(), orders);
            List<FiniteLaws> all = orders.stream()
                    .map(order -> selected(run, order, shape, mean))
                    .toList();
            List<Integer> rising = byLoss(run);
            List<Integer> falling = new ArrayList<>(rising);
            java.util.Collections.reverse(falling);
            Optional<AtomicPair> largest = SelectedPair.below(law, run.pair(), SelectedPair.Best.LARGEST_LOSS);
            Optional<AtomicPair> smallest = SelectedPair.below(law, run.pair(), SelectedPair.Best.SMALLEST_LOSS);
            for (double epsilon : new double[] {0, 0.05, 0.4, 1.5, 3.5, -0.3}) {
                String what = "seed " + SEED + ", case " + i + ", mean " + mean + ", shape " + shape + " at " + epsilon;
                for (FiniteLaws one : all)
                    assertThat(Contained.isAtLeast(above.delta(epsilon).upper(), one.delta(epsilon)))
                            .as(what)
                            .isTrue();
                if (largest.isPresent()) {
                    double lower = largest.get().delta(epsilon).lower();
                    if (lower > 0) told++;
                    assertThat(Contained.isAtMost(
                                    lower, selected(run, rising, shape, mean).delta(epsilon)))
                            .as(what)
                            .isTrue();
                }
                if (smallest.isPresent())
                    assertThat(Contained.isAtMost(
                                    smallest.get().delta(epsilon).lower(),
                                    selected(run, falling, shape, mean).delta(epsilon)))
                            .as(what)
                            .isTrue();
            }
        }
        assertThat(told).isGreaterThan(CASES);
    }

    /** The control: what is attained is near, so that a thousandth more is not. */
    @Test
    void aThousandthMoreIsSeen() {
        FiniteLaws run = FiniteLaws.response(1);
        AtomicPair attained = SelectedPair.below(RunLaw.of(3, 1), run.pair(), SelectedPair.Best.LARGEST_LOSS)
                .orElseThrow();
        BigDecimal truth = selected(run, byLoss(run), 1, 3).delta(0.5);
        double lower = attained.delta(0.5).lower();
        assertThat(Contained.isAtMost(lower, truth)).isTrue();
        assertThat(Contained.isAtMost(lower * 1.001, truth)).isFalse();
    }
}
