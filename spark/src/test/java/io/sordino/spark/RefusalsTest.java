package io.sordino.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.noise.Tapes;
import io.sordino.refusal.InvalidException;
import io.sordino.table.PrivateQuery;
import io.sordino.table.plan.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.SQLException;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be asked of a frame is refused in one message, and no message has anything of a row. */
class RefusalsTest {
    @TempDir
    Path folder = Path.of("");

    private Path file() throws SQLException {
        Path file = folder.resolve("data.parquet");
        NastyTable.write(file, new Random(3), 30, 6, 0);
        return file;
    }

    private static void refused(Dataset<Row> frame, String words) {
        assertThatThrownBy(() -> SordinoSpark.on(frame))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining(words);
    }

    @Test
    void framesThatAreNotTwiceTheSame() throws SQLException {
        Dataset<Row> frame = Local.SESSION.read().parquet(file().toString());
        refused(Local.SESSION.readStream().format("rate").load(), "is a stream");
        refused(frame.withColumn("r", functions.rand()), "drawn anew");
        refused(frame.withColumn("r", functions.uuid()).where("u > 3"), "drawn anew");
        refused(frame.withColumn("r", functions.monotonically_increasing_id()), "drawn anew");
        refused(frame.sample(0.5, 3), "how it is split up");
        refused(frame.limit(5), "how it is split up");
        refused(frame.select("u", "x", "x"), "two columns");
        // the control
        assertThat(SordinoSpark.on(frame.where("u > 3").select("u", "x"))
                        .schema()
                        .columns())
                .hasSize(2);
    }

    @Test
    void unitsThatAreMissingAndRowsWithoutNumbers() throws SQLException {
        SparkTable table = SordinoSpark.on(Local.SESSION.read().parquet(file().toString()));
        assertThatThrownBy(() ->
                        table.query().unit("rider").epsilon(1).count().as("n").build())
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("there is no column 'rider'");
        PrivateQuery rows = table.query().epsilon(1).sample(0.5).count().as("n").build();
        assertThatThrownBy(() -> table.engine().strata(rows.query(), Layout.of(rows.query()), Tapes.seeded(1)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("name a column that tells the rows apart");
    }

    @Test
    void filesThatChangeOrGo() throws Exception {
        Path file = file();
        SparkTable table = SordinoSpark.on(Local.SESSION.read().parquet(file.toString()));
        PrivateQuery query = table.query().unit("u").epsilon(1).count().as("n").build();
        Layout layout = Layout.of(query.query());
        // the control
        assertThat(table.engine().strata(query.query(), layout, Tapes.seeded(1)))
                .hasSize(1);
        FileTime before = Files.getLastModifiedTime(file);
        Files.setLastModifiedTime(file, FileTime.fromMillis(before.toMillis() + 5000));
        assertThatThrownBy(() -> table.engine().strata(query.query(), layout, Tapes.forbidden()))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("have changed");
        Files.delete(file);
        assertThatThrownBy(() -> table.engine().strata(query.query(), layout, Tapes.forbidden()))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("cannot be found");
    }

    @Test
    void whatATaskThrowsIsNotTold() throws SQLException {
        UDF1<Double, Double> throwing = x -> {
            throw new IllegalStateException("patient 4711 has " + x);
        };
        Dataset<Row> frame = Local.SESSION
                .read()
                .parquet(file().toString())
                .withColumn("x", functions.udf(throwing, DataTypes.DoubleType).apply(functions.col("y")));
        SparkTable table = SordinoSpark.on(frame);
        PrivateQuery query =
                table.query().unit("u").epsilon(1).sum("x", 0, 1).as("n").build();
        assertThatThrownBy(() -> table.engine().strata(query.query(), Layout.of(query.query()), Tapes.seeded(1)))
                .isInstanceOf(InvalidException.class)
                .hasNoCause()
                .hasMessageContaining("could not add up")
                .hasMessageNotContaining("patient");
    }
}
