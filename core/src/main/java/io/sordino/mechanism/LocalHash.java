package io.sordino.mechanism;

/**
 * A local report of a random hash function to {@code l} buckets and of the hashed value, by l-ary randomized response.
 */
public record LocalHash(double epsilon, long l) implements Mechanism {
    public LocalHash {
        Check.nonNegative("epsilon", epsilon);
        Check.atLeast("l", 2, l);
    }
}
