package io.sordino.theorem.iteration;

import io.sordino.loss.iteration.SampledGaussianCurve;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Picks how many last steps to count and how to split their noise, by Renyi estimates. No bound depends on how well. */
final class Search {
    private static final double[] SHARES = {0.01, 0.03, 0.07, 0.12, 0.2, 0.3, 0.4, 0.5, 0.62, 0.75, 0.88};
    private static final double ORDER_RATIO = 1.5;
    private static final int REFINEMENTS = 3;

    private final long steps;
    private final Tail tail;
    private final SampledSteps batches;
    private final double sensitivity;
    private final Descent descent;
    private final List<Double> orders = new ArrayList<>();
    private final Map<Double, double[]> divergences = new HashMap<>();

    /** The last {@code count} steps, with this share of their noise for the distance at which they begin. */
    record Choice(long count, double share) {}

    private record Scored(Choice choice, double score) {
        Scored better(Scored other) {
            return other.score < score ? other : this;
        }
    }

    private interface Score {
        /** Of a Renyi divergence of one order; the smaller the better. */
        double of(double order, double divergence);
    }

    Search(Descent descent, Tail tail, SampledSteps batches, double sensitivity) {
        this.descent = descent;
        this.steps = descent.plan().steps();
        this.tail = tail;
        this.batches = batches;
        this.sensitivity = sensitivity;
        for (double excess = 0.2; excess < 3000; excess *= ORDER_RATIO) orders.add(1 + excess);
    }

    Choice forDelta(double delta) {
        double log = Math.log(delta);
        return best((a, r) -> r + Math.log1p(-1 / a) - (log + Math.log(a)) / (a - 1));
    }

    Choice forEpsilon(double epsilon) {
        return best((a, r) -> (a - 1) * (r - epsilon + Math.log1p(-1 / a)) - Math.log(a));
    }

    private Choice best(Score score) {
        Scored best = at(new Choice(steps, 0), score);
        double lowShare = 0;
        double highShare = 1;
        for (int i = 0; i < SHARES.length; i++) {
            Scored found = bestCount(SHARES[i], score);
            if (found.score < best.score) {
                best = found;
                lowShare = i == 0 ? SHARES[0] / 3 : SHARES[i - 1];
                highShare = i + 1 == SHARES.length ? 0.95 : SHARES[i + 1];
            }
        }
        for (int i = 0; i < REFINEMENTS && best.choice.share > 0; i++) {
            double share = best.choice.share;
            Scored lower = bestCount((lowShare + share) / 2, score);
            Scored upper = bestCount((share + highShare) / 2, score);
            if (lower.score < best.score && lower.score <= upper.score) {
                highShare = share;
                best = lower;
            } else if (upper.score < best.score) {
                lowShare = share;
                best = upper;
            } else {
                lowShare = lower.choice.share;
                highShare = upper.choice.share;
            }
        }
        return best.choice;
    }

    /** The number of steps by a coarse look and two closer ones. */
    private Scored bestCount(double share, Score score) {
        Scored best = new Scored(new Choice(steps, share), Double.POSITIVE_INFINITY);
        if (steps == 1) return best;
        double ratio = 2;
        double from = 1;
        double to = (double) (steps - 1);
        for (int look = 0; look < 4; look++) {
            for (double count = from; count < to * ratio; count *= ratio)
                best = best.better(at(new Choice(Math.max(1, Math.min(steps - 1, (long) count)), share), score));
            double centre = best.choice.count();
            from = Math.max(1, centre / ratio);
            to = Math.min((double) (steps - 1), centre * ratio);
            ratio = Math.sqrt(Math.sqrt(ratio));
        }
        return best;
    }

    private Scored at(Choice choice, Score score) {
        double distance = tail.distance(choice.count);
        double start = choice.count == steps ? 0 : distance * distance / choice.share;
        double[] perStep = divergences.computeIfAbsent(choice.share, this::perStep);
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i < perStep.length; i++) {
            double order = orders.get(i);
            best = Math.min(best, score.of(order, order * start / 2 + choice.count * perStep[i]));
        }
        return new Scored(choice, best);
    }

    /** About the mean divergence of a sampled step at every order: that of a step with the mean square of the distances. */
    private double[] perStep(double share) {
        double squares = 0;
        for (SampledSteps.Kind kind : batches.kinds(steps))
            squares += Math.pow(sensitivity * descent.ratio(kind.noise()), 2) * kind.count() / steps;
        SampledGaussianCurve curve = new SampledGaussianCurve(batches.rate(), Math.sqrt(squares / (1 - share)));
        return orders.stream().mapToDouble(curve::near).toArray();
    }
}
