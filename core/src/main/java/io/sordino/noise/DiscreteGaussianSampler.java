package io.sordino.noise;

import io.sordino.mechanism.DiscreteGaussian;

/**
 * Discrete Gaussian noise: P(z) proportional to e^(-z^2 / (2 sigma^2)) on the integers, in a time that does not grow with sigma.
 *
 * <p>After Karney 2016 (arXiv:1303.6257v2), algorithm D: |z| = ceil(k sigma) + j with P(k) proportional to e^(-k^2/2) and j uniform
 * below ceil(sigma); with x = (|z| - k sigma) / sigma in [0, 1) it is kept with probability e^(-x (2k + x) / 2).
 */
public final class DiscreteGaussianSampler implements IntegerNoise {
    private static final int MOST_STEPS = 500;

    private final long n;
    private final int e;
    private final long ceiling;

    /** Prepares draws of this law. */
    public DiscreteGaussianSampler(DiscreteGaussian law) {
        Dyadic sigma = Dyadic.of("sigma", law.sigma());
        n = sigma.numerator();
        e = sigma.shift();
        ceiling = (n + (1L << e) - 1) >> e;
    }

    @Override
    public long draw(RandomSource random) {
        while (true) {
            int k = HalfNormalStep.draw(random);
            if (k > MOST_STEPS) throw new IllegalStateException("a draw beyond 500 sigma, of probability e^-125000");
            boolean negative = random.coin();
            // k sigma = k n / 2^e, so the distance up to the next integer is (-k n mod 2^e) / 2^e
            long gap = -(k * n) & (1L << e) - 1;
            long start = (k * n + gap) >> e;
            long j = random.below(ceiling);
            long above = gap + (j << e);
            if (above >= n || (k == 0 && above == 0 && negative)) continue;
            if (ExpCoin.minusHalfSquareStep(k, new RationalCoin(above, n), random))
                return negative ? -(start + j) : start + j;
        }
    }
}
