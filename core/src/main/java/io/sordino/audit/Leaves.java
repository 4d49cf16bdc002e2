package io.sordino.audit;

import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.noise.ExponentialSampler;
import io.sordino.noise.GridNoise;
import io.sordino.noise.IntegerNoise;
import io.sordino.noise.ResponseSampler;
import java.util.function.DoubleUnaryOperator;

/** Mechanisms without parts, on the pair of inputs that tells most. */
final class Leaves {
    /** A contribution is 2^10 steps of the grid, for noise of its size. */
    private static final int FINE = 10;

    /** The thresholds of sinh-normal noise take long to work out, so there are fewer. */
    private static final long COARSE = 64;

    private static final int CANDIDATES = 9;
    private static final double CERTAIN = 1e3;

    private Leaves() {}

    static Runner laplace(Mechanism m, Relation relation) {
        double scale = ((Laplace) m).noiseMultiplier();
        return additive(m, relation, cells(scale), x -> -Math.abs(x) / scale);
    }

    static Runner gaussian(Mechanism m, Relation relation) {
        double sigma = ((Gaussian) m).noiseMultiplier();
        return additive(m, relation, cells(sigma), x -> -0.5 * square(x / sigma));
    }

    static Runner truncatedLaplace(Mechanism m, Relation relation) {
        TruncatedLaplace law = (TruncatedLaplace) m;
        long cells = cells(law.scale());
        double end = law.bound() + 0.5 / cells;
        return additive(m, relation, cells, x -> Math.abs(x) <= end ? -Math.abs(x) / law.scale() : -CERTAIN);
    }

    static Runner sinhNormal(Mechanism m, Relation relation) {
        SinhNormal law = (SinhNormal) m;
        double a = law.a();
        return additive(
                m,
                relation,
                COARSE,
                x -> Math.log(Math.cosh(x / a)) - 0.5 * square(a * Math.sinh(x / a) / law.sigma()));
    }

    static Runner discreteLaplace(Mechanism m, Relation relation) {
        return additive(m, relation, 1, x -> -Math.abs(x) / ((DiscreteLaplace) m).scale());
    }

    static Runner discreteGaussian(Mechanism m, Relation relation) {
        return additive(m, relation, 1, x -> -0.5 * square(x / ((DiscreteGaussian) m).sigma()));
    }

    /** A power of two at which noise of this scale is neither coarse nor beyond what can be drawn. */
    private static long cells(double scale) {
        int exponent = Math.getExponent(scale);
        return 1L << Math.max(0, Math.min(36, exponent < 0 ? FINE - exponent : Math.min(FINE, 50 - exponent)));
    }

    private static Runner additive(Mechanism m, Relation relation, long cells, DoubleUnaryOperator logDensity) {
        GridNoise noise = GridNoise.of(m, cells);
        int contributions = relation.contributions();
        double shift = contributions;
        return (times, random) -> {
            double y = (double) ((long) times * contributions * cells + noise.draw(random)) / cells;
            double ratio = logDensity.applyAsDouble(y - shift) - logDensity.applyAsDouble(y);
            return Math.min(CERTAIN, Math.max(-CERTAIN, ratio));
        };
    }

    static Runner response(Mechanism m, Relation relation) {
        RandomizedResponse law = (RandomizedResponse) m;
        ResponseSampler sampler = new ResponseSampler(law);
        return (times, random) -> {
            long report = sampler.report(times > 0 ? 1 : 0, random);
            return report == 1 ? law.epsilon() : report == 0 ? -law.epsilon() : 0;
        };
    }

    /** One candidate gains what all others lose: as they grow in number, its chances differ by e^epsilon. */
    static Runner exponential(Mechanism m, Relation relation) {
        Exponential law = (Exponential) m;
        long[] with = new long[CANDIDATES];
        long[] without = new long[CANDIDATES];
        for (int i = 0; i < CANDIDATES; i++) {
            with[i] = i == 0 ? 1 : 0;
            without[i] = 1 - with[i];
        }
        IntegerNoise first = new ExponentialSampler(law).prepared(with, 1);
        IntegerNoise second = new ExponentialSampler(law).prepared(without, 1);
        return (times, random) -> (times > 0 ? first : second).draw(random) == 0 ? law.epsilon() : -law.epsilon();
    }

    private static double square(double x) {
        return x * x;
    }
}
