package io.sordino.account;

import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.List;

/**
 * The privacy loss of a mechanism as a random number: how often it exceeds a threshold, and the Gaussian noise that it is no worse than.
 */
public final class PrivacyLoss {
    /*
     * With L the loss under P, delta(t) = E[(1 - e^(t - L))+] is the integral over s > 0 of e^-s P(L > t + s). So for every h > 0
     *     (delta(t) - e^-h delta(t + h)) / (1 - e^-h) <= P(L > t) <= delta(t - h) / (1 - e^-h):
     * the first is a mean of P(L > s) over [t, t + h], and where L > t at least 1 - e^-h counts in delta(t - h). Both hold for each pair of neighbours; the
     * neighbours that attain delta from below at t have at t + h no more than the upper end of all.
     */
    private static final int STEPS = 14;
    private static final double SHRINK = 0.65;
    private static final double LARGEST_STEP = 4;
    private static final int CELLS = 200;
    private static final int HALVINGS = 45;

    private final Accountant accountant;
    private final Mechanism mechanism;
    private final Relation relation;
    private final Precision wanted;

    PrivacyLoss(Accountant accountant, Mechanism mechanism, Relation relation, Precision wanted) {
        this.accountant = accountant;
        this.mechanism = mechanism;
        this.relation = relation;
        this.wanted = wanted;
    }

    private List<Bracket> deltas(List<Double> epsilons) {
        return accountant.deltas(mechanism, relation, epsilons, wanted).stream()
                .map(Guarantee::delta)
                .toList();
    }

    /**
     * The probability that the loss exceeds a threshold: at most the upper end whichever neighbours are looked at, and at least the lower end for some.
     *
     * @param threshold above 0
     */
    public Bracket exceeds(double threshold) {
        if (!(threshold > 0 && threshold < Double.POSITIVE_INFINITY))
            throw new InvalidException("a threshold must be above 0 and finite, was " + threshold);
        List<Double> epsilons = new ArrayList<>();
        epsilons.add(threshold);
        double step = LARGEST_STEP;
        for (int i = 0; i < STEPS; i++, step *= SHRINK) {
            epsilons.add(Math.max(0, threshold - step));
            epsilons.add(threshold + step);
        }
        List<Bracket> found = deltas(epsilons);
        double upper = 1;
        double lower = found.get(0).lower();
        for (int i = 0; i < STEPS; i++) {
            double below = epsilons.get(1 + 2 * i);
            double share = -Up.expm1(-Down.sub(threshold, below));
            if (share > 0) upper = Math.min(upper, Up.div(found.get(1 + 2 * i).upper(), share));
            double above = Down.sub(epsilons.get(2 + 2 * i), threshold);
            double rest = Up.mul(Up.exp(-above), found.get(2 + 2 * i).upper());
            // a wider step is a larger divisor: rounded up
            double width = -Down.expm1(-Up.sub(epsilons.get(2 + 2 * i), threshold));
            lower = Math.max(lower, Down.div(Down.sub(found.get(0).lower(), rest), width));
        }
        return Bracket.of(lower, upper);
    }

    /**
     * The least mu of Gaussian privacy down to a delta: delta(epsilon) is at most that of mu-GDP, or at most {@code leftover}, at every epsilon of at least 0 and in all directions.
     *
     * @param leftover in (0, 1)
     */
    public Bracket mu(double leftover) {
        if (!(leftover > 0 && leftover < 1))
            throw new InvalidException("the delta down to which mu holds must be in (0, 1), was " + leftover);
        double end = accountant
                .epsilon(mechanism, relation, leftover, wanted)
                .epsilon()
                .upper();
        if (end == 0) return Bracket.exactly(0);
        if (!(end < Double.POSITIVE_INFINITY)) return Bracket.atMost(Double.POSITIVE_INFINITY);
        List<Double> epsilons = new ArrayList<>();
        for (int i = 0; i <= CELLS; i++) epsilons.add(end * i / CELLS);
        List<Bracket> found = deltas(epsilons);
        double lower = 0;
        for (int i = 0; i <= CELLS; i++)
            if (found.get(i).lower() > leftover)
                lower = Math.max(lower, refuted(epsilons.get(i), found.get(i).lower(), lower));
        double upper = Math.max(lower, 1e-9);
        while (upper < 1e9 && !covers(upper, epsilons, found, leftover)) upper *= 1.5;
        if (!covers(upper, epsilons, found, leftover)) return Bracket.of(lower, Double.POSITIVE_INFINITY);
        double low = lower;
        for (int i = 0; i < HALVINGS && upper - low > 1e-7 * upper; i++) {
            double middle = (low + upper) / 2;
            if (covers(middle, epsilons, found, leftover)) upper = middle;
            else low = middle;
        }
        return Bracket.of(lower, upper);
    }

    /** A mu, no less than {@code known}, whose delta is surely below what some neighbours have. */
    private static double refuted(double epsilon, double delta, double known) {
        double low = known;
        if (!isBelow(low, epsilon, delta)) return known;
        double high = Math.max(1e-9, 2 * low);
        while (high < 1e9 && isBelow(high, epsilon, delta)) high *= 2;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (isBelow(middle, epsilon, delta)) low = middle;
            else high = middle;
        }
        return low;
    }

    private static boolean isBelow(double mu, double epsilon, double delta) {
        return new GaussianPair(mu).delta(epsilon).upper() < delta;
    }

    /** Whether the chords of the upper ends lie below the curve of mu, or below what is left over. */
    private static boolean covers(double mu, List<Double> epsilons, List<Bracket> deltas, double leftover) {
        GaussianPair noise = new GaussianPair(mu);
        for (int i = 0; i < CELLS; i++) {
            double left = deltas.get(i).upper();
            double right = deltas.get(i + 1).upper();
            if (left <= leftover) continue;
            double from = epsilons.get(i);
            double to = epsilons.get(i + 1);
            double middle = (from + to) / 2;
            if (!(isAbove(noise, from, from, left, to, right)
                    || isAbove(noise, middle, from, left, to, right)
                    || isAbove(noise, to, from, left, to, right))) return false;
        }
        return true;
    }

    /**
     * Whether the tangent of the curve of mu at e^{@code at}, which is below the curve, is above both ends of a chord. In x = e^epsilon its slope is -Q(L > at).
     */
    private static boolean isAbove(GaussianPair noise, double at, double from, double left, double to, double right) {
        double height = noise.delta(at).lower();
        double tail = Normal.sf(at / noise.mu() + noise.mu() / 2);
        double slopeUp = Normal.up(tail) * (1 + 1e-12);
        double slopeDown = Math.max(0, Normal.down(tail) * (1 - 1e-12));
        // e^from - e^at is negative or 0 and e^to - e^at positive or 0
        double rise = Down.mul(slopeDown, Down.mul(Down.exp(at), -Up.expm1(Up.sub(from, at))));
        double fall = Up.mul(slopeUp, Up.mul(Up.exp(at), Up.expm1(Up.sub(to, at))));
        return Down.add(height, rise) >= left && Down.sub(height, fall) >= right;
    }
}
