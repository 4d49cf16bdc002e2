package io.sordino.benchmark;

import com.sun.management.ThreadMXBean;
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
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;

/**
 * Prints the table of docs/noise.md: the CPU time of a draw from the secure source, of a sample of records and of a shuffle, on one
 * thread, warm. The exit status is 1 if one takes longer than promised.
 */
public final class NoiseTable {
    private static final int BLOCK = 1 << 16;
    private static final int ROUNDS = 41;
    private static final long WARM_UP_NANOS = 2_000_000_000L;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final double NO_PROMISE = Double.POSITIVE_INFINITY;

    private boolean kept = true;
    private long sink;

    private NoiseTable() {}

    public static void main(String[] arguments) {
        NoiseTable table = new NoiseTable();
        table.print(System.out);
        if (!table.kept) System.exit(1);
    }

    private void print(PrintStream out) {
        RandomSource random = RandomSource.secure();
        out.println("| draw | CPU | promised |");
        out.println("|---|---|---|");
        draws(out, "62 random bits", r -> r.bits(62), NO_PROMISE);
        for (double scale : new double[] {1, 2.5, 20, 123456.789})
            draws(out, "discrete_laplace(" + scale + ")", new DiscreteLaplaceSampler(new DiscreteLaplace(scale)), 250);
        for (double sigma : new double[] {1, 2.5, 20, 123456.789, 1e12})
            draws(
                    out,
                    "discrete_gaussian(" + sigma + ")",
                    new DiscreteGaussianSampler(new DiscreteGaussian(sigma)),
                    250);
        draws(out, "laplace(1) on a grid", GridNoise.of(new Laplace(1), 1024), NO_PROMISE);
        draws(out, "gaussian(1) on a grid", GridNoise.of(new Gaussian(1), 1024), NO_PROMISE);
        for (long k : new long[] {2, 100, 1000}) {
            ResponseSampler sampler = new ResponseSampler(new RandomizedResponse(1, k));
            draws(out, "randomized_response(1, k=" + k + ")", r -> sampler.report(1, r), 50);
        }
        PoissonSampler poisson = new PoissonSampler(100_000_000, 0.001);
        row(
                out,
                "Poisson sample of 10^8 records at rate 0.001",
                "ms",
                50,
                1e6,
                () -> sink += poisson.start(random).next().size());
        long[] reports = new long[10_000_000];
        for (int i = 0; i < reports.length; i++) reports[i] = i;
        row(out, "shuffle of 10^7 reports", "ms", 1000, 1e6, () -> Shuffle.longs(reports, random));
    }

    private void draws(PrintStream out, String name, IntegerNoise noise, double promised) {
        RandomSource random = RandomSource.secure();
        row(out, name, "ns", promised, BLOCK, () -> {
            for (int i = 0; i < BLOCK; i++) sink += noise.draw(random);
        });
    }

    private void row(PrintStream out, String name, String unit, double promised, double divisor, Runnable work) {
        double[] times = new double[ROUNDS];
        long began = THREADS.getCurrentThreadCpuTime();
        do work.run();
        while (THREADS.getCurrentThreadCpuTime() - began < WARM_UP_NANOS);
        for (int i = 0; i < ROUNDS; i++) {
            long start = THREADS.getCurrentThreadCpuTime();
            work.run();
            times[i] = (THREADS.getCurrentThreadCpuTime() - start) / divisor;
        }
        Arrays.sort(times);
        double median = times[ROUNDS / 2];
        kept &= median <= promised;
        out.println(String.format(
                Locale.ROOT,
                "| %s | %.3g %s%s | %s |",
                name,
                median,
                unit,
                median <= promised ? "" : " (over)",
                promised == NO_PROMISE ? "" : String.format(Locale.ROOT, "%.0f %s", promised, unit)));
    }
}
