package io.sordino.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.noise.Tapes;
import io.sordino.table.KeptSample;
import io.sordino.table.PrivateQuery;
import io.sordino.table.QueryBuilder;
import io.sordino.table.duck.Running;
import io.sordino.table.plan.QueryPlan;
import io.sordino.theorem.catalogue.Theorems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release on Spark is the release on one machine, and nothing that Spark writes has the key. */
class ReleaseTest {
    private static final Accountant ACCOUNTANT = new Accountant(Theorems.ALL);

    @TempDir
    Path folder = Path.of("");

    private Path file() throws SQLException {
        Path file = folder.resolve("data.parquet");
        NastyTable.write(file, new Random(3), 300, 60, 0);
        return file;
    }

    private static PrivateQuery asked(QueryBuilder builder) {
        return builder.unit("u")
                .epsilon(4)
                .delta(1e-3)
                .sample(0.5)
                .maxGroups(2)
                .groupBy("i")
                .count()
                .as("n")
                .average("x", -2, 3)
                .as("mean")
                .build();
    }

    @Test
    void theSameBitsGiveTheSameReleaseAndAFrame() throws SQLException {
        Path file = file();
        PrivateQuery onFile = asked(PrivateQuery.on(file));
        SparkTable table = SordinoSpark.on(Local.SESSION.read().parquet(file.toString()));
        PrivateQuery onFrame = asked(table.query());
        QueryPlan plan = onFrame.plan(ACCOUNTANT);
        assertThat(plan.plan()).isEqualTo(onFile.plan(ACCOUNTANT).plan());
        PrivateQuery.Answered one = onFile.run(onFile.plan(ACCOUNTANT), 2, "512MB", Tapes.seeded(5));
        SparkTable.Released other = table.run(onFrame, plan, Tapes.seeded(5));
        assertThat(other.answered().release().value()).isEqualTo(one.release().value());
        assertThat(other.answered().sample()).isEqualTo(one.sample());
        Dataset<Row> frame = other.frame();
        assertThat(frame.columns()).containsExactly("i", "n", "n_lower", "n_upper", "mean", "mean_lower", "mean_upper");
        assertThat(frame.count()).isEqualTo(one.release().value().rows().size()).isPositive();
        // the control: other bits give another release
        assertThat(table.run(onFrame, plan, Tapes.seeded(6))
                        .answered()
                        .release()
                        .value())
                .isNotEqualTo(one.release().value());
    }

    @Test
    void aKeptSampleIsTheSameOnBothAndItsKeyStandsNowhere() throws SQLException, IOException {
        Path file = file();
        SparkTable table = SordinoSpark.on(Local.SESSION.read().parquet(file.toString()));
        PrivateQuery onFrame = asked(table.query());
        KeptSample sample = KeptSample.draw(ACCOUNTANT, onFrame, Tapes.seeded(7));
        QueryPlan plan = onFrame.plan(ACCOUNTANT, sample, 0.25);
        SparkTable.Released released = table.run(onFrame, plan, sample.key(), Tapes.seeded(8));
        PrivateQuery onFile = asked(PrivateQuery.on(file));
        KeptSample same = new KeptSample(sample.key(), onFile.source().snapshot(), sample.unit(), sample.promise());
        PrivateQuery.Answered one = onFile.run(
                onFile.plan(ACCOUNTANT, same, 0.25), Running.of(2, "512MB").on(sample.key()), Tapes.seeded(8));
        assertThat(released.answered().release().value())
                .isEqualTo(one.release().value());

        String plans = plan(released.frame()) + explained(onFrame, table, sample);
        assertThat(plans).contains("UDF");
        String events = events();
        assertThat(events).contains("UDF");
        byte[] key = HexFormat.of().parseHex(sample.key().secret());
        for (String form : forms(key)) {
            assertThat(plans).doesNotContain(form);
            assertThat(events).doesNotContain(form);
        }
        // the control: a literal is there at once
        Local.SESSION
                .range(3)
                .withColumn("key", functions.lit(key))
                .withColumn("text", functions.lit(sample.key().secret()))
                .agg(functions.max("key"), functions.max("text"))
                .collectAsList();
        String after = events();
        assertThat(forms(key)).anySatisfy(form -> assertThat(after).contains(form));
    }

    private static String explained(PrivateQuery query, SparkTable table, KeptSample sample) {
        Frames frames = Frames.of(
                query.query(),
                io.sordino.table.plan.Layout.of(query.query()),
                table.rows(),
                io.sordino.table.engine.Secrets.draw(
                        query.query(),
                        io.sordino.table.plan.Layout.of(query.query()),
                        java.util.Optional.of(sample.key()),
                        Tapes.seeded(8)));
        return plan(frames.sums());
    }

    private static String plan(Dataset<Row> frame) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) frame)
                .queryExecution()
                .toString();
    }

    private static List<String> forms(byte[] key) {
        byte[] half = Arrays.copyOf(key, 8);
        return List.of(
                HexFormat.of().formatHex(half),
                HexFormat.of().withUpperCase().formatHex(half),
                HexFormat.of().withUpperCase().withDelimiter(" ").formatHex(half),
                Base64.getEncoder().encodeToString(key),
                Arrays.toString(key),
                new String(key, StandardCharsets.ISO_8859_1));
    }

    /** All that Spark has logged of what it did. */
    private static String events() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(Local.EVENTS)) {
            for (Path file : files.filter(Files::isRegularFile).toList())
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
        }
        return all.toString();
    }
}
