package io.sordino.loss.allocation;

import io.sordino.loss.Atom;
import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import java.util.ArrayList;
import java.util.List;

/**
 * The attacker of shuffled batches who looks at the largest of the T released values alone. All other records pull one way, the
 * victim the other: with noise of distribution function F and scale s the largest value has F((C-2)/s) F(C/s)^(T-1) where the
 * victim is in and F((C-1)/s) F(C/s)^(T-1) where it is not. Sorted into cells this is a pair that is attained.
 */
public final class LargestBatchPair {
    private static final int CELLS = 3000;
    /** What is released in a batch, apart from its scale. */
    public enum Noise {
        GAUSSIAN(39) {
            @Override
            double logCdf(double z) {
                return Normal.logCdf(z);
            }
        },
        LAPLACE(120) {
            @Override
            double logCdf(double z) {
                return z < 0 ? z - Math.log(2) : Math.log1p(-0.5 * Math.exp(-z));
            }
        };

        /** Beyond so many scales cells are no longer told apart. */
        private final double far;

        Noise(double far) {
            this.far = far;
        }

        abstract double logCdf(double z);
    }

    private static final double RELATIVE = 5e-12;

    private LargestBatchPair() {}

    /**
     * @param batches T
     * @param sigma scale of the noise in contributions of one record
     * @param change of the victim
     */
    public static Pair pair(Noise noise, long batches, double sigma, Change change) {
        double typical = sigma * deviations(noise, batches);
        double low = Math.min(0, typical - 12 * sigma);
        double high = Math.max(typical, 2) + noise.far * sigma;
        Tails before = new Tails(noise, batches, sigma, Double.NEGATIVE_INFINITY);
        double belowP = 0;
        double belowQ = 0;
        List<Atom> atoms = new ArrayList<>();
        for (int i = 0; i <= CELLS; i++) {
            double at = i < CELLS ? low + (high - low) * i / CELLS : Double.POSITIVE_INFINITY;
            Tails next = new Tails(noise, batches, sigma, at);
            double[] with = before.with.until(next.with);
            double[] without = before.without.until(next.without);
            double p = change == Change.ADDED ? without[0] : with[0];
            double q = change == Change.ADDED ? with[1] : without[1];
            if (p > 1e-290 && q > 0) atoms.add(new Atom(Math.log(p / q) - 1e-15, Math.min(1, p)));
            belowP += p;
            belowQ += q;
            before = next;
        }
        if (!(belowP <= 1.000001 && belowQ >= 0.999999)) throw new IllegalStateException("the cells are not a law");
        return new AtomicPair(atoms, Bracket.exactly(0), 1e-13, 4e-15);
    }

    /** About where the largest of so many values is. */
    private static double deviations(Noise noise, long batches) {
        double z = 0;
        while (z < noise.far && -batches * noise.logCdf(z) > 1) z += 0.1;
        return z;
    }

    /** Both sides of a distribution function at one place, each to a small relative error. */
    private record Tail(double below, double above) {
        static Tail of(Noise noise, double first, long others, double each) {
            double log = noise.logCdf(first) + others * noise.logCdf(each);
            return new Tail(Math.exp(log), -Math.expm1(log));
        }

        /** Between which numbers the mass from here to there is, by the side that cancels less. */
        double[] until(Tail next) {
            boolean left = next.below < above;
            double mass = left ? next.below - below : above - next.above;
            double doubt = RELATIVE * (left ? next.below : above);
            return new double[] {Math.max(0, mass - doubt), mass + doubt + Double.MIN_NORMAL};
        }
    }

    private static final class Tails {
        final Tail with;
        final Tail without;

        Tails(Noise noise, long batches, double sigma, double at) {
            if (Double.isInfinite(at)) {
                with = at < 0 ? new Tail(0, 1) : new Tail(1, 0);
                without = with;
                return;
            }
            with = Tail.of(noise, (at - 2) / sigma, batches - 1, at / sigma);
            without = Tail.of(noise, (at - 1) / sigma, batches - 1, at / sigma);
        }
    }
}
