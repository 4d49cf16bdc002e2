package io.sordino.audit;

import io.sordino.engine.sample.PoissonSampler;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianMixture;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.SampledResponse;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TreeAggregation;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.noise.ExponentialSampler;
import io.sordino.noise.GridNoise;
import io.sordino.noise.IntegerNoise;
import io.sordino.noise.PermuteAndFlip;
import io.sordino.noise.RandomSource;
import io.sordino.noise.ResponseSampler;
import java.util.Arrays;
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

    /** In standard deviations; what moves a value farther is certain to be seen. */
    private static final double FARTHEST = 1e3;

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

    static Runner truncatedGaussian(Mechanism m, Neighbours neighbours) {
        TruncatedGaussian law = (TruncatedGaussian) m;
        long cells = cells(law.sigma());
        double end = law.bound() + 0.5 / cells;
        return additive(m, neighbours, cells, x -> Math.abs(x) <= end ? -0.5 * square(x / law.sigma()) : IMPOSSIBLE);
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
        IntegerNoise there = new ExponentialSampler(law).prepared(oneAbove(), 1);
        IntegerNoise missing = new ExponentialSampler(law).prepared(oneBelow(), 1);
        Evidence chosen = new Evidence(law.epsilon(), 0);
        Evidence other = new Evidence(-law.epsilon(), 0);
        return (copies, first, random) -> (first && copies > 0 ? there : missing).draw(random) == 0 ? chosen : other;
    }

    /** The same candidates in random order: only the one in question gains. */
    static Runner permuteAndFlip(Mechanism m, Neighbours neighbours) {
        double epsilon = ((io.sordino.mechanism.PermuteAndFlip) m).epsilon();
        PermuteAndFlip sampler = new PermuteAndFlip(epsilon);
        IntegerNoise there = sampler.prepared(oneAbove(), 1);
        IntegerNoise missing = sampler.prepared(oneBelow(), 1);
        double coin = Math.exp(-epsilon / 2);
        // the probability that any coin of so many comes up
        double any = Math.log(-Math.expm1(CANDIDATES * Math.log1p(-coin)));
        Evidence chosen = Evidence.of(any + epsilon, 0);
        Evidence other = Evidence.of(
                Math.log1p(-Math.min(1, Math.exp(any + epsilon / 2) / CANDIDATES)) - Math.log1p(-coin / CANDIDATES), 0);
        return (copies, first, random) -> (first && copies > 0 ? there : missing).draw(random) == 0 ? chosen : other;
    }

    /** The nodes that hold the first leaf of the largest tree: no other node of any tree depends on its record. */
    static Runner tree(Mechanism m, Neighbours neighbours) {
        TreeAggregation law = (TreeAggregation) m;
        Runner node = gaussian(new Gaussian(law.noiseMultiplier()), neighbours);
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                Evidence sum = Evidence.NONE;
                for (long width = 1; width > 0 && width <= law.stepCounts().largest(); width *= 2)
                    sum = sum.plus(node.run(copies, first, random));
                return sum;
            }

            @Override
            public double cost() {
                return law.depth();
            }
        };
    }

    /** A record that is there moves the value by one of the sensitivities, each time by another; one that is not, by nothing. */
    static Runner mixture(Mechanism m, Neighbours neighbours) {
        GaussianMixture law = (GaussianMixture) m;
        double sigma = law.standardDeviation();
        long cells = cells(sigma);
        double[] probabilities = law.samplingProbs().values().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        // down to the grid and to what fits it: a smaller move tells less
        double[] moves = law.sensitivities().values().stream()
                .mapToDouble(one -> Math.floor(Math.min(one, FARTHEST * sigma) * cells) / cells)
                .toArray();
        GridNoise noise = GridNoise.of(new Gaussian(sigma), cells);
        Lot lot = new Lot(probabilities);
        return (copies, first, random) -> {
            double place = 0;
            int draws = first ? neighbours.size() * Math.min(copies, MOST_COPIES) : 0;
            for (int i = 0; i < draws; i++) place += moves[lot.draw(random)];
            double y = place + (double) noise.draw(random) / cells;
            double ratio = 0;
            for (int i = 0; i < moves.length; i++)
                ratio += probabilities[i] * Math.exp(moves[i] / sigma * (y - moves[i] / 2) / sigma);
            return Evidence.of(Math.log(ratio), 0);
        };
    }

    private static long[] oneAbove() {
        long[] scores = new long[CANDIDATES];
        scores[0] = 1;
        return scores;
    }

    private static long[] oneBelow() {
        long[] scores = new long[CANDIDATES];
        Arrays.fill(scores, 1, CANDIDATES, 1);
        return scores;
    }

    private static double square(double x) {
        return x * x;
    }
}
