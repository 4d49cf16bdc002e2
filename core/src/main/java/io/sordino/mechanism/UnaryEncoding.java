package io.sordino.mechanism;

/**
 * A local report of a one-hot vector, every bit flipped with probability 1/(e^(epsilon/2) + 1).
 */
public record UnaryEncoding(double epsilon) implements Mechanism {
    public UnaryEncoding {
        Check.nonNegative("epsilon", epsilon);
    }
}
