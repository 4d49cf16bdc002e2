package io.sordino.theorem.composition;

import io.sordino.loss.Pair;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * The parts of a composition as (epsilon, delta)-promises that hold in every direction: epsilon is the largest finite loss of a
 * dominating pair, delta its mass at infinity.
 */
record EpsilonDeltas(List<Promise> promises, List<Known> from) {
    /** One part and how often it runs. */
    record Promise(double epsilon, double delta, long count) {}

    /** Empty where some part has no pair with a largest finite loss in some direction. */
    static Optional<EpsilonDeltas> of(Composed composed, Theorem.Inquiry inquiry) {
        List<Promise> promises = new ArrayList<>();
        List<Known> from = new ArrayList<>();
        for (Map.Entry<Mechanism, Long> entry : NormalForm.of(composed).counts().entrySet()) {
            double epsilon = 0;
            double delta = 0;
            for (Direction direction : inquiry.relation().directions()) {
                Optional<Known> known = inquiry.about(entry.getKey(), inquiry.relation(), direction)
                        .dominatingPair();
                if (known.isEmpty() || !(known.get().loss() instanceof Pair pair)) return Optional.empty();
                if (!(pair.lossMax() < Double.POSITIVE_INFINITY)) return Optional.empty();
                epsilon = Math.max(epsilon, Math.nextUp(Math.nextUp(pair.lossMax())));
                delta = Math.max(delta, pair.infinity().upper());
                if (direction == inquiry.direction()) from.add(known.get());
            }
            promises.add(new Promise(epsilon, delta, entry.getValue()));
        }
        return Optional.of(new EpsilonDeltas(List.copyOf(promises), List.copyOf(from)));
    }

    /** The sum over all runs of a function of epsilon that rounds up, rounded up. */
    double sum(DoubleUnaryOperator ofEpsilon) {
        double sum = 0;
        for (Promise p : promises) sum = Up.add(sum, Up.mul((double) p.count(), ofEpsilon.applyAsDouble(p.epsilon())));
        return sum;
    }

    /** The sum of the deltas, at most 1, rounded up. */
    double sumOfDeltas() {
        double sum = 0;
        for (Promise p : promises) sum = Up.add(sum, Up.mul((double) p.count(), p.delta()));
        return Math.min(1, sum);
    }

    /** The probability that some part fails altogether, 1 - prod (1 - delta), rounded up. */
    double lost() {
        double log = 0;
        for (Promise p : promises) log = Down.add(log, Down.mul((double) p.count(), Down.log1p(-p.delta())));
        return Math.min(1, -Down.expm1(log));
    }
}
