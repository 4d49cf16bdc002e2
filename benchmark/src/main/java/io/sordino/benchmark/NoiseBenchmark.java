package io.sordino.benchmark;

import io.sordino.engine.sample.Batch;
import io.sordino.engine.sample.PoissonSampler;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.noise.DiscreteGaussianSampler;
import io.sordino.noise.DiscreteLaplaceSampler;
import io.sordino.noise.GridNoise;
import io.sordino.noise.IntegerNoise;
import io.sordino.noise.RandomSource;
import io.sordino.noise.ResponseSampler;
import io.sordino.noise.Shuffle;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Draws of exact noise from the secure source, samples of records, and a shuffle. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx512m", "-XX:+UseSerialGC"})
public class NoiseBenchmark {
    /** One source a thread. */
    @State(Scope.Thread)
    public static class Source {
        private final RandomSource random = RandomSource.secure();
    }

    /** Noises of one scale. */
    @State(Scope.Thread)
    public static class Scale {
        @Param({"1", "2.5", "20", "123456.789"})
        private double scale = 1;

        private IntegerNoise discreteLaplace = random -> 0;
        private IntegerNoise discreteGaussian = random -> 0;
        private IntegerNoise laplace = random -> 0;
        private IntegerNoise gaussian = random -> 0;

        @Setup
        public void prepare() {
            discreteLaplace = new DiscreteLaplaceSampler(new DiscreteLaplace(scale));
            discreteGaussian = new DiscreteGaussianSampler(new DiscreteGaussian(scale));
            laplace = GridNoise.of(new Laplace(scale), 1024);
            gaussian = GridNoise.of(new Gaussian(scale), 1024);
        }
    }

    /** Clients of randomized response. */
    @State(Scope.Thread)
    public static class Response {
        @Param({"2", "100"})
        private long k = 2;

        private ResponseSampler sampler = new ResponseSampler(new RandomizedResponse(1, 2));

        @Setup
        public void prepare() {
            sampler = new ResponseSampler(new RandomizedResponse(1, k));
        }
    }

    /** Ten million reports, and a sampler over a hundred million records. */
    @State(Scope.Thread)
    public static class Many {
        private long[] reports = {};
        private final PoissonSampler poisson = new PoissonSampler(100_000_000, 0.001);

        @Setup(Level.Trial)
        public void fill() {
            reports = new long[10_000_000];
            for (int i = 0; i < reports.length; i++) reports[i] = i;
        }
    }

    @Benchmark
    public long bits(Source source) {
        return source.random.bits(62);
    }

    @Benchmark
    public long discreteLaplace(Source source, Scale scale) {
        return scale.discreteLaplace.draw(source.random);
    }

    @Benchmark
    public long discreteGaussian(Source source, Scale scale) {
        return scale.discreteGaussian.draw(source.random);
    }

    @Benchmark
    public long laplaceOnGrid(Source source, Scale scale) {
        return scale.laplace.draw(source.random);
    }

    @Benchmark
    public long gaussianOnGrid(Source source, Scale scale) {
        return scale.gaussian.draw(source.random);
    }

    @Benchmark
    public long randomizedResponse(Source source, Response response) {
        return response.sampler.report(1, source.random);
    }

    @Benchmark
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    public Batch poissonOfHundredMillion(Source source, Many many) {
        return many.poisson.start(source.random).next();
    }

    @Benchmark
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    public long[] shuffleOfTenMillion(Source source, Many many) {
        Shuffle.longs(many.reports, source.random);
        return many.reports;
    }
}
