package io.sordino.loss.iteration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The engine against quadratic programs solved by enumeration, and against every published closed form. */
class ShiftedInterpolationTest {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    @Test
    void isTheMinimumOfTheQuadraticProgram() {
        long seed = 20240611;
        SplittableRandom random = new SplittableRandom(seed);
        for (int trial = 0; trial < 4000; trial++) {
            int steps = 1 + random.nextInt(6);
            double[] c = numbers(random, steps, 0.2, 1);
            double[] s = numbers(random, steps, 0, 2);
            double[] v = numbers(random, steps, 0.3, 3);
            if (trial % 3 == 0) Arrays.fill(c, 1);
            if (trial % 5 == 0) for (int k = 0; k < steps; k += 2) s[k] = 0;
            double diameter = trial % 2 == 0 ? NEVER : random.nextDouble(0.05, 3);
            double expected = Enumeration.distance(c, s, v, diameter);
            double found = new ShiftedInterpolation(c, v, diameter).distance(0, 1, s);
            assertThat(found)
                    .as("seed %s trial %s", seed, trial)
                    .isGreaterThanOrEqualTo(expected * (1 - 1e-13))
                    .isCloseTo(expected, relative(expected, 1e-10));
        }
    }

    /** The control: without the constraint that shifts stay non-negative the optimum would be smaller. */
    @Test
    void theConstraintsMatter() {
        double[] c = {1, 1};
        double[] s = {0, 1};
        double[] v = {1, 1};
        assertThat(new ShiftedInterpolation(c, v, NEVER).distance(0, 1, s)).isCloseTo(1, within(1e-12));
        assertThat(Math.sqrt(0.5)).isLessThan(1);
    }

    @Test
    void fullBatchesStronglyConvexHaveTheirClosedForm() {
        for (double c : new double[] {0.1, 0.5, 0.9, 0.99, 0.9999})
            for (int steps : new int[] {1, 2, 3, 10, 100, 3000}) {
                double power = Math.pow(c, steps);
                double expected = 0.1 * Math.sqrt((1 - power) / (1 + power) * (1 + c) / (1 - c));
                agree(expected, steps, c, 0.1, NEVER, 1, 0);
            }
    }

    @Test
    void withoutContractionItIsPlainComposition() {
        for (int steps : new int[] {1, 2, 17, 1000}) agree(0.3 * Math.sqrt(steps), steps, 1, 0.3, NEVER, 1, 0);
    }

    @Test
    void fullBatchesWithADiameterStopAtAPlateau() {
        double s = 0.1;
        for (double diameter : new double[] {0.5, 2, 10.05, 31})
            for (int steps : new int[] {1, 5, 100, 1000, 5000}) {
                double expected = s * Math.sqrt(steps);
                for (int k = 1; k < steps; k++) expected = Math.min(expected, (diameter + k * s) / Math.sqrt(k));
                agree(expected, steps, 1, s, diameter, 1, 0);
                double rounds = Math.ceil(diameter / s);
                if (rounds < steps)
                    assertThat(steady(steps, 1, s, diameter, 1, 0))
                            .isLessThanOrEqualTo(Math.sqrt(3 * s * diameter + s * s * rounds) * (1 + 1e-11));
            }
    }

    @Test
    void fullBatchesStronglyConvexWithADiameter() {
        double s = 0.1;
        for (double c : new double[] {0.9, 0.99, 0.999})
            for (double diameter : new double[] {0.1, 0.5, 2, 30})
                for (int steps : new int[] {1, 7, 300, 3000}) {
                    double whole = Math.pow(c, steps);
                    double expected = s * Math.sqrt((1 - whole) / (1 + whole) * (1 + c) / (1 - c));
                    for (int k = 1; k < steps; k++) {
                        double power = Math.pow(c, k);
                        double shift = power * diameter + s * (1 - power) / (1 - c);
                        expected = Math.min(expected, shift * Math.sqrt((1 - c * c) / (1 - power * power)));
                    }
                    agree(expected, steps, c, s, diameter, 1, 0);
                }
    }

    @Test
    void cyclicBatchesStronglyConvexHaveTheirClosedForm() {
        for (double c : new double[] {0.7, 0.98, 0.9999})
            // with one batch the published form is above that of full batches
            for (int l : new int[] {2, 7, 40})
                for (int epochs : new int[] {1, 2, 5, 30}) {
                    double more = Math.pow(c, l * (epochs - 1));
                    double expected = 0.5
                            * Math.sqrt(1
                                    + Math.pow(c, 2 * l - 2)
                                            * (1 - c * c)
                                            / Math.pow(1 - Math.pow(c, l), 2)
                                            * (1 - more)
                                            / (1 + more));
                    agree(expected, l * epochs, c, 0.5, NEVER, l, 0);
                }
    }

    @Test
    void cyclicBatchesWithADiameterAreNoWorseThanTheirClosedForm() {
        for (double s : new double[] {0.1, 0.5})
            for (double diameter : new double[] {1, 5})
                for (int l : new int[] {1, 4, 20}) {
                    int epochs = 300;
                    double published = NEVER;
                    for (int k = 1; k < epochs; k++)
                        published = Math.min(published, Math.pow(diameter + k * s, 2) / (l * k) + s * s);
                    double rounds = Math.ceil(diameter / s);
                    double closed = 3 * s * diameter / l + s * s + s * s * rounds / l;
                    double found = steady(l * epochs, 1, s, diameter, l, 0);
                    assertThat(found * found)
                            .isLessThanOrEqualTo(published * (1 + 1e-11))
                            .isLessThanOrEqualTo(closed * (1 + 1e-11));
                    assertThat(found).isCloseTo(walked(l * epochs, 1, s, diameter, l, 0), relative(found, 1e-9));
                }
    }

    @Test
    void onePassForgetsEarlyRecords() {
        int steps = 500;
        for (int after : new int[] {0, 1, 10, 499}) {
            agree(2 / Math.sqrt(after + 1), steps, 1, 2, NEVER, steps, after);
            double c = 0.97;
            double expected = 2 * Math.pow(c, after) * Math.sqrt((1 - c * c) / (1 - Math.pow(c, 2 * (after + 1))));
            agree(expected, steps, c, 2, NEVER, steps, after);
        }
    }

    @Test
    void closedFormsAndWalksAgreeOnRandomSteps() {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        for (int trial = 0; trial < 3000; trial++) {
            int steps = 1 + random.nextInt(60);
            int l = 1 + random.nextInt(steps);
            int after = random.nextInt(l);
            double c = trial % 4 == 0 ? 1 : 1 - Math.pow(10, -3 * random.nextDouble());
            double diameter = trial % 3 == 0 ? NEVER : Math.pow(10, random.nextDouble(-2, 2));
            double s = Math.pow(10, random.nextDouble(-2, 1));
            double walked = walked(steps, c, s, diameter, l, after);
            assertThat(steady(steps, c, s, diameter, l, after))
                    .as("seed %s trial %s", seed, trial)
                    .isCloseTo(walked, relative(walked, 1e-9));
        }
    }

    @Test
    void anEpochOfRecordsIsWorstAtItsEnd() {
        double c = 0.98;
        double first = steady(40 * 30, c, 1, NEVER, 40, 39);
        double last = steady(40 * 30, c, 1, NEVER, 40, 0);
        assertThat(first).isCloseTo(0.16, within(0.01));
        assertThat(last).isCloseTo(1.01, within(0.01));
    }

    @Test
    void endlessRunsMatchTheLimit() {
        double gap = 1e-6;
        double limit = 0.01 * Math.sqrt((2 - gap) / gap);
        SteadyInterpolation endless =
                new SteadyInterpolation(1_000_000_000_000_000L, gap, 0.01, NEVER, 1, 1_000_000_000_000_000L, 0);
        assertThat(endless.distance()).isCloseTo(limit, relative(limit, 1e-10));
        SteadyInterpolation bounded =
                new SteadyInterpolation(1_000_000_000_000_000L, 0, 0.01, 5, 1, 1_000_000_000_000_000L, 0);
        // (D + K s) / sqrt K at K = D / s
        assertThat(bounded.distance()).isCloseTo(2 * Math.sqrt(5 * 0.01), relative(1, 1e-10));
    }

    @Test
    void shiftsTooSmallForADoubleDoNotVanish() {
        double[] c = new double[5000];
        Arrays.fill(c, 0.5);
        double[] ones = new double[5000];
        Arrays.fill(ones, 1);
        assertThat(new ShiftedInterpolation(c, ones, NEVER).distance(0, 5000, ones))
                .isPositive();
        assertThat(steady(5000, 0.5, 1, NEVER, 5000, 4999)).isPositive();
    }

    private static void agree(double expected, int steps, double c, double s, double diameter, int l, int after) {
        assertThat(steady(steps, c, s, diameter, l, after))
                .isGreaterThanOrEqualTo(expected * (1 - 1e-12))
                .isCloseTo(expected, relative(expected, 1e-9));
        assertThat(walked(steps, c, s, diameter, l, after))
                .isGreaterThanOrEqualTo(expected * (1 - 1e-12))
                .isCloseTo(expected, relative(expected, 1e-9));
    }

    private static double steady(int steps, double c, double s, double diameter, int l, int after) {
        long uses = ((long) steps - 1 - after) / l + 1;
        return new SteadyInterpolation(steps, 1 - c, s, diameter, l, uses, after).distance();
    }

    private static double walked(int steps, double c, double s, double diameter, int l, int after) {
        double[] contraction = new double[steps];
        double[] noise = new double[steps];
        double[] shift = new double[steps];
        Arrays.fill(contraction, c);
        Arrays.fill(noise, 1);
        Arrays.fill(shift, s);
        return new ShiftedInterpolation(contraction, noise, diameter).distance((steps - 1 - after) % l, l, shift);
    }

    private static double[] numbers(SplittableRandom random, int count, double low, double high) {
        return random.doubles(count, low, high).toArray();
    }

    private static Offset<Double> relative(double value, double error) {
        return within(Math.abs(value) * error + 1e-290);
    }

    /** The quadratic program by trying every set of times at which the shift is 0. */
    private static final class Enumeration {
        static double distance(double[] c, double[] s, double[] v, double diameter) {
            double best = from(0, 0, c, s, v);
            if (diameter < NEVER)
                for (int start = 0; start < c.length; start++) best = Math.min(best, from(start, diameter, c, s, v));
            return Math.sqrt(best);
        }

        private static double from(int start, double z, double[] c, double[] s, double[] v) {
            int free = c.length - start - 1;
            double best = NEVER;
            for (int zeros = 0; zeros < 1 << free; zeros++)
                best = Math.min(best, cost(start, z, zeros | 1 << free, c, s, v));
            return best;
        }

        /** Infinite if some shift would be negative; inside a block Lagrange's conditions give every shift. */
        private static double cost(int start, double z0, int zeros, double[] c, double[] s, double[] v) {
            double cost = 0;
            double z = z0;
            int from = start;
            for (int k = start; k < c.length; k++) {
                if ((zeros >> (k - start) & 1) == 0) continue;
                double reached = z;
                double noise = 0;
                for (int i = from; i <= k; i++) {
                    reached = c[i] * reached + s[i];
                    noise = c[i] * c[i] * noise + v[i] * v[i];
                }
                for (int i = from; i <= k; i++) {
                    double left = 1;
                    for (int j = i + 1; j <= k; j++) left *= c[j];
                    double a = v[i] * v[i] * left * reached / noise;
                    z = c[i] * z + s[i] - a;
                    if (z < -1e-12) return NEVER;
                }
                cost += reached * reached / noise;
                z = 0;
                from = k + 1;
            }
            return cost;
        }
    }
}
