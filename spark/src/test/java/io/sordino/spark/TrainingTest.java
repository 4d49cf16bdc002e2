package io.sordino.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.data.Column;
import io.sordino.data.DataFile;
import io.sordino.data.Encoder;
import io.sordino.data.Encoding;
import io.sordino.data.Schema;
import io.sordino.engine.sample.AllocationSampler;
import io.sordino.engine.sample.CyclicSampler;
import io.sordino.engine.sample.PoissonSampler;
import io.sordino.engine.sample.RecordSampler;
import io.sordino.engine.sample.ReplacementSampler;
import io.sordino.mechanism.Schedule;
import io.sordino.noise.Tapes;
import io.sordino.refusal.InvalidException;
import io.sordino.train.Run;
import io.sordino.train.SampledDescent;
import io.sordino.train.Steps;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Examples;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.Logistic;
import io.sordino.train.model.Model;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.Random;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on Spark has the weights of the run on one machine, to the last bit. */
class TrainingTest {
    private static final int RECORDS = 300;
    private static final int WIDTH = 5;
    private static final Model MODEL = new Model(new Logistic(), WIDTH, true, 0.01);
    private static final Clipping BOUND = new Clipping(0.7);
    private static final List<String> FEATURES = List.of("x0", "x1", "x2", "x3", "x4");

    private final double[] values = new double[RECORDS * WIDTH];
    private final double[] labels = new double[RECORDS];

    TrainingTest() {
        Random random = new Random(5);
        for (int i = 0; i < RECORDS; i++) {
            for (int j = 0; j < WIDTH; j++) values[i * WIDTH + j] = random.nextGaussian() * (i % 7 == 0 ? 1e5 : 1);
            labels[i] = values[i * WIDTH] > 0 ? 1 : 0;
        }
    }

    private Dataset<Row> frame() {
        StructType schema = new StructType().add("id", DataTypes.LongType).add("y", DataTypes.DoubleType);
        for (String name : FEATURES) schema = schema.add(name, DataTypes.DoubleType);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            Object[] cells = new Object[2 + WIDTH];
            cells[0] = (long) i;
            cells[1] = labels[i];
            for (int j = 0; j < WIDTH; j++) cells[2 + j] = values[i * WIDTH + j];
            rows.add(RowFactory.create(cells));
        }
        return Local.SESSION.createDataFrame(rows, schema);
    }

    private static SampledDescent descent(RecordSampler sampler, long rounds) {
        return new SampledDescent(sampler, rounds, Schedule.constant(1.1), BOUND, MODEL, Steps.of(0.3));
    }

    private static double[] trained(SampledDescent descent, Dataset<Row> frame, long seed) {
        try (SparkExamples examples = SparkExamples.of(frame, "id", FEATURES, "y", MODEL, BOUND)) {
            Run run = descent.begin(examples.size(), examples, Tapes.seeded(seed));
            while (!run.isDone()) run.round(step -> {});
            return run.trained().weights();
        }
    }

    @Test
    void theWeightsAreTheSameToTheLastBit() {
        Examples here = Examples.of(DenseFeatures.of(values, WIDTH), labels);
        List<SampledDescent> descents = List.of(
                descent(new CyclicSampler(RECORDS, 1), 3),
                descent(new PoissonSampler(RECORDS, 0.2), 5),
                descent(new AllocationSampler(RECORDS, 1, 4), 1),
                descent(new ReplacementSampler(RECORDS, 40), 2));
        for (SampledDescent descent : descents) {
            double[] expected = descent.train(here, Tapes.seeded(9), step -> {}).weights();
            assertThat(trained(descent, frame().repartition(7), 9)).isEqualTo(expected);
            assertThat(trained(descent, frame().coalesce(1), 9)).isEqualTo(expected);
            // the control: other bits give other weights
            assertThat(trained(descent, frame(), 10)).isNotEqualTo(expected);
        }
    }

    /** To refuse it would tell that it is there. */
    @Test
    void aRecordThatIsNoNumberCountsAsNothing() {
        SampledDescent descent = descent(new CyclicSampler(RECORDS, 1), 2);
        double[] all = trained(descent, frame(), 12);
        double kept = values[5 * WIDTH + 1];
        values[5 * WIDTH + 1] = Double.NaN;
        double[] without = trained(descent, frame(), 12);
        values[5 * WIDTH + 1] = kept;
        labels[5] = 7;
        assertThat(trained(descent, frame(), 12)).isEqualTo(without).isNotEqualTo(all);
        labels[5] = Double.POSITIVE_INFINITY;
        assertThat(trained(descent, frame(), 12)).isEqualTo(without);
    }

    @Test
    void tasksThatFailTwiceChangeNothing() {
        Examples here = Examples.of(DenseFeatures.of(values, WIDTH), labels);
        SampledDescent descent = descent(new PoissonSampler(RECORDS, 0.5), 2);
        UDF1<Double, Double> failing = x -> {
            if (TaskContext.get().attemptNumber() < 2) throw new IllegalStateException("a machine is lost");
            return x;
        };
        Dataset<Row> fails = frame().repartition(3)
                .withColumn("x1", functions.udf(failing, DataTypes.DoubleType).apply(functions.col("x1")));
        assertThat(trained(descent, fails, 11))
                .isEqualTo(descent.train(here, Tapes.seeded(11), step -> {}).weights());
    }

    private Path people(Path folder) throws SQLException {
        Path file = folder.resolve("people.parquet");
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "COPY (SELECT i AS id, CAST(hash(i) % 1000 AS DOUBLE) / 7 AS age, CASE i % 3 WHEN 0 THEN 'f' WHEN 1 THEN 'm' ELSE NULL END AS sex, "
                            + "CAST((hash(i) % 1000 > 500) AS INTEGER) AS income FROM range(900) AS t(i)) TO '" + file
                            + "' (FORMAT parquet)");
        }
        return file;
    }

    private static final Column AGE =
            new Column.Numeric("age", OptionalDouble.of(0), OptionalDouble.of(150), OptionalDouble.empty());

    /** As the command line reads a file and a frame: bounds, levels, missing ones, classes. */
    @Test
    void recordsOfAFrameAreThoseOfTheFile(@TempDir Path folder) throws SQLException {
        Path file = people(folder);
        Schema schema = new Schema(
                List.of(AGE, new Column.Categorical("sex", List.of("f", "m"), true)), "income", List.of("0", "1"));
        Model model = new Model(new Logistic(), schema.width(), true, 0.01);
        SampledDescent descent = new SampledDescent(
                new PoissonSampler(900, 0.3), 4, Schedule.constant(1.1), BOUND, model, Steps.of(0.3));
        double[] expected = descent.train(new Encoder(schema).labelled(DataFile.of(file)), Tapes.seeded(3), step -> {})
                .weights();
        Dataset<Row> frame = Local.SESSION.read().parquet(file.toString()).repartition(5);
        try (SparkExamples examples = SparkExamples.of(frame, "id", Encoding.of(schema), model, BOUND)) {
            Run run = descent.begin(examples.size(), examples, Tapes.seeded(3));
            run.round(step -> {});
            assertThat(run.trained().weights()).isNotEqualTo(expected);
            while (!run.isDone()) run.round(step -> {});
            assertThat(run.trained().weights()).isEqualTo(expected);
        }
        // what does not fit counts as nothing, as on one machine
        Schema narrow = new Schema(
                List.of(AGE, new Column.Categorical("sex", List.of("f", "x"), true)), "income", List.of("0", "1"));
        Model narrower = new Model(new Logistic(), narrow.width(), true, 0.01);
        SampledDescent fewer = new SampledDescent(
                new PoissonSampler(900, 0.3), 4, Schedule.constant(1.1), BOUND, narrower, Steps.of(0.3));
        double[] without = fewer.train(new Encoder(narrow).fitting(DataFile.of(file)), Tapes.seeded(3), step -> {})
                .weights();
        try (SparkExamples examples = SparkExamples.of(frame, "id", Encoding.of(narrow), narrower, BOUND)) {
            Run run = fewer.begin(examples.size(), examples, Tapes.seeded(3));
            while (!run.isDone()) run.round(step -> {});
            assertThat(run.trained().weights()).isEqualTo(without).isNotEqualTo(expected);
        }
    }

    @Test
    void recordsThatChangeBetweenStepsAreRefused(@TempDir Path folder) throws Exception {
        Path file = people(folder);
        Dataset<Row> frame = Local.SESSION.read().parquet(file.toString());
        Model model = new Model(new Logistic(), 1, true, 0.01);
        SampledDescent descent = new SampledDescent(
                new PoissonSampler(900, 0.3), 4, Schedule.constant(1.1), BOUND, model, Steps.of(0.3));
        try (SparkExamples examples = SparkExamples.of(frame, "id", List.of("age"), "income", model, BOUND)) {
            Run run = descent.begin(examples.size(), examples, Tapes.seeded(3));
            // the control
            run.round(step -> {});
            Files.setLastModifiedTime(file, FileTime.fromMillis(5000));
            assertThatThrownBy(() -> run.round(step -> {}))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("have changed");
        }
    }

    @Test
    void recordsMustBeNumbered() {
        SampledDescent descent = descent(new PoissonSampler(RECORDS, 0.5), 2);
        assertThatThrownBy(() -> trained(descent, frame().where("id <> 7"), 1))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("numbered 0, 1, 2");
        assertThatThrownBy(() -> trained(descent, frame().drop("x1"), 1))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("no column 'x1'");
    }
}
