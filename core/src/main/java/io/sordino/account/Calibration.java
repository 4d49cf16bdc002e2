package io.sordino.account;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
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
    /** Wide brackets are cheap, and far from the promise they tell as much. */
    private static final double COARSE = 0.1;

    private final Accountant accountant;
    private final DoubleFunction<Mechanism> plan;
    private final boolean integral;
    private final Relation relation;
    private final double epsilon;
    private final double delta;
    private final Precision wanted;
    private final Map<Double, Excess> asked = new HashMap<>();

    /** A value that keeps the promise, with the guarantee there. */
    public record Calibrated(double value, boolean least, Guarantee guarantee) {}

    /**
     * @param plan the mechanism for a value of the free number; throws InvalidException outside its range
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
            throw new InvalidException("epsilon must be at least 0 and finite, was " + epsilon);
        if (!(delta >= 0 && delta < 1)) throw new InvalidException("delta must be in [0, 1), was " + delta);
        this.accountant = accountant;
        this.plan = plan;
        this.integral = integral;
        this.relation = relation;
        this.epsilon = epsilon;
        this.delta = delta;
        this.wanted = wanted;
    }

    /** The value that is closest to the promise and keeps it; throws {@link UnsupportedException} where none does. */
    public Calibrated solve() {
        double start = start();
        boolean least = moreIsSafer(start);
        Ends ends = bracket(start, least);
        double good = rounded(Double.isNaN(ends.bad) ? ends.good : narrow(ends, least), least);
        Mechanism mechanism = plan.apply(good);
        Guarantee at = accountant.epsilon(mechanism, relation, delta, wanted);
        // delta at epsilon was seen to be small enough, so epsilon at delta is too
        Bracket kept = at.epsilon().meet(Bracket.atMost(epsilon));
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

    /** How far above the promise one value is, and how wide the bracket was that said so. */
    private record Excess(double amount, double width) {
        boolean kept() {
            return amount <= 0;
        }
    }

    /** A value that keeps the promise and one that does not seem to; the second is NaN if the range has none. */
    private record Ends(double good, double bad) {}

    private OptionalDouble excess(double value) {
        return excess(value, COARSE);
    }

    /** How far above the promise, in log delta (or in epsilon where delta is 0); not above 0 where the promise is kept. */
    private OptionalDouble excess(double value, double width) {
        Excess seen = asked.get(value);
        if (seen != null && (seen.width <= width || seen.kept())) return OptionalDouble.of(seen.amount);
        Optional<Mechanism> accepted = mechanism(value);
        if (accepted.isEmpty()) return OptionalDouble.empty();
        Excess found = new Excess(amount(accepted.get(), new Precision(width)), width);
        asked.put(value, found);
        return OptionalDouble.of(found.amount);
    }

    private double amount(Mechanism mechanism, Precision precision) {
        if (delta == 0)
            return accountant
                            .epsilon(mechanism, relation, 0, new Precision(finest()))
                            .epsilon()
                            .upper()
                    - epsilon;
        double log = accountant
                .deltaAgainst(mechanism, relation, epsilon, Math.log(delta), precision)
                .logDelta()
                .upper();
        // what is clearly kept is not worked out further, and must not be compared
        double over = Math.max(-Accountant.CLEARLY, log - Math.log(delta));
        return log <= Down.log(delta) ? Math.min(0, over) : Math.max(1e-300, over);
    }

    /** Log delta moves several times as much as the value does. */
    private double finest() {
        return Math.max(1e-12, Math.min(3e-3, wanted.width() * 3));
    }

    private double start() {
        for (double value :
                integral ? new double[] {2, 1, 8, 64, 1024, 1e6} : new double[] {1, 0.5, 8, 0.1, 100, 1e-3, 1e4})
            if (excess(value).isPresent()) return value;
        throw refused();
    }

    private boolean moreIsSafer(double start) {
        for (double factor = 2; factor <= 1 << 20; factor *= 4) {
            double more = integral ? Math.floor(start * factor) : start * factor;
            double less = integral ? Math.ceil(start / factor) : start / factor;
            double rise = rise(start, less, more, COARSE);
            if (!(Math.abs(rise) > 3 * COARSE)) rise = rise(start, less, more, finest());
            if (rise < 0) return true;
            if (rise > 0) return false;
        }
        throw new UnsupportedException(
                "the guarantee does not depend on the number left open", "put the ? in place of a number that matters");
    }

    /** How much more of the promise is used by the larger value; a value that the plan does not take stands for the start. */
    private double rise(double start, double less, double more, double width) {
        double middle = excess(start, width).orElse(0);
        return excess(more, width).orElse(middle) - excess(less, width).orElse(middle);
    }

    private Ends bracket(double start, boolean least) {
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
                OptionalDouble last = end == now ? OptionalDouble.empty() : excess(end, finest());
                if (last.isPresent() && (last.getAsDouble() <= 0) != good)
                    return good ? new Ends(now, end) : new Ends(end, now);
                if (good) return new Ends(end, Double.NaN);
                throw new UnsupportedException(
                        "no value keeps epsilon = " + epsilon + " at delta = " + delta + ": the best one tried was "
                                + end,
                        "allow a larger epsilon or delta, or fewer or noisier other parts");
            }
            if ((excess.getAsDouble() <= 0) != good) return good ? new Ends(now, next) : new Ends(next, now);
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
        } catch (InvalidException outside) {
            return Optional.empty();
        }
    }

    /** The plan's own words on why it takes no value. */
    private InvalidException refused() {
        try {
            Mechanism unexpected = plan.apply(1);
            return new InvalidException("no value was found that fits in place of ? in " + unexpected);
        } catch (InvalidException outside) {
            return outside;
        }
    }

    /**
     * Regula falsi (Illinois) in the logarithm of the value, with brackets as narrow as the distance asks for. A value that keeps
     * the promise by a wide bracket keeps it; one that breaks it is asked about again at the end.
     */
    private double narrow(Ends start, boolean least) {
        Ends ends = start;
        for (int i = 0; i < MOST_STEPS; i++) {
            ends = search(ends, least);
            if (excess(ends.bad, finest()).orElse(1) > 0) {
                if (near(ends)) return ends.good;
                continue;
            }
            // a wide bracket did not show that this one is good: look beyond it
            double further =
                    integral ? 2 * ends.bad - ends.good : ends.bad * (ends.bad / ends.good) * (ends.bad / ends.good);
            if (mechanism(further).isEmpty()) return ends.bad;
            ends = new Ends(ends.bad, further);
        }
        return ends.good;
    }

    private boolean near(Ends ends) {
        double apart = Math.abs(ends.good - ends.bad);
        if (integral) return apart <= (ends.good > MANY ? 0.1 * wanted.width() * ends.good : 1);
        return apart <= 0.3 * wanted.width() * Math.abs(ends.good);
    }

    private Ends search(Ends start, boolean least) {
        double good = start.good;
        double bad = start.bad;
        double atGood = excess(good).orElse(-1);
        double atBad = excess(bad).orElse(1);
        int stuck = 0;
        for (int i = 0; i < MOST_STEPS && !near(new Ends(good, bad)); i++) {
            double share = atGood / (atGood - atBad);
            if (!(share > 0.02 && share < 0.98) || stuck > 2) share = 0.5;
            // aim a little to the safe side: the answer must be a good one
            share = Math.max(0.01, share - 0.1 * wanted.width() / Math.abs(Math.log(bad / good)));
            double middle = Math.exp(Math.log(good) + share * (Math.log(bad) - Math.log(good)));
            if (integral)
                middle = Math.max(Math.min(good, bad) + 1, Math.min(Math.max(good, bad) - 1, Math.rint(middle)));
            double width = Math.max(finest(), Math.min(COARSE, 0.05 * (atBad - atGood)));
            double at = excess(middle, width).orElse(least ? -1 : 1);
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
        return new Ends(good, bad);
    }

    /** Fewer digits where they still keep the promise. */
    private double rounded(double value, boolean least) {
        if (integral) return value;
        int digits = (int) Math.ceil(-Math.log10(wanted.width())) + 2;
        BigDecimal shorter =
                new BigDecimal(value).round(new MathContext(digits, least ? RoundingMode.CEILING : RoundingMode.FLOOR));
        double candidate = shorter.doubleValue();
        return accepts(candidate) && excess(candidate, finest()).orElse(1) <= 0 ? candidate : value;
    }
}
