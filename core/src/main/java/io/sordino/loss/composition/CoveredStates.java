package io.sordino.loss.composition;

import io.sordino.loss.Pair;
import io.sordino.loss.pair.ConnectTheDots;
import io.sordino.loss.sampling.TripleCover;
import io.sordino.numeric.Fft;
import io.sordino.numeric.Ulp;
import java.util.Arrays;
import java.util.List;

/**
 * The game played backwards from its end. Its value F is a profile; f holds the masses of the losses that make it, at whole multiples of a step from 0 on; those below 0 mirror
 * them, f(-w) = e^-w f(w), because the game is symmetric, and e^(-w/2) f(w) never rises.
 *
 * <p>A step is the corner's pair for all states, and a cell's pair where a cell does better: in the first few states alone. Everything is rounded up.
 */
final class CoveredStates {
    /** More than all sums of a step are rounded by, in their own units. */
    private static final double ROUNDING = 1e-12;
    /** Widths that are tried, over the number of states at which a cell does better. */
    private static final double[] BOXES = {1.2, 1.5, 2, 3};

    private final CoveredStep straight;
    private final TripleCover.Corner corner;
    private final List<TripleCover.Cell> cells;
    private final int near;
    final double step;
    private final int states;
    private final double[] mass;
    private double infinity;
    /** All masses together: 1, or more where they were rounded up. */
    private double all = 1;

    /** e^(k step) and e^(tilt k step). */
    private final double[] grown;

    private final double[] tilted;
    private final Transform transform;
    private final double doubt;

    CoveredStates(
            CoveredStep straight, TripleCover.Corner corner, List<TripleCover.Cell> cells, int states, double tilt) {
        this.straight = straight;
        this.corner = corner;
        this.cells = cells.stream()
                .sorted((a, b) -> Integer.compare(b.beatenFrom(), a.beatenFrom()))
                .toList();
        this.states = states;
        step = straight.step;
        near = this.cells.isEmpty() ? 0 : this.cells.get(0).beatenFrom();
        mass = new double[states + 1];
        mass[0] = 1;
        int last = straight.last();
        grown = new double[states + last + 2];
        tilted = new double[states + last + 2];
        for (int k = 0; k < grown.length; k++) {
            grown[k] = Math.exp(k * step);
            tilted[k] = Math.exp(tilt * k * step);
        }
        transform = new Transform(tilt);
        doubt = doubt();
    }

    /** A chord between two nodes is a difference of sums over their distance; what that may be off, all nodes together, seen from state 0: sums of f(w) e^-w grow by e^s. */
    private double doubt() {
        double sum = 0;
        for (int i = 0; i + 1 < corner.nodes(); i++) {
            double x = grown(corner.node(i + 1));
            sum += corner.up(corner.node(i)) * x / (x - grown(corner.node(i)));
        }
        return 64 * Ulp.ONE * (1 + 2 * sum);
    }

    private double grown(int k) {
        return k < grown.length ? grown[k] : Math.exp(k * step);
    }

    /** From this state on the corner alone is played. */
    int near() {
        return near;
    }

    /** One step more. */
    void play() {
        double[] next = transform.step();
        double beyond = infinity + straight.infinity * all * (1 + ROUNDING);
        for (int k = next.length - 1; k > states; k--) beyond += next[k];
        beyond *= 1 + ROUNDING;
        raise(next);
        infinity = Math.min(1, beyond);
        // what is left at 0, and nothing that rises
        double before = 0;
        double whole = infinity;
        for (int k = states; k > 0; k--) {
            double even = Math.max(before, next[k] / Math.sqrt(grown[k]));
            before = even;
            mass[k] = even * Math.sqrt(grown[k]) * (1 + 8 * Ulp.ONE);
            whole += mass[k] * (1 + 1 / grown[k]);
        }
        mass[0] = Math.max(before, 1 - whole * (1 - ROUNDING) + ROUNDING);
        all = whole + mass[0];
    }

    /** Where a cell beats the corner, the masses are changed so that the value is its. */
    private void raise(double[] next) {
        if (near == 0) return;
        double[] excess = new double[near + 1];
        Weights weights = new Weights();
        int last = -1;
        for (int s = 0; s < near; s++) {
            weights.seenFrom(s);
            double best = Double.NEGATIVE_INFINITY;
            for (TripleCover.Cell cell : cells) {
                if (cell.beatenFrom() <= s) break;
                best = Math.max(best, cell.gain(weights.below, weights.above));
            }
            double gain = best + doubt * grown[s] - cornerDown(s) * (1 - ROUNDING);
            if (gain > 0) {
                excess[s] = gain;
                last = s;
            }
        }
        if (last >= 0) addBox(next, excess, last);
    }

    /*
     * Masses e^(w/2) at the places 1 to b add quadratically to F below b, and let e^(-w/2) f(w) fall as before. As many are added as lift F by the excess, up to the b for
     * which least is added in all.
     */
    private void addBox(double[] next, double[] excess, int last) {
        double least = Double.POSITIVE_INFINITY;
        int width = last + 1;
        double height = 0;
        for (double ratio : BOXES) {
            int b = (int) Math.min(states, Math.ceil(ratio * (last + 1)));
            double[] lift = lift(b);
            double needed = 0;
            for (int s = 0; s <= last; s++) needed = Math.max(needed, excess[s] / lift[s]);
            double added = needed * b * (double) b * b;
            if (added < least) {
                least = added;
                width = b;
                height = needed;
            }
        }
        for (int w = 1; w <= width; w++) next[w] += height * Math.sqrt(grown[w]) * (1 + ROUNDING);
    }

    private double[] lift(int b) {
        double[] lift = new double[b];
        double tail = 0;
        double value = 0;
        for (int w = b; w > 0; w--) {
            tail += Math.sqrt(grown[w]);
            value += (tail - value) * -Math.expm1(-step);
            lift[w - 1] = value;
        }
        return lift;
    }

    /** What the corner gains from states above: the sum of f(w) e^(s-w) times the profile of its swap at w - s. */
    private double cornerDown(int s) {
        int most = Math.min(states - s, -straight.first);
        double sum = 0;
        for (int v = 1; v <= most; v++) sum += mass[s + v] / grown[v] * corner.down(v);
        return sum;
    }

    /** F at the first states: the sum of f(w) (1 - e^(s-w)) over w > s. */
    private double[] values(double[] f, double infinite, int count) {
        double[] value = new double[count];
        double tail = infinite;
        double height = infinite;
        double shrink = -Math.expm1(-step);
        for (int k = Math.min(states, f.length - 1); k >= 0; k--) {
            if (k < count) value[k] = height;
            tail += f[k];
            height += (tail - height) * shrink;
        }
        return value;
    }

    /** With which weights the heights at the nodes add up to what a cell gains from a state, but for what the corner gains from states below. */
    private final class Weights {
        /** Sums of f(w) and of f(w) e^-w over all w below a place, from -states on. */
        private final double[] plain = new double[2 * states + 2];

        private final double[] shrunk = new double[2 * states + 2];
        private final double[] below = new double[corner.nodes()];
        private final double[] above = new double[corner.nodes()];

        Weights() {
            double lost = 0;
            double lostShrunk = 0;
            for (int i = 0; i <= 2 * states; i++) {
                int w = i - states;
                double large = mass[Math.abs(w)];
                double small = large / grown[Math.abs(w)];
                // the part of each sum that rounding loses is kept beside it
                double add = (w < 0 ? small : large) + lost;
                plain[i + 1] = plain[i] + add;
                lost = add - (plain[i + 1] - plain[i]);
                double addShrunk = (w < 0 ? large : small) + lostShrunk;
                shrunk[i + 1] = shrunk[i] + addShrunk;
                lostShrunk = addShrunk - (shrunk[i + 1] - shrunk[i]);
            }
        }

        private double between(double[] sums, int from, int to) {
            int low = Math.max(0, Math.min(2 * states + 1, from + states));
            int high = Math.max(0, Math.min(2 * states + 1, to + states));
            return sums[high] - sums[low];
        }

        void seenFrom(int s) {
            Arrays.fill(below, 0);
            Arrays.fill(above, 0);
            int count = corner.nodes();
            double x = grown[s];
            for (int i = 0; i + 1 < count; i++) {
                double left = grown(corner.node(i));
                double right = grown(corner.node(i + 1));
                double width = right - left;
                // losses from this node to before the next one: states w = s - v, and w = s + v
                double p = between(plain, s - corner.node(i + 1) + 1, s - corner.node(i) + 1);
                double q = x * between(shrunk, s - corner.node(i + 1) + 1, s - corner.node(i) + 1);
                below[i] += (right * p - q) / width;
                below[i + 1] += (q - left * p) / width;
                int from = Math.max(1, corner.node(i));
                p = between(plain, s + from, s + corner.node(i + 1));
                q = x * between(shrunk, s + from, s + corner.node(i + 1));
                above[i] += (right * q - p) / width;
                above[i + 1] += (p - left * q) / width;
            }
            int end = corner.node(count - 1);
            below[count - 1] += between(plain, -states, s - end + 1);
            above[count - 1] += x * between(shrunk, s + end, states + 1);
        }
    }

    /**
     * The corner's step: masses at all places above 0, of the tilted masses by a Fourier transform.
     *
     * <p>Error. The transforms of g and p are off by e N1(g) and e N1(p), N1 the sum and e = {@link Fft#errorFactor}, their product by a bit more than 2 e N1(g) N1(p), and the
     * transform back adds e N1(g) N1(p): less than 4 e N1(g) N1(p), which is added.
     */
    private final class Transform {
        private final int below;
        private final int size;
        private final double[] lossRe;
        private final double[] lossIm;
        private final double sum;
        private final double tilt;
        private final double[] re;
        private final double[] im;
        private final double[] g;

        Transform(double tilt) {
            this.tilt = tilt;
            below = Math.max(0, Math.min(states, straight.last()));
            int points = states + below + 2 + straight.mass.length;
            size = Math.max(16, Integer.highestOneBit(points - 1) * 2);
            double[] p = new double[size];
            double total = 0;
            for (int i = 0; i < straight.mass.length; i++) {
                double exponent = tilt * step * (straight.first + i);
                p[i] = straight.mass[i] * Math.exp(exponent) * (1 + 8 * Ulp.ONE * (1 + Math.abs(exponent)));
                total += p[i];
            }
            sum = total;
            lossRe = new double[size / 2 + 1];
            lossIm = new double[size / 2 + 1];
            Fft.forward(p, lossRe, lossIm);
            re = new double[size / 2 + 1];
            im = new double[size / 2 + 1];
            g = new double[size];
        }

        double[] step() {
            Arrays.fill(g, 0);
            double total = 0;
            for (int k = below; k > 0; k--) {
                g[below - k] = mass[k] / (grown[k] * tilted[k]);
                total += g[below - k];
            }
            for (int k = 0; k <= states; k++) {
                g[below + k] = mass[k] * tilted[k];
                total += g[below + k];
            }
            Fft.forward(g, re, im);
            for (int i = 0; i <= size / 2; i++) {
                double real = re[i] * lossRe[i] - im[i] * lossIm[i];
                im[i] = re[i] * lossIm[i] + im[i] * lossRe[i];
                re[i] = real;
            }
            Fft.inverse(re, im, g);
            double noise = 4 * Fft.errorFactor(size) * total * sum * (1 + ROUNDING);
            // place 0 of the answer
            int start = below - straight.first;
            double[] next = new double[states + straight.last() + 1];
            for (int k = 1; k < next.length; k++) {
                double rounded = 1 + 16 * Ulp.ONE * (4 + 2 * tilt * k * step);
                next[k] = (Math.max(0, g[start + k]) + noise) / tilted[k] * rounded * (1 + ROUNDING);
            }
            return next;
        }
    }

    /** The value at all states, with what its sums may have lost. */
    double[] upper() {
        double[] value = values(mass, infinity, states + 1);
        for (int k = 0; k <= states; k++) value[k] *= 1 + ROUNDING + 8 * states * Ulp.ONE;
        return value;
    }

    private static double log(double value) {
        return Math.log(value) + ROUNDING;
    }

    /** Between two states the value is a chord in e^s. */
    double logDelta(double epsilon) {
        double[] value = upper();
        int k = (int) Math.min(states, Math.floor(epsilon / step * (1 - 4 * Ulp.ONE)));
        if (k >= states) return log(value[states]);
        double share = Math.max(0, Math.expm1(epsilon - k * step) / Math.expm1(step) * (1 - ROUNDING) - ROUNDING);
        return log(value[k] + Math.min(1, share) * (value[k + 1] - value[k]));
    }

    /** The value as a pair, by chords between so many states at most. */
    Pair pair(int dots) {
        double[] value = upper();
        int stride = (states + dots - 1) / dots;
        int n = (states + stride - 1) / stride + 1;
        double[] epsilon = new double[n];
        double[] height = new double[n];
        for (int i = 0; i < n; i++) {
            int k = Math.min(states, i * stride);
            epsilon[i] = k * step;
            height[i] = Math.min(1, value[k]);
        }
        return ConnectTheDots.symmetric(epsilon, height);
    }

    double epsilon(double logDelta) {
        double[] value = upper();
        if (!(log(value[states]) <= logDelta)) return Double.POSITIVE_INFINITY;
        int k = states;
        while (k > 0 && log(value[k - 1]) <= logDelta) k--;
        if (k == 0) return 0;
        double wanted = Math.exp(logDelta - 4 * ROUNDING);
        double share = (value[k - 1] - wanted) / (value[k - 1] - value[k]);
        double inside = Math.log1p(Math.min(1, Math.max(0, share)) * Math.expm1(step));
        return Math.min(k * step, (k - 1) * step + inside) * (1 + ROUNDING) + ROUNDING * step;
    }
}
