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
    /** Steps of the grid in one contribution. */
    private static final long CELLS = 1024;

    /** The thresholds of sinh-normal noise take long to work out, so there are fewer. */
    private static final long COARSE = 64;

    private static final int CANDIDATES = 9;
    private static final double CERTAIN = 1e3;

    private Leaves() {}

    static Runner laplace(Mechanism m, Relation relation) {
        return continuous(m, relation, x -> -Math.abs(x) / ((Laplace) m).noiseMultiplier());
    }

    static Runner gaussian(Mechanism m, Relation relation) {
        return continuous(m, relation, x -> -0.5 * square(x / ((Gaussian) m).noiseMultiplier()));
    }

    static Runner truncatedLaplace(Mechanism m, Relation relation) {
        TruncatedLaplace law = (TruncatedLaplace) m;
        double end = law.bound() + 0.5 / CELLS;
        return continuous(m, relation, x -> Math.abs(x) <= end ? -Math.abs(x) / law.scale() : -CERTAIN);
    }

    static Runner sinhNormal(Mechanism m, Relation relation) {
        SinhNormal law = (SinhNormal) m;
        double a = law.a();
        return additive(
                GridNoise.of(m, COARSE),
                relation.contributions(),
                COARSE,
                x -> Math.log(Math.cosh(x / a)) - 0.5 * square(a * Math.sinh(x / a) / law.sigma()));
    }

    static Runner discreteLaplace(Mechanism m, Relation relation) {
        return additive(
                GridNoise.of(m, 1), relation.contributions(), 1, x -> -Math.abs(x) / ((DiscreteLaplace) m).scale());
    }

    static Runner discreteGaussian(Mechanism m, Relation relation) {
        return additive(
                GridNoise.of(m, 1),
                relation.contributions(),
                1,
                x -> -0.5 * square(x / ((DiscreteGaussian) m).sigma()));
    }

    private static Runner continuous(Mechanism m, Relation relation, DoubleUnaryOperator logDensity) {
        return additive(GridNoise.of(m, CELLS), relation.contributions(), CELLS, logDensity);
    }

    private static Runner additive(GridNoise noise, int contributions, long cells, DoubleUnaryOperator logDensity) {
        double shift = contributions;
        return (times, random) -> {
            double y = (double) (times * contributions * cells + noise.draw(random)) / cells;
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
