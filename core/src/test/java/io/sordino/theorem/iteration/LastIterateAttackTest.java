package io.sordino.theorem.iteration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.LastIterate.Position;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Schedule;
import io.sordino.numeric.Normal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Convex losses on an interval whose gradients are any rising functions with slopes of at most the smoothness: steps as large as
 * 2/smoothness, batches of several records, the law of the last iterate on a grid.
 */
final class LastIterateAttackTest {
    private static final long SEED = 20240530;
    private static final int CELLS = 140;
    private static final double[] ORDERS = {0, 1};

    private record Run(double diameter, double step, double noise, List<List<int[]>> batches) {
        /** A point for each end of the interval, and one for each cell. */
        double point(int i) {
            return i == 0 ? 0 : i == CELLS + 1 ? diameter : (i - 0.5) * diameter / CELLS;
        }

        double[] law(double[][] gradients, int start) {
            double[] law = new double[CELLS + 2];
            law[start] = 1;
            for (List<int[]> choices : batches) {
                double[] next = new double[CELLS + 2];
                for (int[] batch : choices)
                    for (int i = 0; i < law.length; i++) {
                        if (!(law[i] > 1e-15)) continue;
                        double mean = 0;
                        for (int record : batch) mean += gradients[record][i] / batch.length;
                        spread(next, law[i] / choices.size(), point(i) - step * mean);
                    }
                law = next;
            }
            return law;
        }

        private void spread(double[] law, double weight, double centre) {
            double before = 0;
            for (int i = 0; i <= CELLS; i++) {
                double cdf = Normal.cdf((i * diameter / CELLS - centre) / (step * noise));
                law[i] += weight * (cdf - before);
                before = cdf;
            }
            law[CELLS + 1] += weight * (1 - before);
        }
    }

    /** Within [-1, 1]: constant, a ramp, or flat and steep by turns. */
    private static double[] gradient(SplittableRandom random, double smoothness, double diameter, Run run) {
        double[] g = new double[CELLS + 2];
        int kind = random.nextInt(3);
        double sign = random.nextBoolean() ? 1 : -1;
        double centre = diameter * random.nextDouble();
        int turn = 1 + random.nextInt(60);
        double value = -random.nextDouble();
        for (int i = 0; i < g.length; i++) {
            if (i > 0 && i / turn % 2 == 0) value += smoothness * (run.point(i) - run.point(i - 1));
            double raw = kind == 0 ? sign : kind == 1 ? smoothness * (run.point(i) - centre) : value;
            g[i] = Math.max(-1, Math.min(1, raw));
        }
        return g;
    }

    private static List<int[]> subsets(int n, int b) {
        List<int[]> all = new ArrayList<>();
        for (int mask = 0; mask < 1 << n; mask++) {
            if (Integer.bitCount(mask) != b) continue;
            int chosen = mask;
            all.add(java.util.stream.IntStream.range(0, n)
                    .filter(i -> (chosen >> i & 1) == 1)
                    .toArray());
        }
        return all;
    }

    private static double pick(SplittableRandom random, double... values) {
        return values[random.nextInt(values.length)];
    }

    /** The least ratio of the upper end to the truth, with gradients that are {@code stretch} times as long as promised. */
    private static double leastRatio(int cases, double stretch) {
        SplittableRandom random = new SplittableRandom(SEED);
        double least = Double.POSITIVE_INFINITY;
        for (int c = 0; c < cases && least > 0.98; c++) {
            double diameter = pick(random, 1, 3);
            double smoothness = pick(random, 1, 3);
            double step = pick(random, 2, 2, 1, 0.4) / smoothness;
            double noise = pick(random, 0.4, 0.8, 1.5);
            int n = 2 + random.nextInt(3);
            int b = 1 + random.nextInt(n);
            int steps = 1 + random.nextInt(4);
            boolean cyclic = b < n && n % b == 0 && random.nextInt(3) == 0;
            List<List<int[]>> batches = new ArrayList<>();
            for (int k = 0; k < steps; k++) {
                int first = k % (n / b) * b;
                int[] block = java.util.stream.IntStream.range(first, first + b).toArray();
                batches.add(cyclic ? List.of(block) : subsets(n, b));
            }
            Run run = new Run(diameter, step, noise, batches);
            double[][] one = new double[n][];
            for (int i = 0; i < n; i++) one[i] = gradient(random, smoothness, diameter, run);
            double[][] other = one.clone();
            other[0] = gradient(random, smoothness, diameter, run);
            int start = random.nextInt(CELLS + 2);
            double[] p = run.law(one, start);
            double[] q = run.law(other, start);
            LastIterate plan = new LastIterate(
                    steps,
                    Schedule.constant(step),
                    Schedule.constant(noise),
                    1 / stretch,
                    smoothness,
                    0,
                    diameter,
                    n,
                    b,
                    cyclic ? Order.CYCLIC : Order.SAMPLED,
                    Position.WORST);
            for (double order : ORDERS) {
                double truth = Math.max(excess(p, q, Math.exp(order)), excess(q, p, Math.exp(order)));
                if (!(truth > 1e-5)) continue;
                double upper = Accountant.standard()
                        .delta(plan, Relation.REPLACE_ONE, order, new Precision(0.01))
                        .delta()
                        .upper();
                least = Math.min(least, upper / truth);
            }
        }
        return least;
    }

    private static double excess(double[] p, double[] q, double x) {
        double sum = 0;
        for (int i = 0; i < p.length; i++) sum += Math.max(0, p[i] - x * q[i]);
        return sum;
    }

    @Test
    void noConvexLossesAreAboveTheBounds() {
        assertThat(leastRatio(50, 1)).as("seed %s", SEED).isBetween(0.9995, 1.05);
    }

    @Test
    void theSearchWouldFindGradientsThatAreTooLong() {
        assertThat(leastRatio(50, 1.1)).as("seed %s", SEED).isLessThan(0.99);
    }
}
