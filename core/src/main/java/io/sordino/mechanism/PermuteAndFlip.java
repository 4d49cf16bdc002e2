package io.sordino.mechanism;

/**
 * Permute and flip: candidates come in random order, and the first one whose coin of e^(epsilon (u - max) / 2) comes up is released, for a
 * score u that one record moves by at most 1.
 */
public record PermuteAndFlip(double epsilon) implements Mechanism {
    public PermuteAndFlip {
        Check.nonNegative("epsilon", epsilon);
    }
}
