package io.sordino.loss.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records whose outputs could be anybody's, among which the record is allocated, for any base: docs/theory/EpochOfAnyBase.md. It is
 * (1 + e^-b tau)^(T-1) times the mean, over the number of clones, of what one of so many steps shows, and kappa.
 */
final class CloneBound implements EpochBound {
    /** Numbers of slots between which the next smaller one stands for all. */
    private static final double RATIO = 1.02;
    /** What numbers of clones outside the window may add to what is expected. */
    private static final double LOG_TAIL = -7;
    /** How far log tau falls with every step of a choice. */
    private static final double FALL = 7.5;
    /** Places at which an event is split into what the law without the record says of it, and the rest. */
    private static final int SPLITS = 24;
    /** A factor beyond this leaves nothing. */
    private static final double LARGEST_LOG = 50;

    private static final double BEYOND = 1e-9;

    private final long slots;
    private final Pair step;
    private final Pair away;
    private final Change change;
    private final double width;
    private final double depth;
    /** Of the steps among clones, which nobody else asks for. */
    private final Workspace workspace = new Workspace();

    private final Map<Long, Pair> allocated = new HashMap<>();

    /** How far clones may be, and what that costs. */
    private record Distance(double b, double tau, double kappa) {}

    private final Map<Double, Distance> distances = new HashMap<>();
    private final Map<Double, Double> choices = new HashMap<>();

    /**
     * @param slots T, batches of equal size
     * @param step a pair that dominates one step
     * @param away a pair that dominates a step's output without the record against one with it
     * @param change which law of the step has the record
     */
    CloneBound(long slots, Pair step, Pair away, Change change, double width, double depth) {
        this.slots = slots;
        this.step = step;
        this.away = away;
        this.change = change;
        this.width = width;
        this.depth = depth;
    }

    @Override
    public double at(double epsilon, double b, double expected) {
        if (!(b < Double.POSITIVE_INFINITY)) return Double.POSITIVE_INFINITY;
        Distance distance = distances.computeIfAbsent(b, this::measured);
        double spilled = Up.mul(Up.exp(-b), distance.tau);
        double log = Up.mul((double) (slots - 1), Up.log1p(spilled));
        if (!(log < LARGEST_LOG)) return Double.POSITIVE_INFINITY;
        double plain = unamplified(epsilon);
        // no event outweighs the loss of one step
        double kappa = Math.min(distance.kappa, plain);
        double factor = Up.exp(log);
        // what is no better whatever the mean is need not be worked out
        if (!(Up.mul(factor, kappa) < plain)) return Double.POSITIVE_INFINITY;
        double gamma = Down.div(Down.exp(-b), Up.add(1, spilled));
        return Up.mul(factor, Up.add(mean(epsilon, Math.min(1, gamma), plain, expected), kappa));
    }

    private Distance measured(double b) {
        double tau = away.delta(b).upper();
        if (tau == 0 || change == Change.ADDED) return new Distance(b, tau, tau);
        double kappa = 1;
        for (int i = 0; i <= SPLITS; i++) {
            double a = 2 * b * i / SPLITS;
            kappa = Math.min(kappa, Up.add(Up.mul(Up.exp(a), tau), step.delta(a).upper()));
        }
        return new Distance(b, tau, kappa);
    }

    /**
     * What one of 1 + Bin(T - 1, gamma) steps shows in the mean. It falls with their number, so that mass may be moved down to the next
     * number that is asked for.
     */
    private double mean(double epsilon, double gamma, double plain, double expected) {
        double logTail = LOG_TAIL + Math.max(-700, Math.min(0, Math.log(expected / plain)));
        long[] window = Binomial.window(slots - 1, gamma, logTail);
        List<Long> numbers = numbers(1 + window[0], 1 + window[1]);
        double before = plain;
        double sum = 0;
        for (long number : numbers) {
            double now = Math.min(before, shown(number).delta(epsilon).upper());
            double fewer = Math.min(
                    1, Up.exp(Binomial.logCdf(number - 2, slots - 1, gamma).upper()));
            sum = Up.add(sum, Up.mul(fewer, Up.sub(before, now)));
            before = now;
        }
        return Up.add(sum, before);
    }

    /** From about the first number to the last; what lies below the first shows no more than one step. */
    private static List<Long> numbers(long first, long last) {
        List<Long> numbers = new ArrayList<>();
        double next = Math.floor(Math.log((double) first) / Math.log(RATIO));
        long number = 0;
        while (true) {
            long at = Math.max(number + 1, (long) Math.ceil(Math.pow(RATIO, next++)));
            if (at > last) return numbers;
            number = at;
            if (number >= 2) numbers.add(number);
        }
    }

    private Pair shown(long number) {
        return allocated.computeIfAbsent(
                number, k -> new AllocatedProfile(k, change, step, step, width, depth, workspace).pair(Side.UPPER));
    }

    @Override
    public double unamplified(double epsilon) {
        return step.delta(epsilon).upper();
    }

    @Override
    public double last() {
        return end(step);
    }

    @Override
    public double distance(double choice) {
        return choices.computeIfAbsent(
                choice,
                q -> Math.max(
                        0, Math.min(end(away), away.epsilon(Math.exp(-FALL * q)).upper())));
    }

    /** A little beyond the largest loss, where the roundings of a profile leave nothing. */
    private static double end(Pair pair) {
        return pair.lossMax() * (1 + BEYOND);
    }
}
