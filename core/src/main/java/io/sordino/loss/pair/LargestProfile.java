package io.sordino.loss.pair;

import io.sordino.loss.HasPair;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.numeric.Bracket;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * An upper bound on several profiles at once. The largest of convex curves is convex, so that it is the profile of a pair, which dominates all of them.
 *
 * @param parts of each profile all that is known from above
 */
public record LargestProfile(List<List<Loss>> parts) implements HasPair {
    public LargestProfile {
        parts = parts.stream().map(List::copyOf).toList();
        if (parts.isEmpty() || parts.stream().anyMatch(List::isEmpty))
            throw new IllegalArgumentException("every profile must be bounded");
    }

    private double largest(ToDoubleFunction<Loss> upper) {
        return parts.stream()
                .mapToDouble(part -> part.stream().mapToDouble(upper).min().orElseThrow())
                .max()
                .orElseThrow();
    }

    @Override
    public Bracket logDelta(double epsilon) {
        return Bracket.of(
                Double.NEGATIVE_INFINITY, largest(loss -> loss.logDelta(epsilon).upper()));
    }

    @Override
    public Bracket epsilon(double delta) {
        return Bracket.of(0, largest(loss -> loss.epsilon(delta).upper()));
    }

    @Override
    public Pair pair(Side side) {
        if (!(side == Side.UPPER)) throw new IllegalArgumentException("the largest profile is known from above only");
        // many questions are cheaper to a pair
        return ConnectTheDots.above(new LargestProfile(parts.stream()
                .map(part -> part.stream().map(LargestProfile::quick).toList())
                .toList()));
    }

    private static Loss quick(Loss loss) {
        return loss instanceof HasPair made ? made.pair(Side.UPPER) : loss;
    }
}
