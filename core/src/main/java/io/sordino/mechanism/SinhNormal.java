package io.sordino.mechanism;

/**
 * Sinh-normal noise: A arcsinh((sigma / A) N(0, 1)), in units of one record's contribution.
 */
public record SinhNormal(double sigma, double a) implements Mechanism {
    public SinhNormal {
        Check.positive("sigma", sigma);
        Check.positive("A", a);
    }
}
