package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * Each record takes part in {@code numSelected} of {@code numSteps} steps of the base mechanism, chosen uniformly; all steps are released.
 */
public record Allocated(long numSelected, long numSteps, Mechanism base) implements Mechanism {
    public Allocated {
        Check.atLeast("num_selected", 1, numSelected);
        Check.atLeast("num_steps", 1, numSteps);
        if (!(numSelected <= numSteps))
            throw new InvalidException("num_selected must be at most num_steps = " + numSteps + ", was " + numSelected);
        Check.given("plan", base);
    }
}
