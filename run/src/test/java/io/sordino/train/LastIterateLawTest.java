package io.sordino.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.Schedule;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Examples;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Huber;
import io.sordino.train.model.Model;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** On quadratic losses the last iterate is normal, with a mean and a variance that are known. */
class LastIterateLawTest {
    private static final int RUNS = 4000;

    @Test
    void lastIterateOnQuadraticsIsTheKnownNormal() {
        // loss (w x - y)^2 / 2 within the threshold, so w' = w - eta (x^2 w - x y + l2 w + noise)
        double x = 0.8;
        double y = 0.5;
        double l2 = 0.1;
        double eta = 0.6;
        int n = 8;
        int steps = 12;
        double multiplier = 0.7;
        Model model = new Model(new Huber(40), 1, false, l2);
        FeatureNorm bound = new FeatureNorm(1);
        double[] rows = new double[n];
        double[] labels = new double[n];
        Arrays.fill(rows, x);
        Arrays.fill(labels, y);
        Examples examples = Examples.of(DenseFeatures.of(rows, 1), labels);
        IterateDescent descent =
                new IterateDescent(Order.FULL, n, n, steps, Schedule.constant(multiplier), bound, model, Steps.of(eta));
        double sigma = multiplier * bound.gradient(model) / n;

        double factor = 1 - eta * (x * x + l2);
        double mean = 0;
        double variance = 0;
        for (int t = 0; t < steps; t++) {
            mean = factor * mean + eta * x * y;
            variance = factor * factor * variance + eta * eta * sigma * sigma;
        }
        RandomSource random = Tapes.seeded(2026);
        double[] z = new double[RUNS];
        for (int i = 0; i < RUNS; i++)
            z[i] = (descent.train(examples, random, done -> {}).weights()[0] - mean) / Math.sqrt(variance);
        double distance = distanceFromNormal(z, 1);
        System.out.println("Kolmogorov distance times sqrt(runs): " + distance * Math.sqrt(RUNS));
        // exceeded with probability 1e-3 and 1e-9
        assertThat(distance * Math.sqrt(RUNS)).isLessThan(1.95);
        assertThat(distanceFromNormal(z, 1.15) * Math.sqrt(RUNS))
                .as("15 percent more noise")
                .isGreaterThan(1.95);
    }

    private static double distanceFromNormal(double[] sample, double scale) {
        double[] sorted = sample.clone();
        Arrays.sort(sorted);
        double worst = 0;
        for (int i = 0; i < sorted.length; i++) {
            double p = normal(sorted[i] / scale);
            worst = Math.max(worst, Math.max(p - (double) i / sorted.length, (i + 1.0) / sorted.length - p));
        }
        return worst;
    }

    /** By its series. */
    private static double normal(double z) {
        if (z < -8) return 0;
        if (z > 8) return 1;
        double sum = z;
        double term = z;
        for (int i = 1; i < 300; i++) {
            term *= z * z / (2 * i + 1);
            sum += term;
        }
        return 0.5 + sum * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
    }
}
