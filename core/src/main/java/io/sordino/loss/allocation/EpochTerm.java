package io.sordino.loss.allocation;

import io.sordino.loss.Side;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.numeric.Ulp;
import java.util.List;

/**
 * One term Z of the sums that bound a shuffled epoch, from above in the order of rising convex functions: A(u) over the share of
 * a clone's density where the two are least together, A being a rising function of a normal u.
 *
 * <p>With A = a e^(u mu - mu^2/2) + c + d e^(-u mu - mu^2/2), h = min(1, e^(b - u mu - mu^2/2)) where A is positive and
 * h = min(1, e^(b + u mu - mu^2/2)) where it is negative, Z has the value A/h with density h phi(u); what is left sits at 0.
 */
final class EpochTerm {
    /*
     * Cells are split into masses at their two ends that keep the mean, which spreads; values and shares are rounded up, and what
     * lies below the first node counts at the node. What lies above the last one has its excess over it kept apart.
     */
    private static final double DOUBT = 4 * NormalCells.ERROR;
    /** Width of the lattice in deviations of a term; adds one part in 6 * 20^2 to its variance. */
    private static final double STEPS = 20;

    private static final int MOST_PLACES = 1 << 13;
    /** Values that one sum in so many has are no measure of how fine the lattice must be. */
    private static final double RARE = 0.05;

    /** What may be moved up from far below, in deviations of the sum and as a share of the tilted sum. */
    private static final double MOVED = 3e-4;

    /** What a clip may add, as a share of the answer that is expected. */
    private static final double CLIP = 1e-3;

    /** The coefficients of A. */
    record Payoff(double a, double c, double d) {
        static Payoff removed(double x) {
            return new Payoff(1, -x, 0);
        }

        static Payoff added(double x) {
            return new Payoff(0, 1, -x);
        }

        static Payoff replaced(double x) {
            return new Payoff(1, 0, -x);
        }

        double at(double rising, double falling) {
            return a * rising + c + d * falling;
        }

        double size(double rising, double falling) {
            return Math.abs(a * rising) + Math.abs(c) + Math.abs(d * falling);
        }

        double over(double minus, double zero, double plus) {
            return a * plus + c * zero + d * minus;
        }

        double weight(double minus, double zero, double plus) {
            return Math.abs(a * plus) + Math.abs(c * zero) + Math.abs(d * minus);
        }

        /** About where A is 0. */
        double root(double mu) {
            if (d == 0) return Math.log(-c) / mu + mu / 2;
            return c == 0 ? Math.log(-d) / (2 * mu) : Math.log(-d) / mu - mu / 2;
        }
    }

    private final double[] value;
    private final double[] mass;
    private final double tail;
    private final double total;

    /** @param b how far clones may be from the reference; infinite for the plain payoff */
    EpochTerm(NormalCells plain, Payoff payoff, double b) {
        double mu = plain.mu;
        double root = payoff.root(mu);
        double edge = (b - mu * mu / 2) / mu;
        NormalCells cells = plain.splitAt(root);
        if (edge < Double.POSITIVE_INFINITY) cells = cells.splitAt(edge).splitAt(-edge);
        int n = cells.node.length;
        double scale = edge < Double.POSITIVE_INFINITY ? StrictMath.exp(b) : 0;
        value = new double[n];
        double[] low = new double[n];
        double[] doubt = new double[n];
        for (int i = 0; i < n; i++) {
            double u = cells.node[i];
            double a = u == root ? 0 : payoff.at(cells.rising[i], cells.falling[i]);
            double share = 1;
            if (u > root && u > edge) share = scale * cells.falling[i];
            else if (u < root && u < -edge) share = scale * cells.rising[i];
            share = Math.min(1, share);
            low[i] = a / share;
            doubt[i] = DOUBT * payoff.size(cells.rising[i], cells.falling[i]) / share;
            value[i] = low[i] + doubt[i];
        }
        mass = new double[n];
        double sum = 0;
        double beyond = 0;
        for (int j = 0; j <= n; j++) {
            double inside = j < n
                    ? (j > 0 ? 0.5 * (cells.node[j - 1] + cells.node[j]) : cells.node[0] - 1)
                    : cells.node[n - 1] + 1;
            double m = cells.zero[j];
            if (inside > root && inside > edge) m = scale * cells.minus[j];
            else if (inside < root && inside < -edge) m = scale * cells.plus[j];
            sum += m;
            double moment = payoff.over(cells.minus[j], cells.zero[j], cells.plus[j]);
            if (j == 0) mass[0] += m;
            else if (j == n) {
                mass[n - 1] += m;
                beyond = Math.max(0, moment - low[n - 1] * m)
                        + DOUBT * payoff.weight(cells.minus[j], cells.zero[j], cells.plus[j])
                        + doubt[n - 1] * m;
            } else if (m > 0) {
                double wrong = doubt[j - 1] + doubt[j];
                double width = low[j] - low[j - 1] - wrong;
                double rise = (moment - low[j - 1] * m) / m + 2 * wrong;
                double share = width > wrong ? Math.min(1, Math.max(0, rise / width)) : 1;
                mass[j - 1] += m * (1 - share);
                mass[j] += m * share;
            }
        }
        tail = beyond;
        total = sum;
    }

    /**
     * No less than E (sum of beta_t Z_t)+ / (T gamma), the sum over {@code count} independent terms of which each is there with
     * probability gamma; infinite where the sum does not fit a lattice.
     *
     * @param expected about what will come out
     */
    double excess(double gamma, long count, double expected) {
        int n = value.length;
        int top = n - 1;
        double clipped = tail;
        double above = mass[top];
        while (top > 1) {
            double next = clipped + above * (value[top] - value[top - 1]);
            if (next > CLIP * expected) break;
            clipped = next;
            top--;
            above += mass[top];
        }
        double theta = Saddle.tilt(mass, value, top, above);
        double deviation = Math.min(deviation(top, RARE / (gamma * count)), tilted(top, above, theta));
        int foot = 0;
        double below = mass[0];
        double shift = 0;
        double mostShift = MOVED * deviation / Math.max(1, Math.sqrt(gamma * count));
        while (foot < top - 1 && value[foot + 1] < 0) {
            shift += below * (value[foot + 1] - value[foot]);
            double tilted = gamma * count * below * Math.exp(theta * value[foot + 1]);
            if (shift > mostShift && tilted > MOVED) break;
            foot++;
            below += mass[foot];
        }
        double step = Math.max(deviation / STEPS, (value[top] - value[foot]) / MOST_PLACES);
        if (!(step > 0 && step < Double.POSITIVE_INFINITY)) return Double.POSITIVE_INFINITY;
        LatticeLaw law = lattice(gamma, foot, top, below, above, step);
        try {
            double sum = positivePart(ValueSum.of(List.of(law), new long[] {count}, Side.UPPER, List.of(theta)));
            return (sum / (gamma * count) + clipped) * (1 + 1e-11);
        } catch (Convolution.TooWide e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** The deviation of a term from 0, where so rare values as one sum seldom has count as the least of them. */
    private double deviation(int top, double rare) {
        int high = top;
        double above = 0;
        for (int i = mass.length - 1; i >= top; i--) above += mass[i];
        while (high > 1 && value[high - 1] > 0 && above + mass[high - 1] < rare) above += mass[--high];
        double square = above * value[high] * value[high];
        for (int i = 0; i < high; i++) square += mass[i] * value[i] * value[i];
        return Math.sqrt(square);
    }

    private LatticeLaw lattice(double gamma, int foot, int top, double below, double above, double step) {
        long low = (long) Math.floor(value[foot] / step) - 1;
        long high = (long) Math.ceil(value[top] / step) + 2;
        low = Math.min(low, -1);
        high = Math.max(high, 1);
        double[] law = new double[Math.toIntExact(high - low + 1)];
        for (int i = foot; i <= top; i++) {
            double m = i == foot ? below : i == top ? above : mass[i];
            double place = value[i] / step;
            long j = (long) Math.floor(place);
            double share = Math.min(1, (place - j) + 4 * Ulp.ONE * (1 + Math.abs(place)));
            law[(int) (j - low)] += gamma * m * (1 - share);
            law[(int) (j - low) + 1] += gamma * m * share;
        }
        law[(int) -low] += Math.max(0, 1 - gamma * total) + 4 * NormalCells.ERROR;
        return new LatticeLaw(0, step, low, law, 0, 2 * NormalCells.ERROR, 0);
    }

    /** The deviation from 0 of the tilted term. */
    private double tilted(int top, double above, double theta) {
        double sum = 0;
        double square = 0;
        for (int i = 0; i <= top; i++) {
            double w = (i == top ? above : mass[i]) * Math.exp(theta * (value[i] - value[top]));
            sum += w;
            square += w * value[i] * value[i];
        }
        return Math.sqrt(square / sum);
    }

    private static double positivePart(ValueSum.Result result) {
        LatticeLaw law = result.law();
        double slack = law.slack();
        double[] mass = law.mass();
        double sum = 0;
        for (int i = mass.length - 1; i >= 0; i--) {
            double v = law.offset() + (law.first() + i) * law.step() + slack;
            if (!(v > 0)) break;
            sum += mass[i] * v;
        }
        double rounding = (mass.length + 64) * Ulp.ONE + law.massError();
        return sum * (1 + rounding)
                + result.lostMoment()
                + slack * result.lostMass()
                + result.strayed().excess(-slack)
                + Double.MIN_NORMAL;
    }
}
