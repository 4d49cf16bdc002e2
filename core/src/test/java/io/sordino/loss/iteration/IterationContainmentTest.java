package io.sordino.loss.iteration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Contained;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Distances of last iterates against the energy of the least concave majorant in sixty digits, restarted after any step: never below. */
class IterationContainmentTest {
    private static final long SEED = 20263;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 20_000 : 300;

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** Noise gathered from the end, and the shift that must be gone by then. */
    private record Point(BigDecimal x, BigDecimal u) {}

    /** The least energy over all places to begin, at distance 0 before the first step or at the diameter after any other. */
    private static BigDecimal energy(BigDecimal[] c, BigDecimal[] v, BigDecimal[] s, double diameter) {
        List<Point> points = new ArrayList<>();
        BigDecimal factor = BigDecimal.ONE;
        BigDecimal x = BigDecimal.ZERO;
        BigDecimal u = BigDecimal.ZERO;
        BigDecimal best = null;
        for (int k = c.length - 1; k >= 0; k--) {
            if (k < c.length - 1 && diameter < Double.POSITIVE_INFINITY) {
                List<Point> restarted = new ArrayList<>(points);
                restarted.add(new Point(x, u.add(factor.multiply(Oracle.big(diameter), Contained.MC))));
                BigDecimal cost = ofMajorant(restarted);
                best = best == null ? cost : best.min(cost);
            }
            BigDecimal noise = factor.multiply(v[k], Contained.MC);
            x = x.add(noise.multiply(noise, Contained.MC));
            u = u.add(factor.multiply(s[k], Contained.MC));
            points.add(new Point(x, u));
            factor = factor.multiply(c[k], Contained.MC);
        }
        BigDecimal whole = ofMajorant(points);
        return best == null ? whole : best.min(whole);
    }

    /** Of the points and the origin, up to the last point, which it meets. */
    private static BigDecimal ofMajorant(List<Point> points) {
        List<Point> hull = new ArrayList<>(List.of(new Point(BigDecimal.ZERO, BigDecimal.ZERO)));
        for (Point next : points) {
            while (hull.size() > 1 && !isCorner(hull.get(hull.size() - 2), hull.get(hull.size() - 1), next))
                hull.remove(hull.size() - 1);
            hull.add(next);
        }
        BigDecimal energy = BigDecimal.ZERO;
        for (int i = 1; i < hull.size(); i++) {
            BigDecimal rise = hull.get(i).u.subtract(hull.get(i - 1).u);
            BigDecimal run = hull.get(i).x.subtract(hull.get(i - 1).x);
            energy = energy.add(rise.multiply(rise, Contained.MC).divide(run, Contained.MC));
        }
        return energy;
    }

    private static boolean isCorner(Point a, Point b, Point c) {
        BigDecimal first = b.u.subtract(a.u).multiply(c.x.subtract(b.x), Contained.MC);
        BigDecimal second = c.u.subtract(b.u).multiply(b.x.subtract(a.x), Contained.MC);
        return first.compareTo(second) > 0;
    }

    private static BigDecimal[] big(double... values) {
        return Arrays.stream(values).mapToObj(Oracle::big).toArray(BigDecimal[]::new);
    }

    private static void assertAbove(double distance, BigDecimal energy, String what) {
        BigDecimal truth = energy.sqrt(Contained.MC);
        assertThat(Contained.isAtLeast(distance, truth))
                .as(what + ": " + distance + " for " + truth.doubleValue())
                .isTrue();
        assertThat(distance).as(what).isLessThanOrEqualTo(truth.doubleValue() * (1 + 1e-9) + 1e-150);
    }

    @Test
    void stepsOfAnyKindAreHeld() {
        System.out.println("seed " + SEED);
        for (int i = 0; i < CASES; i++) {
            int steps = 1 + random.nextInt(24);
            int first = random.nextInt(steps);
            int stride = 1 + random.nextInt(6);
            double[] c = new double[steps];
            double[] v = new double[steps];
            double[] s = new double[steps];
            boolean wild = i % 4 == 0;
            for (int k = 0; k < steps; k++) {
                c[k] = i % 3 == 0 ? 1 : Math.exp(-random.nextDouble() * (wild ? 12 : 1));
                v[k] = Math.exp(random.nextDouble(-1, 1) * (wild ? 20 : 1));
                s[k] = Math.exp(random.nextDouble(-3, 3));
            }
            double diameter = i % 2 == 0 ? Double.POSITIVE_INFINITY : Math.exp(random.nextDouble(-3, 2));
            BigDecimal[] used = big(s);
            for (int k = 0; k < steps; k++) if (k < first || (k - first) % stride != 0) used[k] = BigDecimal.ZERO;
            // what was before the record's first use is the same in both runs
            BigDecimal[] contraction = Arrays.copyOfRange(big(c), first, steps);
            BigDecimal[] noise = Arrays.copyOfRange(big(v), first, steps);
            BigDecimal energy = energy(contraction, noise, Arrays.copyOfRange(used, first, steps), diameter);
            assertAbove(
                    new ShiftedInterpolation(c, v, diameter).distance(first, stride, s),
                    energy,
                    "seed " + SEED + ", case " + i);
        }
    }

    @Test
    void stepsThatAreAlikeAreHeld() {
        for (int i = 0; i < CASES; i++) {
            int stride = 1 + random.nextInt(6);
            int uses = 1 + random.nextInt(8);
            int after = random.nextInt(10);
            int steps = after + (uses - 1) * stride + 1 + (i % 2 == 0 ? 0 : random.nextInt(10));
            double gap = i % 5 == 0 ? 0 : Math.exp(-random.nextDouble() * 25);
            double shift = Math.exp(random.nextDouble(-5, 3));
            double diameter = i % 2 == 0 ? Double.POSITIVE_INFINITY : Math.exp(random.nextDouble(-4, 2));
            int first = steps - 1 - after - (uses - 1) * stride;
            int length = steps - first;
            BigDecimal[] contraction = new BigDecimal[length];
            Arrays.fill(contraction, BigDecimal.ONE.subtract(Oracle.big(gap)));
            BigDecimal[] noise = new BigDecimal[length];
            Arrays.fill(noise, BigDecimal.ONE);
            BigDecimal[] used = new BigDecimal[length];
            for (int k = 0; k < length; k++)
                used[k] = k % stride == 0 && k / stride < uses ? Oracle.big(shift) : BigDecimal.ZERO;
            BigDecimal energy = energy(contraction, noise, used, diameter);
            assertAbove(
                    new SteadyInterpolation(steps, gap, shift, diameter, stride, uses, after).distance(),
                    energy,
                    "seed " + SEED + ", case " + i + ", gap " + gap);
        }
    }

    /** The control: a billionth less is below. */
    @Test
    void aBillionthLessIsSeen() {
        BigDecimal[] ones = big(1, 1, 1);
        double distance = new SteadyInterpolation(3, 0, 0.3, Double.POSITIVE_INFINITY, 1, 3, 0).distance();
        BigDecimal truth =
                energy(ones, ones, big(0.3, 0.3, 0.3), Double.POSITIVE_INFINITY).sqrt(Contained.MC);
        assertThat(Contained.isAtLeast(distance, truth)).isTrue();
        assertThat(Contained.isAtLeast(distance * (1 - 1e-9), truth)).isFalse();
    }
}
