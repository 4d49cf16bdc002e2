package io.sordino.loss.pair;

import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.Side;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

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
        if (epsilon >= 0) return right.logDelta(epsilon);
        Bracket mirrored = right.delta(-epsilon);
        double upper = Up.add(-Down.expm1(epsilon), Up.mul(Up.exp(epsilon), mirrored.upper()));
        double lower = Down.add(-Up.expm1(epsilon), Down.mul(Down.exp(epsilon), mirrored.lower()));
        // delta is at least 0 and at most 1
        return Bracket.of(Down.log(Math.min(1, Math.max(0, lower))), Math.min(0, Up.log(upper)));
    }

    @Override
    public Pair pair(Side side) {
        if (side == Side.LOWER) throw new IllegalStateException("a reflected bound serves the upper side alone");
        return new ReflectedPair(right.pair(side));
    }
}
