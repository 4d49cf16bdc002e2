package io.sordino.mechanism;

/**
 * A local report of a number in [0, 1] with Laplace noise of scale 1/epsilon.
 */
public record LocalLaplace(double epsilon) implements Mechanism {
    public LocalLaplace {
        Check.nonNegative("epsilon", epsilon);
    }
}
