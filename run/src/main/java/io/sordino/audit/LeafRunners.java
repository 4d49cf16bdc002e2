package io.sordino.audit;

import io.sordino.engine.sample.PoissonSampler;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.SampledResponse;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.noise.ExponentialSampler;
import io.sordino.noise.GridNoise;
import io.sordino.noise.IntegerNoise;
import io.sordino.noise.ResponseSampler;
import java.util.function.DoubleUnaryOperator;

/** Mechanisms without parts, on the pair of inputs that tells most. */
final class LeafRunners {
    /** A contribution is 2^10 steps of the grid, for noise of its size. */
    private static final int FINE = 10;

    /** The thresholds of sinh-normal noise take long to work out, so there are fewer. */
    private static final long COARSE = 64;

    private static final int CANDIDATES = 9;
    private static final double IMPOSSIBLE = -1e6;

    /** More would not fit the grid, and do not happen. */
    private static final int MOST_COPIES = 100;

    private LeafRunners() {}

    static Runner laplace(Mechanism m, Neighbours neighbours) {
        double scale = ((Laplace) m).noiseMultiplier();
        return additive(m, neighbours, cells(scale), x -> -Math.abs(x) / scale);
    }

    static Runner gaussian(Mechanism m, Neighbours neighbours) {
        double sigma = ((Gaussian) m).noiseMultiplier();
        return additive(m, neighbours, cells(sigma), x -> -0.5 * square(x / sigma));
    }

    static Runner truncatedLaplace(Mechanism m, Neighbours neighbours) {
        TruncatedLaplace law = (TruncatedLaplace) m;
        long cells = cells(law.scale());
        double end = law.bound() + 0.5 / cells;
        return additive(m, neighbours, cells, x -> Math.abs(x) <= end ? -Math.abs(x) / law.scale() : IMPOSSIBLE);
    }

    static Runner sinhNormal(Mechanism m, Neighbours neighbours) {
        SinhNormal law = (SinhNormal) m;
        double a = law.a();
        return additive(
                m,
                neighbours,
                COARSE,
                x -> Math.log(Math.cosh(x / a)) - 0.5 * square(a * Math.sinh(x / a) / law.sigma()));
    }

    static Runner discreteLaplace(Mechanism m, Neighbours neighbours) {
        return additive(m, neighbours, 1, x -> -Math.abs(x) / ((DiscreteLaplace) m).scale());
    }

    static Runner discreteGaussian(Mechanism m, Neighbours neighbours) {
        return additive(m, neighbours, 1, x -> -0.5 * square(x / ((DiscreteGaussian) m).sigma()));
    }

    /** A power of two at which noise of this scale is neither coarse nor beyond what can be drawn. */
    private static long cells(double scale) {
        int exponent = Math.getExponent(scale);
        return 1L << Math.max(0, Math.min(36, exponent < 0 ? FINE - exponent : Math.min(FINE, 50 - exponent)));
    }

    private static Runner additive(Mechanism m, Neighbours neighbours, long cells, DoubleUnaryOperator logDensity) {
        GridNoise noise = GridNoise.of(m, cells);
        double first = (double) neighbours.first() * neighbours.size();
        double second = (double) neighbours.second() * neighbours.size();
        return (copies, isFirst, random) -> {
            long place = (isFirst ? neighbours.first() : neighbours.second())
                    * neighbours.size()
                    * Math.min(copies, MOST_COPIES);
            double y = (double) (place * cells + noise.draw(random)) / cells;
            double absent = logDensity.applyAsDouble(y);
            return Evidence.of(
                    logDensity.applyAsDouble(y - first) - absent,
                    second == 0 ? 0 : logDensity.applyAsDouble(y - second) - absent);
        };
    }

    /** A yes-or-no question: the answer is yes where the record of the first input is. */
    static Runner response(Mechanism m, Neighbours neighbours) {
        RandomizedResponse law = (RandomizedResponse) m;
        ResponseSampler sampler = new ResponseSampler(law);
        Evidence yes = new Evidence(law.epsilon(), 0);
        Evidence no = new Evidence(-law.epsilon(), 0);
        return (copies, first, random) -> {
            long report = sampler.report(first && copies > 0 ? 1 : 0, random);
            return report == 1 ? yes : report == 0 ? no : Evidence.NONE;
        };
    }

    /** The same for a record that is drawn; else a fair die. */
    static Runner sampledResponse(Mechanism m, Neighbours neighbours) {
        SampledResponse law = (SampledResponse) m;
        ResponseSampler sampler = new ResponseSampler(new RandomizedResponse(law.epsilon(), law.k()));
        PoissonSampler drawn = new PoissonSampler(1, law.rate());
        double a = Math.expm1(Math.min(700, law.epsilon()));
        double loss = Math.log1p(law.rate() * a * law.k() / (law.k() + (1 - law.rate()) * a));
        Evidence yes = new Evidence(loss, 0);
        Evidence no = new Evidence(-loss, 0);
        return (copies, first, random) -> {
            long report = drawn.start(random).next().size() > 0
                    ? sampler.report(first && copies > 0 ? 1 : 0, random)
                    : random.below(law.k());
            return report == 1 ? yes : report == 0 ? no : Evidence.NONE;
        };
    }

    /** One candidate gains what all others lose: as they grow in number, its chances differ by e^epsilon. */
    static Runner exponential(Mechanism m, Neighbours neighbours) {
        Exponential law = (Exponential) m;
        long[] with = new long[CANDIDATES];
        long[] without = new long[CANDIDATES];
        for (int i = 0; i < CANDIDATES; i++) {
            with[i] = i == 0 ? 1 : 0;
            without[i] = 1 - with[i];
        }
        IntegerNoise there = new ExponentialSampler(law).prepared(with, 1);
        IntegerNoise missing = new ExponentialSampler(law).prepared(without, 1);
        Evidence chosen = new Evidence(law.epsilon(), 0);
        Evidence other = new Evidence(-law.epsilon(), 0);
        return (copies, first, random) -> (first && copies > 0 ? there : missing).draw(random) == 0 ? chosen : other;
    }

    private static double square(double x) {
        return x * x;
    }
}
