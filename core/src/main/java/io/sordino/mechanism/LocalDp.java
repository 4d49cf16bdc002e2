package io.sordino.mechanism;

/**
 * Any epsilon-locally-private randomizer, one report a user; it is meant to stand inside {@link Shuffled}.
 */
public record LocalDp(double epsilon) implements Mechanism {
    public LocalDp {
        Check.nonNegative("epsilon", epsilon);
    }
}
