package io.sordino.benchmark;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.numeric.Fft;
import io.sordino.numeric.Normal;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The numeric kernels that questions spend their time in. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx256m", "-XX:+UseSerialGC"})
public class KernelBenchmark {
    /** A real signal and its spectrum. */
    @State(Scope.Thread)
    public static class Signal {
        @Param({"32768", "131072"})
        private int points = 32768;

        private double[] time = {};
        private double[] real = {};
        private double[] imaginary = {};

        @Setup
        public void fill() {
            time = new double[points];
            for (int i = 0; i < points; i++) time[i] = Math.exp(-Math.pow((i - points / 2.0) / points * 20, 2));
            real = new double[points / 2 + 1];
            imaginary = new double[points / 2 + 1];
        }
    }

    /** Edges of cells around 0, and room for their masses. */
    @State(Scope.Thread)
    public static class Grid {
        private final double[] edges = new double[4097];
        private final double[] p = new double[4096];
        private final double[] q = new double[4096];
        private final Pair gaussian = new GaussianPair(1);
        private final Pair sampled = new PoissonPair(0.01, Change.REMOVED, gaussian);

        @Setup
        public void fill() {
            for (int i = 0; i < edges.length; i++) edges[i] = (i - 2048) * 0.002;
        }
    }

    @Benchmark
    public double[] fftForward(Signal signal) {
        Fft.forward(signal.time, signal.real, signal.imaginary);
        return signal.real;
    }

    @Benchmark
    public double normalBetween(Grid grid) {
        double sum = 0;
        for (int i = 0; i < grid.p.length; i++) sum += Normal.between(grid.edges[i], grid.edges[i + 1]);
        return sum;
    }

    @Benchmark
    public double[] cellsOfGaussian(Grid grid) {
        grid.gaussian.cells(grid.edges, grid.p, grid.q);
        return grid.p;
    }

    @Benchmark
    public double[] cellsOfSampledGaussian(Grid grid) {
        grid.sampled.cells(grid.edges, grid.p, grid.q);
        return grid.p;
    }
}
