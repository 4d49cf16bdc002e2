package io.sordino.noise;

/**
 * P(y) proportional to e^(-y / scale) on y = 0, 1, 2, ...: the integer part of exponential noise.
 *
 * <p>Canonne, Kamath and Steinke 2020 (arXiv:2004.00010), Algorithm 2: with scale = n / 2^e, a uniform u below n is kept with
 * probability e^(-u/n), v counts tosses of probability e^-1, and (u + n v) / 2^e is the answer.
 */
final class GeometricSampler implements IntegerNoise {
    /** P(v > 100) is below 1e-43 a draw, and 2^53 * 100 fits a long; the product is checked all the same. */
    private final long n;

    private final int e;

    GeometricSampler(double scale) {
        Dyadic dyadic = Dyadic.of("scale", scale);
        n = dyadic.numerator();
        e = dyadic.shift();
    }

    @Override
    public long draw(RandomSource random) {
        long u = random.below(n);
        while (!ExpCoin.minus(u, n, random)) u = random.below(n);
        long v = 0;
        while (ExpCoin.minusOne(random)) v++;
        return Math.addExact(u, Math.multiplyExact(n, v)) >> e;
    }
}
