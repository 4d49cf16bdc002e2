package io.sordino.theorem.selection;

import io.sordino.loss.Atom;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A run with a few outputs, and the law of the best of a random number of runs, by its generating function alone. */
final class FiniteRun {
    private static final double[] SHAPES = {0, 0.5, 1, 3, Double.POSITIVE_INFINITY};
    private static final double[] MEANS = {1.2, 2, 5, 30};

    private final double[] p;
    private final double[] q;
    private final double mean;
    private final double shape;

    private FiniteRun(double[] p, double[] q, double mean, double shape) {
        this.p = p;
        this.q = q;
        this.mean = mean;
        this.shape = shape;
    }

    double mean() {
        return mean;
    }

    double shape() {
        return shape;
    }

    @Override
    public String toString() {
        return "p = " + Arrays.toString(p) + ", q = " + Arrays.toString(q) + ", mean " + mean + ", shape " + shape;
    }

    static FiniteRun draw(SplittableRandom random) {
        int n = random.nextInt(2, 5);
        return new FiniteRun(
                law(random, n),
                law(random, n),
                MEANS[random.nextInt(MEANS.length)],
                SHAPES[random.nextInt(SHAPES.length)]);
    }

    private static double[] law(SplittableRandom random, int n) {
        double[] law = new double[n];
        double sum = 0;
        for (int i = 0; i < n; i++) sum += law[i] = 1e-3 + Math.pow(random.nextDouble(), 3);
        for (int i = 0; i < n; i++) law[i] /= sum;
        return law;
    }

    AtomicPair pair() {
        return pair(p, q);
    }

    AtomicPair mirrored() {
        return pair(q, p);
    }

    private static AtomicPair pair(double[] p, double[] q) {
        List<Atom> atoms = new ArrayList<>();
        for (int i = 0; i < p.length; i++) atoms.add(new Atom(Math.log(p[i] / q[i]), p[i]));
        return new AtomicPair(atoms, Bracket.exactly(0), 1e-13, 1e-14);
    }

    /** The probability that the best of the runs is at most an output that one run is at most with probability x. */
    private double f(double x) {
        if (shape == Double.POSITIVE_INFINITY) return Math.exp(mean * (x - 1));
        double gamma = gamma();
        double rest = 1 - (1 - gamma) * x;
        return shape == 0
                ? Math.log(rest) / Math.log(gamma)
                : (Math.pow(rest, -shape) - 1) / (Math.pow(gamma, -shape) - 1);
    }

    private double gamma() {
        double low = 1e-9;
        double high = 1 - 1e-12;
        for (int i = 0; i < 100; i++) {
            double g = 0.5 * (low + high);
            double now = shape == 0 ? (1 / g - 1) / Math.log(1 / g) : shape * (1 - g) / (g * (1 - Math.pow(g, shape)));
            if (now > mean) low = g;
            else high = g;
        }
        return low;
    }

    /** The law of what is released; the last output of the order is the best, and the first entry is that there was no run. */
    double[] released(double[] law, int[] order) {
        double[] out = new double[law.length + 1];
        out[0] = f(0);
        double below = 0;
        for (int i = 0; i < order.length; i++) {
            double next = Math.min(1, below + law[order[i]]);
            out[i + 1] = f(next) - f(below);
            below = next;
        }
        return out;
    }

    double shown(int[] order, double epsilon) {
        double[] a = released(p, order);
        double[] b = released(q, order);
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += Math.max(0, a[i] - Math.exp(epsilon) * b[i]);
        return sum;
    }

    double divergence(int[] order, double alpha) {
        return divergence(released(p, order), released(q, order), alpha);
    }

    static double divergence(double[] a, double[] b, double alpha) {
        double[] logs = new double[a.length];
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < a.length; i++) {
            logs[i] = a[i] > 0 ? alpha * Math.log(a[i]) + (1 - alpha) * Math.log(b[i]) : Double.NEGATIVE_INFINITY;
            top = Math.max(top, logs[i]);
        }
        double sum = 0;
        for (double log : logs) sum += Math.exp(log - top);
        return (top + Math.log(sum)) / (alpha - 1);
    }

    List<int[]> orders() {
        List<int[]> all = new ArrayList<>();
        permute(new ArrayList<>(), all);
        return all;
    }

    private void permute(List<Integer> begun, List<int[]> all) {
        if (begun.size() == p.length) {
            all.add(begun.stream().mapToInt(Integer::intValue).toArray());
            return;
        }
        for (int i = 0; i < p.length; i++) {
            if (begun.contains(i)) continue;
            begun.add(i);
            permute(begun, all);
            begun.remove(begun.size() - 1);
        }
    }
}
