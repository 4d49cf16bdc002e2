package io.sordino.benchmark;

import io.sordino.engine.sample.AllocationSampler;
import io.sordino.engine.sample.CyclicSampler;
import io.sordino.engine.sample.PoissonSampler;
import io.sordino.engine.sample.RecordSampler;
import io.sordino.engine.sample.SubsetSampler;
import io.sordino.mechanism.Schedule;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Shuffle;
import io.sordino.train.Run;
import io.sordino.train.SampledDescent;
import io.sordino.train.Steps;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Examples;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.Logistic;
import io.sordino.train.model.Model;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
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

/**
 * One epoch of logistic regression on a million rows of fifty numbers: private, by every sampling, and without privacy. The main method
 * measures all of them in turns, so that what else the machine does falls on all alike, and prints ratios.
 */
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
    private static final int TURNS = 15;
    private static final int WARM_UP = 4;

    /** An epoch, run again and again. */
    public interface Epoch {
        void run();
    }

    /** The records, and all the ways through them. */
    @State(Scope.Benchmark)
    public static class Data {
        @Param({
            "without privacy, in order",
            "without privacy, random order",
            "without privacy, random order, rows touched ahead",
            "without privacy, full batch",
            "full batch",
            "fixed batches",
            "allocation",
            "poisson",
            "without replacement"
        })
        public String how = "";

        private final Map<String, Epoch> ways = new LinkedHashMap<>();

        @Setup(Level.Trial)
        public void fill() {
            RandomSource random = RandomSource.secure();
            double[] values = new double[ROWS * COLUMNS];
            double[] labels = new double[ROWS];
            for (int i = 0; i < values.length; i++) values[i] = random.bits(53) * 0x1p-52 - 1;
            for (int i = 0; i < ROWS; i++) labels[i] = values[i * COLUMNS] > 0 ? 1 : 0;
            Examples examples = Examples.of(DenseFeatures.of(values, COLUMNS), labels);
            int[] order = new int[ROWS];
            Arrays.setAll(order, i -> i);
            int[] shuffled = order.clone();
            Shuffle.ints(shuffled, random);
            ways.put("without privacy, in order", () -> plain(examples, order, STEPS, false));
            ways.put("without privacy, random order", () -> plain(examples, shuffled, STEPS, false));
            ways.put("without privacy, random order, rows touched ahead", () -> plain(examples, shuffled, STEPS, true));
            ways.put("without privacy, full batch", () -> plain(examples, order, 1, false));
            ways.put("full batch", epoch(new CyclicSampler(ROWS, 1), 1, examples));
            ways.put("fixed batches", epoch(new CyclicSampler(ROWS, STEPS), 1, examples));
            ways.put("allocation", epoch(new AllocationSampler(ROWS, 1, STEPS), 1, examples));
            ways.put("poisson", epoch(new PoissonSampler(ROWS, 1.0 / STEPS), STEPS, examples));
            ways.put("without replacement", epoch(new SubsetSampler(ROWS, ROWS / STEPS), STEPS, examples));
        }

        /** Draws batches, clips, rounds, adds noise and steps. */
        private static Epoch epoch(RecordSampler sampler, int rounds, Examples examples) {
            Model model = new Model(new Logistic(), COLUMNS, true, 1e-4);
            Run run = new SampledDescent(
                            sampler, 1_000_000_000, Schedule.constant(1), new Clipping(1), model, Steps.of(0.5))
                    .begin(examples, RandomSource.secure());
            LongConsumer nobody = done -> {};
            return () -> {
                for (int i = 0; i < rounds; i++) run.round(nobody);
            };
        }
    }

    @Benchmark
    public Data epoch(Data data) {
        Epoch way = data.ways.get(data.how);
        if (way == null) throw new IllegalArgumentException("no way is called " + data.how);
        way.run();
        return data;
    }

    /** What one would write without privacy, with the same inner loops over a row. */
    private static double plain(Examples examples, int[] order, int steps, boolean ahead) {
        double[] weights = new double[COLUMNS + 1];
        double[] gradient = new double[COLUMNS + 1];
        int batch = ROWS / steps;
        int together = examples.features().atHand();
        double touched = 0;
        for (int s = 0; s < steps; s++) {
            Arrays.fill(gradient, 0);
            for (int at = s * batch; at < (s + 1) * batch; at++) {
                if (ahead && at % together == 0)
                    for (int next = at; next < Math.min(ROWS, at + together); next++)
                        touched += examples.features().touched(order[next]) + examples.label(order[next]);
                int i = order[at];
                double margin = examples.features().dot(i, weights, 0) + weights[COLUMNS];
                double residual = 1 / (1 + Math.exp(-margin)) - examples.label(i);
                examples.features().add(i, residual, gradient, 0);
                gradient[COLUMNS] += residual;
            }
            for (int j = 0; j <= COLUMNS; j++) weights[j] -= 0.5 * gradient[j] / batch;
        }
        return weights[0] + touched;
    }

    /** Means of wall and CPU time: the clock of the latter may have ticks of 10 ms, which means even out. */
    public static void main(String[] arguments) {
        Data data = new Data();
        data.fill();
        String base = "without privacy, in order";
        Map<String, double[][]> times = new LinkedHashMap<>();
        for (int turn = 0; turn < WARM_UP + TURNS; turn++) {
            int kept = turn - WARM_UP;
            data.ways.forEach((name, way) -> {
                double[] time = timed(way);
                double[][] all = times.computeIfAbsent(name, any -> new double[2][TURNS]);
                if (kept < 0) return;
                all[0][kept] = time[0];
                all[1][kept] = time[1];
            });
        }
        double[][] without = times.getOrDefault(base, new double[2][TURNS]);
        System.out.println("mean seconds of wall and of CPU, and both as multiples of '" + base + "'");
        times.forEach((name, all) -> System.out.println(String.format(
                Locale.ROOT,
                "%-50s %.3f wall, %.3f CPU; %.2f, %.2f",
                name,
                mean(all[0]),
                mean(all[1]),
                mean(all[0]) / mean(without[0]),
                mean(all[1]) / mean(without[1]))));
    }

    private static double mean(double[] numbers) {
        return Arrays.stream(numbers).sum() / numbers.length;
    }

    private static double[] timed(Epoch way) {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = system.getProcessCpuTime();
        long wall = System.nanoTime();
        way.run();
        return new double[] {(System.nanoTime() - wall) / 1e9, (system.getProcessCpuTime() - cpu) / 1e9};
    }
}
