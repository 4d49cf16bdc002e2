package io.sordino.loss.sampling;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Ulp;
import java.util.ArrayList;
import java.util.List;

/**
 * Noise on the integers, on a Poisson sample one record of which moves from +1 to -1: the laws (1-q) w(z) + q w(z-1) and
 * (1-q) w(z) + q w(z+1), integer by integer.
 */
public final class DiscreteReplacePair {
    /** Half the square of this is -log 1e-300. */
    private static final double REACH = 37.16;

    /** The largest sigma whose integers are listed one by one. */
    public static final double LARGEST_SIGMA = 250;

    private DiscreteReplacePair() {}

    /** P(z) proportional to e^(-|z| / scale): outputs on either side of 0 all have the same loss. */
    public static Pair laplace(double rate, double scale) {
        double step = 1 / scale;
        double ratio = Math.exp(-step);
        double norm = 1 + ratio;
        double near = 1 - rate + rate * ratio;
        double far = (1 - rate) * ratio + rate;
        double loss = PoissonPair.log(rate, step) - PoissonPair.log(rate, -step);
        // the masses of z >= 1, z = 0 and z <= -1
        return new AtomicPair(
                List.of(
                        new Atom(loss, far / norm),
                        new Atom(0, near * -Math.expm1(-step) / norm),
                        new Atom(-loss, ratio * near / norm)),
                Bracket.exactly(0),
                16 * Ulp.ONE,
                16 * Ulp.ONE);
    }

    /** P(z) proportional to e^(-z^2 / 2 sigma^2), for sigma up to {@link #LARGEST_SIGMA}. */
    public static Pair gaussian(double rate, double sigma) {
        if (!(sigma >= 0.05 && sigma <= LARGEST_SIGMA))
            throw new IllegalArgumentException("sigma must be in [0.05, " + LARGEST_SIGMA + "], was " + sigma);
        int most = (int) (REACH * sigma) + 1;
        double norm = 0;
        for (int z = most; z >= 1; z--) norm += 2 * weight(z, sigma);
        norm += 1;
        List<Atom> atoms = new ArrayList<>(2 * most + 1);
        for (int z = -most; z <= most; z++) {
            double up = (2 * z - 1) / (2 * sigma * sigma);
            double down = (-2 * z - 1) / (2 * sigma * sigma);
            double loss = z == 0 ? 0 : PoissonPair.log(rate, up) - PoissonPair.log(rate, down);
            atoms.add(new Atom(loss, ((1 - rate) * weight(z, sigma) + rate * weight(z - 1, sigma)) / norm));
        }
        // both tails, each at most a geometric series of ratio e^(-37/sigma)
        double edge = weight(most, sigma) * (4 + 4 * sigma) + Double.MIN_NORMAL;
        // an exponent of up to 700 is off by a few ulps of itself, and the norm is a sum of as many terms as there are
        // atoms
        double massError = Ulp.ONE * (8 * 700 + 2.0 * most);
        return new AtomicPair(atoms, Bracket.of(0, edge), massError, 64 * Ulp.ONE);
    }

    private static double weight(int z, double sigma) {
        return Math.exp(-0.5 * (z / sigma) * (z / sigma));
    }
}
