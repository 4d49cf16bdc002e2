package io.sordino.loss.shuffling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Side;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Few bundles, over all datasets and in both directions, outcome by outcome. */
class BundledCountsTest {
    @Test
    void bothEndsHoldForEveryDataset() {
        for (int n : new int[] {2, 3, 4})
            for (int m : new int[] {2, 3, 5})
                for (double epsilon : new double[] {0.1, 1, 2.5, 6})
                    for (double share : new double[] {0, 0.3, 0.5, 0.9, 0.99}) {
                        double asked = share * m * epsilon;
                        double truth = 0;
                        for (int ones = 0; ones < n; ones++) {
                            Map<String, Double> first = law(n, ones, m, epsilon);
                            Map<String, Double> second = law(n, ones + 1, m, epsilon);
                            truth = Math.max(truth, stick(first, second, Math.exp(asked)));
                            truth = Math.max(truth, stick(second, first, Math.exp(asked)));
                        }
                        String which = n + " bundles of " + m + " answers of " + epsilon + " at " + asked;
                        assertThat(end(n, m, epsilon, Side.UPPER, asked))
                                .as(which)
                                .isGreaterThanOrEqualTo(truth * (1 - 1e-9));
                        assertThat(end(n, m, epsilon, Side.LOWER, asked))
                                .as(which)
                                .isLessThanOrEqualTo(truth * (1 + 1e-9));
                    }
    }

    private static double end(int n, int m, double epsilon, Side side, double asked) {
        return Math.exp(new BundledCounts(n, m, epsilon, side).logDelta(asked).upper());
    }

    private static double stick(Map<String, Double> p, Map<String, Double> q, double x) {
        return p.entrySet().stream()
                .mapToDouble(one -> Math.max(0, one.getValue() - x * q.getOrDefault(one.getKey(), 0.0)))
                .sum();
    }

    /** Of the numbers of ones in all bundles, in no order. */
    private static Map<String, Double> law(int n, int ones, int m, double epsilon) {
        Map<String, Double> law = new HashMap<>();
        int all = (int) Math.pow(m + 1, n);
        for (int code = 0; code < all; code++) {
            int[] counts = new int[n];
            double mass = 1;
            for (int i = 0, rest = code; i < n; i++, rest /= m + 1) {
                counts[i] = rest % (m + 1);
                mass *= bundle(i < ones ? m - counts[i] : counts[i], m, epsilon);
            }
            Arrays.sort(counts);
            law.merge(Arrays.toString(counts), mass, Double::sum);
        }
        return law;
    }

    private static double bundle(int lies, int m, double epsilon) {
        double ways = 1;
        for (int i = 0; i < lies; i++) ways = ways * (m - i) / (i + 1);
        return ways * Math.exp(-lies * epsilon) / Math.pow(1 + Math.exp(-epsilon), m);
    }
}
