package io.sordino.spark;

import io.sordino.engine.sample.CyclicSampler;
import io.sordino.engine.sample.PoissonSampler;
import io.sordino.engine.sample.RecordSampler;
import io.sordino.mechanism.Schedule;
import io.sordino.noise.RandomSource;
import io.sordino.train.Run;
import io.sordino.train.SampledDescent;
import io.sordino.train.Steps;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Examples;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.Logistic;
import io.sordino.train.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.spark.sql.SparkSession;

/** What a step of training costs on Spark and on one thread of this machine: with all records, with 1 % of them, and with none. Run by hand: docs/spark.md. */
final class TrainingScaling {
    private static final int WIDTH = 50;
    private static final Model MODEL = new Model(new Logistic(), WIDTH, true, 0.01);
    private static final Clipping BOUND = new Clipping(1);

    private TrainingScaling() {}

    /** Master, records, steps. */
    public static void main(String[] args) {
        int records = (int) Double.parseDouble(args[1]);
        int steps = Integer.parseInt(args[2]);
        SparkSession session = SparkSession.builder()
                .master(args[0])
                .appName("training")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .getOrCreate();
        session.sparkContext().setLogLevel("OFF");
        List<String> features = new ArrayList<>();
        List<String> columns = new ArrayList<>(List.of("id", "id % 2 AS y"));
        for (int j = 0; j < WIDTH; j++) {
            features.add("x" + j);
            columns.add("hash(id, " + j + ") / 2e9 AS x" + j);
        }
        try (SparkExamples there = SparkExamples.of(
                session.range(0, records, 1, 8).selectExpr(columns.toArray(String[]::new)),
                "id",
                features,
                "y",
                MODEL,
                BOUND)) {
            Examples here = here(records);
            for (RecordSampler sampler : List.of(
                    new CyclicSampler(records, 1),
                    new PoissonSampler(records, 0.01),
                    new PoissonSampler(records, 1e-12))) {
                SampledDescent descent =
                        new SampledDescent(sampler, 2L * steps, Schedule.constant(1), BOUND, MODEL, Steps.of(0.1));
                RandomSource random = RandomSource.secure();
                System.out.println(String.format(
                        Locale.ROOT,
                        "%d records, batches of %.0f: a step on %s %.4f s, on one thread %.4f s",
                        records,
                        sampler.expectedSize(),
                        args[0],
                        seconds(descent.begin(records, there, random), steps),
                        seconds(descent.begin(here, random), steps)));
            }
        }
        session.stop();
    }

    private static Examples here(int records) {
        DenseFeatures.Builder values = new DenseFeatures.Builder(records, WIDTH);
        double[] labels = new double[records];
        Random random = new Random(1);
        for (int i = 0; i < records; i++) {
            labels[i] = i % 2;
            for (int j = 0; j < WIDTH; j++) values.put(i, j, random.nextDouble() * 2 - 1);
        }
        return Examples.of(values.build(), labels);
    }

    /** Of a step, after as many that warm up. */
    private static double seconds(Run run, int steps) {
        for (int i = 0; i < steps; i++) run.round(step -> {});
        long start = System.nanoTime();
        for (int i = 0; i < steps; i++) run.round(step -> {});
        return (System.nanoTime() - start) / 1e9 / steps;
    }
}
