package io.sordino.loss.lattice;

import java.util.Arrays;

/** A growing list of (loss, weight) points, kept as two arrays. */
public final class WeightedPoints {
    double[] loss;
    double[] weight;
    int size;
    private boolean sorted = true;

    public WeightedPoints(int capacity) {
        loss = new double[Math.max(1, capacity)];
        weight = new double[Math.max(1, capacity)];
    }

    public void add(double x, double w) {
        if (!(w > 0)) return;
        if (size == loss.length) {
            loss = Arrays.copyOf(loss, 2 * size);
            weight = Arrays.copyOf(weight, 2 * size);
        }
        if (size > 0 && x < loss[size - 1]) sorted = false;
        loss[size] = x;
        weight[size++] = w;
    }

    public void sort() {
        if (sorted) return;
        Integer[] order = new Integer[size];
        for (int i = 0; i < size; i++) order[i] = i;
        double[] x = loss;
        double[] w = weight;
        Arrays.sort(order, (a, b) -> Double.compare(x[a], x[b]));
        loss = new double[size];
        weight = new double[size];
        for (int i = 0; i < size; i++) {
            loss[i] = x[order[i]];
            weight[i] = w[order[i]];
        }
        sorted = true;
    }

    public int heaviest() {
        int best = 0;
        for (int i = 1; i < size; i++) if (weight[i] > weight[best]) best = i;
        return best;
    }

    int lightest() {
        int best = 0;
        for (int i = 1; i < size; i++) if (weight[i] < weight[best]) best = i;
        return best;
    }

    public double[] loss() {
        return loss;
    }

    public int size() {
        return size;
    }

    public double[] weight() {
        return weight;
    }
}
