package io.sordino.theorem.shuffling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Shuffled reports counted out: every dataset, every histogram. Slow, and written without any of the theory. */
final class Enumeration {
    private Enumeration() {}

    /** The largest hockey stick over all pairs of neighbouring datasets of n users. */
    static double delta(double[][] laws, int n, double epsilon) {
        double worst = 0;
        for (List<Integer> others : datasets(laws.length, n - 1)) {
            Map<List<Integer>, Double> base = histogram(laws, others);
            for (int one = 0; one < laws.length; one++)
                for (int two = 0; two < laws.length; two++)
                    if (one != two)
                        worst = Math.max(
                                worst, hockeyStick(with(base, laws[one]), with(base, laws[two]), Math.exp(epsilon)));
        }
        return worst;
    }

    /** The hockey stick of one pair of neighbours, the victim holding record 0 or record 1. */
    static double delta(double[][] laws, List<Integer> others, double epsilon) {
        Map<List<Integer>, Double> base = histogram(laws, others);
        return hockeyStick(with(base, laws[0]), with(base, laws[1]), Math.exp(epsilon));
    }

    static List<List<Integer>> datasets(int records, int users) {
        List<List<Integer>> all = new ArrayList<>();
        extend(records, users, new ArrayList<>(), all);
        return all;
    }

    private static void extend(int records, int users, List<Integer> so, List<List<Integer>> all) {
        if (so.size() == users) {
            all.add(List.copyOf(so));
            return;
        }
        for (int r = so.isEmpty() ? 0 : so.get(so.size() - 1); r < records; r++) {
            so.add(r);
            extend(records, users, so, all);
            so.remove(so.size() - 1);
        }
    }

    private static Map<List<Integer>, Double> histogram(double[][] laws, List<Integer> records) {
        List<Integer> zero = new ArrayList<>();
        for (int i = 0; i < laws[0].length; i++) zero.add(0);
        Map<List<Integer>, Double> law = Map.of(zero, 1.0);
        for (int record : records) law = with(law, laws[record]);
        return law;
    }

    private static Map<List<Integer>, Double> with(Map<List<Integer>, Double> base, double[] law) {
        Map<List<Integer>, Double> more = new HashMap<>();
        base.forEach((counts, mass) -> {
            for (int y = 0; y < law.length; y++) {
                if (law[y] == 0) continue;
                List<Integer> next = new ArrayList<>(counts);
                next.set(y, next.get(y) + 1);
                more.merge(next, mass * law[y], Double::sum);
            }
        });
        return more;
    }

    private static double hockeyStick(Map<List<Integer>, Double> p, Map<List<Integer>, Double> q, double x) {
        double sum = 0;
        for (var entry : p.entrySet()) sum += Math.max(0, entry.getValue() - x * q.getOrDefault(entry.getKey(), 0.0));
        return sum;
    }

    /** k-ary randomized response. */
    static double[][] response(double epsilon, int k) {
        double[][] laws = new double[k][k];
        double q = 1 / (Math.exp(epsilon) + k - 1);
        for (int i = 0; i < k; i++) for (int j = 0; j < k; j++) laws[i][j] = i == j ? q * Math.exp(epsilon) : q;
        return laws;
    }
}
