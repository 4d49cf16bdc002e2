package io.sordino.theorem.sampling;

import java.util.function.DoubleUnaryOperator;

/** Laws on finitely many outputs, as arrays of probabilities, and what can be read off two of them. */
final class Laws {
    private Laws() {}

    /** The hockey-stick divergence of order e^epsilon. */
    static double delta(double[] p, double[] q, double epsilon) {
        double sum = 0;
        for (int i = 0; i < p.length; i++) sum += Math.max(0, p[i] - Math.exp(epsilon) * q[i]);
        return sum;
    }

    /** The larger of the two directions. */
    static double eitherWay(double[] p, double[] q, double epsilon) {
        return Math.max(delta(p, q, epsilon), delta(q, p, epsilon));
    }

    static double[] mixed(double rate, double[] without, double[] with) {
        double[] law = new double[with.length];
        for (int i = 0; i < law.length; i++) law[i] = (1 - rate) * without[i] + rate * with[i];
        return law;
    }

    /** Two independent outputs. */
    static double[] product(double[] first, double[] second) {
        double[] law = new double[first.length * second.length];
        for (int i = 0; i < first.length; i++)
            for (int j = 0; j < second.length; j++) law[i * second.length + j] = first[i] * second[j];
        return law;
    }

    /** A symmetric weight on the integers from -reach to reach, moved by {@code shift} and normalised. */
    static double[] noise(int reach, int shift, DoubleUnaryOperator weight) {
        double[] law = new double[2 * reach + 1];
        double norm = 0;
        for (int z = -10 * reach; z <= 10 * reach; z++) norm += weight.applyAsDouble(z);
        for (int z = -reach; z <= reach; z++) law[z + reach] = weight.applyAsDouble(z - shift) / norm;
        return law;
    }

    /** Noise of a density on the line, gathered into cells of the given width. */
    static double[] gathered(int reach, double cell, double shift, DoubleUnaryOperator cdf) {
        double[] law = new double[2 * reach + 2];
        double last = 0;
        for (int i = 0; i <= 2 * reach; i++) {
            double next = cdf.applyAsDouble((i - reach) * cell - shift);
            law[i] = next - last;
            last = next;
        }
        law[2 * reach + 1] = 1 - last;
        return law;
    }
}
