package io.sordino.mechanism;

/**
 * The exponential mechanism with weights e^(epsilon u / 2) for a score u that one record moves by at most 1.
 */
public record Exponential(double epsilon) implements Mechanism {
    public Exponential {
        Check.nonNegative("epsilon", epsilon);
    }
}
