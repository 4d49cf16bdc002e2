package io.sordino.loss.lattice;

import java.util.Arrays;

/** A growing list of points x with weights, kept as two arrays; x is a loss, or the value of a likelihood ratio. */
public final class WeightedPoints {
    double[] x;
    double[] weight;
    int size;
    private boolean sorted = true;

    public WeightedPoints(int capacity) {
        x = new double[Math.max(1, capacity)];
        weight = new double[Math.max(1, capacity)];
    }

    public void add(double at, double w) {
        if (!(w > 0)) return;
        if (size == x.length) {
            x = Arrays.copyOf(x, 2 * size);
            weight = Arrays.copyOf(weight, 2 * size);
        }
        if (size > 0 && at < x[size - 1]) sorted = false;
        x[size] = at;
        weight[size++] = w;
    }

    public void sort() {
        if (sorted) return;
        Integer[] order = new Integer[size];
        for (int i = 0; i < size; i++) order[i] = i;
        double[] places = x;
        double[] weights = weight;
        Arrays.sort(order, (a, b) -> Double.compare(places[a], places[b]));
        x = new double[size];
        weight = new double[size];
        for (int i = 0; i < size; i++) {
            x[i] = places[order[i]];
            weight[i] = weights[order[i]];
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

    public double[] x() {
        return x;
    }

    public int size() {
        return size;
    }

    public double[] weight() {
        return weight;
    }
}
