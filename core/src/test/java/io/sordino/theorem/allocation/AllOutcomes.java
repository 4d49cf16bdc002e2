package io.sordino.theorem.allocation;

import io.sordino.mechanism.Direction;
import java.util.ArrayList;
import java.util.List;

/** Allocation of a finite mechanism, by listing every outcome of all steps. */
final class AllOutcomes {
    /** Masses of one outcome with and without the record. */
    record Outcome(double with, double without) {}

    private AllOutcomes() {}

    /** One step of k-ary randomized response. */
    static List<Outcome> response(double epsilon, int k) {
        double q = 1 / (Math.exp(epsilon) + k - 1);
        double p = Math.exp(epsilon) * q;
        List<Outcome> all = new ArrayList<>(List.of(new Outcome(p, q), new Outcome(q, p)));
        for (int i = 2; i < k; i++) all.add(new Outcome(q, q));
        return all;
    }

    /** The record in {@code selected} of {@code steps} steps, all subsets equally likely. */
    static List<Outcome> allocated(int selected, int steps, List<Outcome> step) {
        int subsets = 0;
        for (int s = 0; s < 1 << steps; s++) if (Integer.bitCount(s) == selected) subsets++;
        List<Outcome> all = new ArrayList<>();
        int[] digits = new int[steps];
        while (true) {
            double with = 0;
            double without = 1;
            for (int digit : digits) without *= step.get(digit).without();
            for (int s = 0; s < 1 << steps; s++) {
                if (Integer.bitCount(s) != selected) continue;
                double product = 1;
                for (int i = 0; i < steps; i++) {
                    Outcome one = step.get(digits[i]);
                    product *= (s >> i & 1) != 0 ? one.with() : one.without();
                }
                with += product / subsets;
            }
            all.add(new Outcome(with, without));
            int place = 0;
            while (place < steps && ++digits[place] == step.size()) digits[place++] = 0;
            if (place == steps) return all;
        }
    }

    static List<Outcome> composed(List<Outcome> a, List<Outcome> b) {
        List<Outcome> all = new ArrayList<>();
        for (Outcome x : a) for (Outcome y : b) all.add(new Outcome(x.with() * y.with(), x.without() * y.without()));
        return all;
    }

    static List<Outcome> sampled(double rate, List<Outcome> base) {
        return base.stream()
                .map(o -> new Outcome(rate * o.with() + (1 - rate) * o.without(), o.without()))
                .toList();
    }

    static double delta(List<Outcome> all, double epsilon, Direction direction) {
        double x = Math.exp(epsilon);
        double sum = 0;
        for (Outcome o : all)
            sum += Math.max(0, direction == Direction.ADD ? o.without() - x * o.with() : o.with() - x * o.without());
        return sum;
    }

    /** E[(dP/dQ)^order] under Q. */
    static double moment(List<Outcome> all, double order) {
        double sum = 0;
        for (Outcome o : all) sum += o.without() * Math.pow(o.with() / o.without(), order);
        return sum;
    }
}
