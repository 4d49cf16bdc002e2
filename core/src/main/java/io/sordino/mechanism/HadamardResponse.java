package io.sordino.mechanism;

/**
 * A local report of one random entry of the value's Hadamard code word, by binary randomized response.
 */
public record HadamardResponse(double epsilon) implements Mechanism {
    public HadamardResponse {
        Check.nonNegative("epsilon", epsilon);
    }
}
