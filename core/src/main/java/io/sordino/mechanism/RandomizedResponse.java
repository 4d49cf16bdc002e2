package io.sordino.mechanism;

/**
 * k-ary randomized response: the true answer has e^epsilon times the probability of every other one.
 */
public record RandomizedResponse(double epsilon, long k) implements Mechanism {
    public RandomizedResponse {
        Check.nonNegative("epsilon", epsilon);
        Check.atLeast("k", 2, k);
    }
}
