package io.sordino.loss.composition;

import io.sordino.loss.Inversion;
import io.sordino.loss.Profile;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/**
 * The profile of {@code count} copies of binary randomized response, each of which fails altogether with probability delta: the
 * worst that (epsilon, delta)-private mechanisms can do together.
 *
 * <p>With l the number of untrue answers, the loss is (k - 2l) epsilon and l is binomial with rate 1/(1+e^epsilon) under P:
 * H(t) = 1 - (1-delta)^k + (1-delta)^k sum over (k-2l) epsilon > t of P(l) (1 - e^(t - (k-2l) epsilon)).
 */
public record ComposedRandomizedResponse(double epsilon, double delta, long count) implements Profile {
    /*
     * Every summand is positive. Up to DIRECT copies they are added one by one, relative to the largest of them, whose own
     * mass Binomial.logPmf gives; both directions stop where a geometric series bounds the rest. Beyond that the sum is a
     * difference of two binomial tails, which is as good as the tails are: sharp far out, wide near the mean.
     */
    private static final long DIRECT = 200_000;
    private static final double LARGEST_EPSILON = 600;
    private static final double ULP = Math.ulp(1.0);
    private static final double NEGLIGIBLE = 1e-18;

    public ComposedRandomizedResponse {
        if (!(epsilon >= 0 && epsilon <= LARGEST_EPSILON))
            throw new IllegalArgumentException("epsilon must be in [0, " + LARGEST_EPSILON + "], was " + epsilon);
        if (!(delta >= 0 && delta <= 1)) throw new IllegalArgumentException("delta must be in [0, 1], was " + delta);
        if (!(count >= 1 && count < 1L << 51))
            throw new IllegalArgumentException("count must be in [1, 2^51), was " + count);
    }

    @Override
    public Bracket logDelta(double t) {
        Bracket finite = t >= 0 ? finite(t) : Bracket.exactly(Double.NEGATIVE_INFINITY);
        if (delta == 0 && t >= 0) return finite;
        Bracket survival = survival();
        Bracket whole = t >= 0
                ? combined(exp(finite), survival)
                // P and Q change places: H(t) = 1 - e^t + e^t H(-t)
                : reflected(t, combined(exp(finite(-t)), survival));
        return Bracket.of(Down.log(whole.lower()), Math.min(0, Up.log(whole.upper())));
    }

    @Override
    public Bracket epsilon(double target) {
        Bracket lost = lost();
        if (target < lost.lower() || (target == 0 && delta > 0)) return Bracket.exactly(Double.POSITIVE_INFINITY);
        double most = Up.mul((double) count, epsilon);
        if (target == 0) return Bracket.of(Down.mul((double) count, epsilon), most);
        Bracket found = Inversion.epsilon(this::logDelta, target);
        return target >= lost.upper() ? Bracket.of(found.lower(), Math.min(found.upper(), most)) : found;
    }

    private static Bracket exp(Bracket log) {
        return Bracket.of(Down.exp(log.lower()), Math.min(1, Up.exp(log.upper())));
    }

    /** (1 - delta)^k. */
    private Bracket survival() {
        double k = (double) count;
        return Bracket.of(Down.exp(Down.mul(k, Down.log1p(-delta))), Up.exp(Up.mul(k, Up.log1p(-delta))));
    }

    /** 1 - (1 - delta)^k. */
    private Bracket lost() {
        double k = (double) count;
        return Bracket.of(-Up.expm1(Up.mul(k, Up.log1p(-delta))), -Down.expm1(Down.mul(k, Down.log1p(-delta))));
    }

    private Bracket combined(Bracket finite, Bracket survival) {
        Bracket sum = lost().plus(finite.times(survival));
        return Bracket.of(sum.lower(), Math.min(1, sum.upper()));
    }

    private static Bracket reflected(double t, Bracket mirrored) {
        Bracket gap = Bracket.of(-Up.expm1(t), -Down.expm1(t));
        return gap.plus(mirrored.times(Bracket.of(Down.exp(t), Up.exp(t))));
    }

    /** Log of the sum, for t of at least 0. */
    private Bracket finite(double t) {
        if (!(t < Up.mul((double) count, epsilon))) return Bracket.exactly(Double.NEGATIVE_INFINITY);
        // the largest l whose loss is above t, or one less, or one more
        long last = (long) Math.floor(Math.max(0, Math.min(count / 2.0, (count - t / epsilon) / 2)));
        if (count <= DIRECT) return summed(t, Math.min(count, last + 1));
        // P(l <= last) - e^t Q(l <= last) is largest at the right one
        return subtracted(t, last).max(subtracted(t, last + 1));
    }

    private Bracket summed(double t, long last) {
        double rate = 1 / (1 + Math.exp(epsilon));
        long start = Math.min(last, (long) (rate * count));
        Sum sum = new Sum(t);
        sum.add(start, 1);
        sum.walk(start, -1, 0, Math.exp(epsilon));
        sum.walk(start, 1, last, Math.exp(-epsilon));
        double log = Binomial.logPmf(start, count, rate);
        double error = 4e-14 * (1 + Math.abs(log)) + Math.abs(start - rate * count) * 8 * ULP + sum.terms * 8 * ULP;
        double lower = sum.value - sum.doubt;
        double upper = sum.value + sum.doubt + sum.rest;
        return Bracket.of(
                lower > 0 ? Down.sub(Down.add(Down.log(lower), log), error) : Double.NEGATIVE_INFINITY,
                Math.min(0, Up.add(Up.add(Up.log(upper), log), error)));
    }

    /** Summands relative to the mass of the first one. */
    private final class Sum {
        private final double t;
        private double value;
        private double doubt;
        private double rest;
        private long terms;

        Sum(double t) {
            this.t = t;
        }

        void add(long l, double mass) {
            double gap = Math.fma((double) (count - 2 * l), epsilon, -t);
            if (gap > 0) value += mass * -Math.expm1(-gap);
            doubt += mass * 4 * ULP * (Math.abs(t) + Math.abs(gap));
            terms++;
        }

        /** Adds the summands from the start, which is in already, to the end, stopping where the rest is bounded and negligible. */
        void walk(long start, int step, long end, double odds) {
            double mass = 1;
            for (long l = start; l != end; l += step) {
                double ratio = step < 0 ? odds * l / (count - l + 1.0) : odds * (count - l) / (l + 1.0);
                // ratios fall on the way, so what is left is below a geometric series
                double left = ratio < 1 ? mass * ratio / (1 - ratio) : Double.POSITIVE_INFINITY;
                if (left <= NEGLIGIBLE * value) {
                    rest += left * (1 + 1e-9);
                    return;
                }
                mass *= ratio;
                add(l + step, mass);
            }
        }
    }

    private Bracket subtracted(double t, long last) {
        Bracket p = tail(last, Down.div(1, Up.add(1, Up.exp(epsilon))), Up.div(1, Down.add(1, Down.exp(epsilon))));
        Bracket q = tail(last, Down.div(1, Up.add(1, Up.exp(-epsilon))), Up.div(1, Down.add(1, Down.exp(-epsilon))));
        double upper = difference(p.upper(), Down.add(q.lower(), t), true);
        double lower = difference(p.lower(), Up.add(q.upper(), t), false);
        return Bracket.of(lower, upper);
    }

    /** Log of the probability of at most {@code last} successes; it falls as the rate rises. */
    private Bracket tail(long last, double rateDown, double rateUp) {
        return Bracket.of(
                Binomial.logCdf(last, count, rateUp).lower(),
                Binomial.logCdf(last, count, rateDown).upper());
    }

    /** log(e^a - e^b), with nothing known where b is not below a. */
    private static double difference(double a, double b, boolean up) {
        if (b == Double.NEGATIVE_INFINITY) return a;
        double share = up ? -Down.expm1(Down.sub(b, a)) : -Up.expm1(Up.sub(b, a));
        if (!(share > 0)) return Double.NEGATIVE_INFINITY;
        return up ? Math.min(0, Up.add(a, Up.log(share))) : Down.add(a, Down.log(share));
    }
}
