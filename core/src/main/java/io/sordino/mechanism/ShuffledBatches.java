package io.sordino.mechanism;

/**
 * One epoch of the base mechanism over a randomly permuted dataset cut into {@code numSteps} batches.
 */
public record ShuffledBatches(long numSteps, Mechanism base) implements Mechanism {
    public ShuffledBatches {
        Check.atLeast("num_steps", 1, numSteps);
        Check.given("plan", base);
    }
}
