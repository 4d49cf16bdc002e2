package io.sordino.loss.pair;

import io.sordino.loss.HasPair;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.Side;
import io.sordino.numeric.Bracket;

/** A bound that holds for epsilon of at least 0, reflected below; see {@link ReflectedPair}. It serves the upper side alone. */
public record ReflectedProfile(HasPair right) implements HasPair {
    @Override
    public Bracket logDelta(double epsilon) {
        return logDelta(right, epsilon);
    }

    @Override
    public Bracket epsilon(double delta) {
        return right.epsilon(delta);
    }

    /** The profile of {@code right} from 0 on, and its reflection below. */
    public static Bracket logDelta(Profile right, double epsilon) {
        return epsilon >= 0 ? right.logDelta(epsilon) : LogDelta.mirrored(epsilon, right.logDelta(-epsilon));
    }

    @Override
    public Pair pair(Side side) {
        if (side == Side.LOWER) throw new IllegalStateException("a reflected bound serves the upper side alone");
        return new ReflectedPair(right.pair(side));
    }
}
