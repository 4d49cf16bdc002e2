package io.sordino.account;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * Finds the one free number of a plan: the least noise, or the most steps, the highest rate, the largest local epsilon, with
 * which the upper end of delta at epsilon still is at most delta.
 *
 * <p>Whether more is safer is found by looking. The answer was itself checked, so the promise never rests on the search.
 */
public final class Calibration {
    private static final int MOST_STEPS = 120;
    private static final double LARGEST = 1e15;
    private static final double SMALLEST = 1e-12;
    /** Larger counts are found to a tenth of the width, smaller ones to the unit. */
    private static final double MANY = 1e5;

    private final Accountant accountant;
    private final DoubleFunction<Mechanism> plan;
    private final boolean integral;
    private final Relation relation;
    private final double epsilon;
    private final double delta;
    private final Precision wanted;

    /** A value that keeps the promise, with the guarantee there. */
    public record Calibrated(double value, boolean least, Guarantee guarantee) {}

    /**
     * @param plan the mechanism for a value of the free number; throws IllegalArgumentException outside its range
     * @param integral whether the free number is whole
     */
    public Calibration(
            Accountant accountant,
            DoubleFunction<Mechanism> plan,
            boolean integral,
            Relation relation,
            double epsilon,
            double delta,
            Precision wanted) {
        if (!(epsilon >= 0 && epsilon < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException("epsilon must be at least 0 and finite, was " + epsilon);
        if (!(delta >= 0 && delta < 1)) throw new IllegalArgumentException("delta must be in [0, 1), was " + delta);
        this.accountant = accountant;
        this.plan = plan;
        this.integral = integral;
        this.relation = relation;
        this.epsilon = epsilon;
        this.delta = delta;
        this.wanted = wanted;
    }

    public Calibrated solve() {
        double start = start();
        boolean least = moreIsSafer(start);
        double[] ends = bracket(start, least);
        double good = ends[0];
        if (!Double.isNaN(ends[1])) good = narrow(good, ends[1], least);
        good = rounded(good, least);
        Mechanism mechanism = plan.apply(good);
        Guarantee at = accountant.epsilon(mechanism, relation, delta, wanted);
        // delta at epsilon was seen to be small enough, so epsilon at delta is too
        Bracket kept = Bracket.of(
                Math.min(at.epsilon().lower(), epsilon), Math.min(at.epsilon().upper(), epsilon));
        Guarantee guarantee = new Guarantee(
                mechanism,
                relation,
                at.question(),
                kept,
                at.logDelta(),
                at.tight(),
                at.why(),
                at.claims(),
                at.silences(),
                at.limit());
        return new Calibrated(good, least, guarantee);
    }

    /** How far above the promise, in log delta (or in epsilon where delta is 0); not above 0 where the promise is kept. */
    private OptionalDouble excess(double value) {
        Optional<Mechanism> accepted = mechanism(value);
        if (accepted.isEmpty()) return OptionalDouble.empty();
        Mechanism mechanism = accepted.get();
        Precision rough = new Precision(Math.max(1e-12, Math.min(3e-3, wanted.width() * 3)));
        if (delta == 0)
            return OptionalDouble.of(
                    accountant.epsilon(mechanism, relation, 0, rough).epsilon().upper() - epsilon);
        double log = accountant
                .deltaAgainst(mechanism, relation, epsilon, Math.log(delta), rough)
                .logDelta()
                .upper();
        return OptionalDouble.of(
                log <= Math.log(delta) ? Math.min(0, log - Math.log(delta)) : Math.max(1e-300, log - Math.log(delta)));
    }

    private double start() {
        for (double value :
                integral ? new double[] {2, 1, 8, 64, 1024, 1e6} : new double[] {1, 0.5, 8, 0.1, 100, 1e-3, 1e4})
            if (excess(value).isPresent()) return value;
        throw refused();
    }

    private boolean moreIsSafer(double start) {
        for (double factor = 2; factor <= 1 << 20; factor *= 4) {
            OptionalDouble more = excess(integral ? Math.floor(start * factor) : start * factor);
            OptionalDouble less = excess(integral ? Math.ceil(start / factor) : start / factor);
            double high = more.orElse(excess(start).getAsDouble());
            double low = less.orElse(excess(start).getAsDouble());
            if (high < low) return true;
            if (high > low) return false;
        }
        throw new UnsupportedException(
                "the guarantee does not depend on the number left open", "put the ? in place of a number that matters");
    }

    /** A value that keeps the promise and a neighbour that does not; the second is NaN if the range has none. */
    private double[] bracket(double start, boolean least) {
        double now = start;
        boolean good = excess(now).getAsDouble() <= 0;
        double factor = 2;
        for (int i = 0; i < MOST_STEPS; i++) {
            boolean up = good != least;
            double next = up ? now * factor : now / factor;
            if (integral) next = Math.max(1, Math.rint(next));
            factor = Math.min(factor * 2, 64);
            OptionalDouble excess =
                    next >= SMALLEST && next <= LARGEST && next != now ? excess(next) : OptionalDouble.empty();
            if (excess.isEmpty()) {
                double end = edge(now, next);
                OptionalDouble last = end == now ? OptionalDouble.empty() : excess(end);
                if (last.isPresent() && (last.getAsDouble() <= 0) != good)
                    return good ? new double[] {now, end} : new double[] {end, now};
                if (good) return new double[] {end, Double.NaN};
                throw new UnsupportedException(
                        "no value keeps epsilon = " + epsilon + " at delta = " + delta + ": the best one tried was "
                                + end,
                        "allow a larger epsilon or delta, or fewer or noisier other parts");
            }
            if ((excess.getAsDouble() <= 0) != good) return good ? new double[] {now, next} : new double[] {next, now};
            now = next;
        }
        throw new UnsupportedException("no value was found that keeps the promise", "allow a larger epsilon or delta");
    }

    /** The last value that the plan accepts on the way from a good one to one outside. */
    private double edge(double inside, double outside) {
        double in = inside;
        double out = Math.max(SMALLEST, Math.min(LARGEST, outside));
        if (accepts(out)) return out;
        for (int i = 0; i < 60 && Math.abs(out - in) > (integral ? 1 : 1e-12 * in); i++) {
            double middle = integral ? Math.floor((in + out) / 2) : (in + out) / 2;
            if (accepts(middle)) in = middle;
            else out = middle;
        }
        return in;
    }

    private boolean accepts(double value) {
        return mechanism(value).isPresent();
    }

    private Optional<Mechanism> mechanism(double value) {
        try {
            return Optional.of(plan.apply(value));
        } catch (IllegalArgumentException outside) {
            return Optional.empty();
        }
    }

    /** The plan's own words on why it takes no value. */
    private IllegalArgumentException refused() {
        try {
            Mechanism unexpected = plan.apply(1);
            return new IllegalArgumentException("no value was found that fits in place of ? in " + unexpected);
        } catch (IllegalArgumentException outside) {
            return outside;
        }
    }

    /** Regula falsi (Illinois) in the logarithm of the value. */
    private double narrow(double goodStart, double badStart, boolean least) {
        double good = goodStart;
        double bad = badStart;
        double atGood = excess(good).orElse(-1);
        double atBad = excess(bad).orElse(1);
        int stuck = 0;
        for (int i = 0; i < MOST_STEPS; i++) {
            double close = integral ? good > MANY ? 0.1 * wanted.width() * good : 1 : 0.3 * wanted.width() * good;
            if (Math.abs(good - bad) <= Math.max(integral ? 1 : 0, close)) break;
            double share = atGood / (atGood - atBad);
            if (!(share > 0.02 && share < 0.98) || stuck > 2) share = 0.5;
            // aim a little to the safe side: the answer must be a good one
            share = Math.max(0.01, share - 0.1 * wanted.width() / Math.abs(Math.log(bad / good)));
            double middle = Math.exp(Math.log(good) + share * (Math.log(bad) - Math.log(good)));
            if (integral)
                middle = Math.max(Math.min(good, bad) + 1, Math.min(Math.max(good, bad) - 1, Math.rint(middle)));
            double at = excess(middle).orElse(least ? -1 : 1);
            if (at <= 0) {
                stuck = Math.max(1, stuck + 1);
                good = middle;
                atGood = at;
                if (stuck > 1) atBad /= 2;
            } else {
                stuck = Math.min(-1, stuck - 1);
                bad = middle;
                atBad = at;
                if (stuck < -1) atGood /= 2;
            }
            if (stuck < -2) stuck = 3;
        }
        return good;
    }

    /** Fewer digits where they still keep the promise. */
    private double rounded(double value, boolean least) {
        if (integral) return value;
        int digits = (int) Math.ceil(-Math.log10(wanted.width())) + 2;
        BigDecimal shorter =
                new BigDecimal(value).round(new MathContext(digits, least ? RoundingMode.CEILING : RoundingMode.FLOOR));
        double candidate = shorter.doubleValue();
        return accepts(candidate) && excess(candidate).orElse(1) <= 0 ? candidate : value;
    }
}
