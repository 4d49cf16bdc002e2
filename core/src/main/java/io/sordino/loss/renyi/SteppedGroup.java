package io.sordino.loss.renyi;

import io.sordino.loss.HasPair;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.Side;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.pair.ConnectTheDots;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code size} records see of a mechanism whose Renyi curve holds for one, record by record: delta_k(e_1 + ... + e_k) is at most the sum over i of
 * e^(e_1 + ... + e_(i-1)) delta(e_i). Steps are chosen so that all terms are equal, and need no order that a group would use up.
 */
public final class SteppedGroup implements HasPair {
    private static final int ORDERS = 96;
    private static final double NEAREST = 1e-2;
    private static final double FARTHEST = 1e4;
    private static final int HALVINGS = 80;
    private static final double LEAST_LOG = -1e6;
    private static final int DOTS = 256;
    private static final double LOG_TAIL = -70;
    private static final double FARTHEST_DOT = 1e6;

    private final long size;
    /** Of each order alpha that is tried, its divergence with the constants of the conversion, and alpha - 1. */
    private final double[] constant;

    private final double[] logOrder;
    private final double[] power;

    public SteppedGroup(long size, RenyiCurve curve) {
        if (!(size >= 1)) throw new IllegalArgumentException("size must be at least 1, was " + size);
        this.size = size;
        double last = Math.min(FARTHEST, curve.largestOrder()) - 1;
        constant = new double[ORDERS];
        logOrder = new double[ORDERS];
        power = new double[ORDERS];
        for (int i = 0; i < ORDERS; i++) {
            double first = Math.min(NEAREST, last / 2);
            double excess = i == ORDERS - 1 ? last : first * Math.pow(last / first, i / (ORDERS - 1.0));
            double alpha = Math.min(curve.largestOrder(), 1 + excess);
            power[i] = Down.sub(alpha, 1);
            logOrder[i] = Down.log(alpha);
            constant[i] = Up.add(curve.at(alpha), Up.log1p(-Down.div(1, alpha)));
        }
    }

    /** At least the least epsilon of one record at which log delta is at most {@code target}; by the usual conversion at the best order. */
    private double step(double target) {
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i < ORDERS; i++) {
            // r(alpha) + log(1 - 1/alpha) - (log delta + log alpha) / (alpha - 1)
            double gain = Down.add(target, logOrder[i]);
            double rest = gain <= 0 ? Up.div(-gain, power[i]) : -Down.div(gain, Up.add(power[i], power[i] * 1e-15));
            best = Math.min(best, Up.add(constant[i], rest));
        }
        return Math.max(0, best);
    }

    /** The epsilon of all, where every term is e^term. */
    private double reach(double term) {
        Patience.check();
        double sum = 0;
        for (long i = 0; i < size && sum < Double.POSITIVE_INFINITY; i++) {
            double next = step(Down.sub(term, sum));
            // equal steps stay equal
            if (next == 0 && sum == 0) return 0;
            sum = Up.add(sum, next);
        }
        return sum;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        double above = above(Math.abs(epsilon));
        Bracket here = Bracket.of(Double.NEGATIVE_INFINITY, above);
        return epsilon >= 0
                ? here
                : Bracket.of(
                        Double.NEGATIVE_INFINITY,
                        LogDelta.mirrored(epsilon, here).upper());
    }

    /** The least sum of equal terms that is known to suffice. */
    private double above(double epsilon) {
        double most = Up.log((double) size);
        double high = -most;
        if (!(reach(high) <= epsilon)) return 0;
        double low = LEAST_LOG;
        if (reach(low) <= epsilon) return Up.add(low, most);
        for (int i = 0; i < HALVINGS && high - low > 1e-13 * Math.abs(high); i++) {
            double middle = low + (high - low) / 2;
            if (reach(middle) <= epsilon) high = middle;
            else low = middle;
        }
        return Math.min(0, Up.add(high, most));
    }

    @Override
    public Bracket epsilon(double delta) {
        if (!(delta > 0)) return Bracket.atMost(Double.POSITIVE_INFINITY);
        return Bracket.atMost(reach(Down.sub(Down.log(delta), Up.log((double) size))));
    }

    @Override
    public Pair pair(Side side) {
        if (!(side == Side.UPPER)) throw new IllegalArgumentException("a Renyi curve bounds from above only");
        List<Double> epsilons = new ArrayList<>();
        List<Double> deltas = new ArrayList<>();
        double most = Up.log((double) size);
        for (int i = 0; i <= DOTS; i++) {
            // no search: a term says how far it reaches
            double term = -most + LOG_TAIL * i / DOTS;
            double reach = reach(term);
            if (!(reach < FARTHEST_DOT)) break;
            if (epsilons.isEmpty() || reach > epsilons.get(epsilons.size() - 1)) {
                epsilons.add(reach);
                deltas.add(Math.min(1, Up.exp(Up.add(term, most))));
            } else deltas.set(deltas.size() - 1, Math.min(1, Up.exp(Up.add(term, most))));
        }
        return epsilons.isEmpty() ? AtomicPair.certain() : mirrored(epsilons, deltas);
    }

    /** The promise holds in both directions: below 0 it is what it is above, with the two laws exchanged. */
    private static Pair mirrored(List<Double> epsilons, List<Double> deltas) {
        int n = epsilons.size();
        int first = epsilons.get(0) == 0 ? 1 : 0;
        double[] place = new double[2 * n - first];
        double[] height = new double[2 * n - first];
        for (int i = 0; i < n; i++) {
            place[n - first + i] = epsilons.get(i);
            height[n - first + i] = deltas.get(i);
        }
        for (int i = first; i < n; i++) {
            double epsilon = -epsilons.get(i);
            place[n - 1 - i] = epsilon;
            height[n - 1 - i] = Math.min(
                    1,
                    LogDelta.mirroredDelta(epsilon, Bracket.of(0, deltas.get(i)))
                            .upper());
        }
        return ConnectTheDots.connected(place, height);
    }
}
