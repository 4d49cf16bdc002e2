package io.sordino.benchmark;

import io.sordino.engine.AllocationSampler;
import io.sordino.engine.CyclicSampler;
import io.sordino.engine.RecordSampler;
import io.sordino.mechanism.Schedule;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Shuffle;
import io.sordino.train.Clipping;
import io.sordino.train.DenseFeatures;
import io.sordino.train.Examples;
import io.sordino.train.Logistic;
import io.sordino.train.Model;
import io.sordino.train.Run;
import io.sordino.train.SampledDescent;
import io.sordino.train.Steps;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One epoch of logistic regression on a million rows of fifty numbers: private with clipping, and without privacy. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx3g", "-XX:+UseSerialGC"})
public class TrainingBenchmark {
    private static final int ROWS = 1_000_000;
    private static final int COLUMNS = 50;
    private static final int STEPS = 1000;

    /** The records. */
    @State(Scope.Benchmark)
    public static class Data {
        private double[] values = {};
        private double[] labels = {};
        private final long[] order = LongStream.range(0, ROWS).toArray();
        private final long[] shuffled = LongStream.range(0, ROWS).toArray();
        private Run run = begin(new AllocationSampler(1, 1, 1), new double[1], new double[1]);
        private Run cyclic = begin(new AllocationSampler(1, 1, 1), new double[1], new double[1]);

        private static Run begin(RecordSampler sampler, double[] values, double[] labels) {
            int columns = values.length / labels.length;
            Model model = new Model(new Logistic(), columns, true, 1e-4);
            return new SampledDescent(sampler, 1_000_000, Schedule.constant(1), new Clipping(1), model, Steps.of(0.5))
                    .begin(Examples.of(DenseFeatures.of(values, columns), labels), RandomSource.secure());
        }

        @Setup(Level.Trial)
        public void fill() {
            RandomSource random = RandomSource.secure();
            Shuffle.longs(shuffled, random);
            values = new double[ROWS * COLUMNS];
            labels = new double[ROWS];
            for (int i = 0; i < values.length; i++) values[i] = random.bits(53) * 0x1p-52 - 1;
            for (int i = 0; i < ROWS; i++) labels[i] = values[i * COLUMNS] > 0 ? 1 : 0;
            run = begin(new AllocationSampler(ROWS, 1, STEPS), values, labels);
            cyclic = begin(new CyclicSampler(ROWS, STEPS), values, labels);
        }
    }

    /** Draws batches, clips, rounds, adds noise and steps. */
    @Benchmark
    public Run epochWithPrivacy(Data data) {
        data.run.round(done -> {});
        return data.run;
    }

    /** What anybody would write without privacy, with random batches as well. */
    @Benchmark
    public double[] epochWithoutPrivacy(Data data) {
        return plain(data, data.shuffled);
    }

    /** The same with batches as they lie, which memory is faster at. */
    @Benchmark
    public double[] epochWithoutPrivacyInOrder(Data data) {
        return plain(data, data.order);
    }

    /** Private, with batches as they lie. */
    @Benchmark
    public Run epochWithPrivacyInOrder(Data data) {
        data.cyclic.round(done -> {});
        return data.cyclic;
    }

    private static double[] plain(Data data, long[] order) {
        double[] weights = new double[COLUMNS + 1];
        double[] gradient = new double[COLUMNS + 1];
        int batch = ROWS / STEPS;
        for (int s = 0; s < STEPS; s++) {
            java.util.Arrays.fill(gradient, 0);
            for (int at = s * batch; at < (s + 1) * batch; at++) {
                int i = (int) order[at];
                int from = i * COLUMNS;
                double margin = weights[COLUMNS];
                for (int j = 0; j < COLUMNS; j++) margin += weights[j] * data.values[from + j];
                double residual = 1 / (1 + Math.exp(-margin)) - data.labels[i];
                for (int j = 0; j < COLUMNS; j++) gradient[j] += residual * data.values[from + j];
                gradient[COLUMNS] += residual;
            }
            for (int j = 0; j <= COLUMNS; j++) weights[j] -= 0.5 * gradient[j] / batch;
        }
        return weights;
    }

    /** Wall time and CPU time of both, as a line each. */
    public static void main(String[] arguments) {
        Data data = new Data();
        data.fill();
        TrainingBenchmark benchmark = new TrainingBenchmark();
        for (int i = 0; i < 6; i++) {
            report("with privacy", () -> benchmark.epochWithPrivacy(data));
            report("without", () -> benchmark.epochWithoutPrivacy(data));
            report("with privacy, in order", () -> benchmark.epochWithPrivacyInOrder(data));
            report("without, in order", () -> benchmark.epochWithoutPrivacyInOrder(data));
        }
    }

    private static void report(String name, Runnable work) {
        var system = (com.sun.management.OperatingSystemMXBean)
                java.lang.management.ManagementFactory.getOperatingSystemMXBean();
        long cpu = system.getProcessCpuTime();
        long wall = System.nanoTime();
        work.run();
        System.out.println(String.format(
                Locale.ROOT,
                "%-24s %.3f s wall, %.3f s CPU",
                name,
                (System.nanoTime() - wall) / 1e9,
                (system.getProcessCpuTime() - cpu) / 1e9));
    }
}
