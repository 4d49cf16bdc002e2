package io.sordino.loss.sampling;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Hyperbolic;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Ulp;
import java.util.ArrayList;
import java.util.List;

/**
 * Noise on a Poisson sample, one record of which moves from +1 to -1, seen through bins of outputs: what an attacker who reads
 * the bin alone attains, and so a bound from below.
 */
public final class BinnedReplacePair {
    private static final int BINS = 4000;
    /** What rounding of masses and losses may be; both are moved down by it. */
    private static final double MARGIN = 1e-9;

    private BinnedReplacePair() {}

    /** Relative error of a law, at most. */
    private static final double LAW = 1e-12;

    /** Edges of bins are off by less than this, relatively to the largest. */
    private static final double EDGE = 8 * Ulp.ONE;

    /** The probability that the noise falls between two numbers, to a relative error of 1e-13. */
    private interface Law {
        double between(double from, double to);
    }

    /** A arcsinh of (sigma/A) times a standard normal variable. */
    public static Pair sinhNormal(double rate, double sigma, double a) {
        Law law = (from, to) -> Normal.between(Math.sinh(from / a) * a / sigma, Math.sinh(to / a) * a / sigma);
        double reach = a * Hyperbolic.asinh(sigma / a * 37);
        return binned(rate, law, reach + 1, Double.POSITIVE_INFINITY);
    }

    /** Laplace noise of the given scale cut to [-bound, bound]. */
    public static Pair truncatedLaplace(double rate, double scale, double bound) {
        double norm = -2 * Math.expm1(-bound / scale);
        Law law = (from, to) -> {
            double low = Math.max(from, -bound);
            double high = Math.min(to, bound);
            if (!(high > low)) return 0;
            if (low < 0 && high > 0) return (-Math.expm1(low / scale) - Math.expm1(-high / scale)) / norm;
            double near = Math.min(Math.abs(low), Math.abs(high));
            return Math.exp(-near / scale) * -Math.expm1(-(high - low) / scale) / norm;
        };
        return binned(rate, law, bound + 1, bound);
    }

    /** @param bound there is no noise beyond it */
    private static Pair binned(double rate, Law law, double reach, double bound) {
        double doubt = EDGE * (reach + 1);
        List<Atom> atoms = new ArrayList<>();
        double infinity = 0;
        for (int i = -BINS / 2; i < BINS / 2; i++) {
            double from = reach * i / (BINS / 2);
            double to = reach * (i + 1) / (BINS / 2);
            // narrowed where the loss rises with the mass and widened where it falls: neither is off the wrong way
            double up = law.between(from - 1 + doubt, to - 1 - doubt) * (1 - LAW);
            double down = law.between(from + 1 - doubt, to + 1 + doubt) * (1 + LAW);
            double least = (1 - rate) * law.between(from + doubt, to - doubt);
            double p = least + rate * up;
            if (!(p > 1e-280)) continue;
            // the second law has nothing here; one that only underflows says nothing of the loss
            if (from - doubt >= bound || to + 1 + doubt <= -bound) infinity += p;
            double none = up > down ? (1 - rate) * law.between(from - doubt, to + doubt) : least;
            double q = none + rate * down;
            if (!(q > 1e-280)) continue;
            double rise = rate * (up - down) / q;
            double loss = Math.abs(rise) < 0.5 ? Math.log1p(rise) : Math.log((none + rate * up) / q);
            atoms.add(new Atom(loss - MARGIN * Math.abs(loss) - 1e-15 * rate, p * (1 - MARGIN)));
        }
        return new AtomicPair(atoms, Bracket.of(infinity * (1 - MARGIN), Math.min(1, infinity)), 1e-14);
    }
}
