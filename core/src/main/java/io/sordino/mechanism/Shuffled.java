package io.sordino.mechanism;

/**
 * Local reports, one a user, released in a uniformly random order.
 */
public record Shuffled(long reports, Mechanism randomizer) implements Mechanism {
    public Shuffled {
        Check.atLeast("reports", 2, reports);
        Check.given("randomizer", randomizer);
    }
}
