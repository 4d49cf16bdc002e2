package io.sordino.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.noise.Tapes;
import io.sordino.refusal.InvalidException;
import io.sordino.table.PrivateQuery;
import io.sordino.table.duck.DuckEngine;
import io.sordino.table.duck.Running;
import io.sordino.table.engine.Cluster;
import io.sordino.table.plan.Layout;
import io.sordino.table.query.Draft;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CSV files, folders and tables as the command line opens them. */
class FilesTest {
    private static final Draft DRAFT = new Draft(
            Optional.of("u"),
            Optional.of(1.0),
            Optional.of(1e-6),
            Optional.of(2L),
            Optional.of(3L),
            Optional.of(0.7),
            Map.of(),
            false,
            0.95);

    @TempDir
    Path folder = Path.of("");

    private static Object onDuck(Path file, String statement) {
        PrivateQuery query = PrivateQuery.of(file, statement, DRAFT);
        return new DuckEngine(query.file(), Running.of(2, "512MB"))
                .strata(query.query(), Layout.of(query.query()), Tapes.seeded(3));
    }

    private static Object onSpark(String data, String statement) {
        Cluster cluster = ServiceLoader.load(Cluster.class).findFirst().orElseThrow();
        // joins the session of the tests, and leaves it to them
        try (Cluster.Opened table = Local.with(Local.Settings.USUAL, () -> cluster.open("local[2]", data, "data"))) {
            PrivateQuery query = PrivateQuery.of(table, statement, DRAFT);
            return table.engine(Optional.empty(), share -> {})
                    .strata(query.query(), Layout.of(query.query()), Tapes.seeded(3));
        }
    }

    @Test
    void numbersOfCsvFilesAreTheSameTexts() throws IOException {
        List<String> texts = List.of(
                "1",
                "-2.5",
                "+3",
                ".5",
                "5.",
                "1e3",
                "1E-3",
                "1e400",
                " 7 ",
                "\t8",
                "nan",
                "NaN",
                "inf",
                "-Infinity",
                "0x10",
                "1d",
                "1f",
                "1_000",
                "1.5_5",
                "1e1_0",
                "1__0",
                "_1",
                "1_",
                "1_.5",
                "1._5",
                "1e_5",
                "1_e5",
                "\"1,5\"",
                "\"\"",
                "",
                "-",
                "e5",
                "1e",
                "--1",
                "1 2",
                "NULL",
                "true",
                "\"a\"\"b\"",
                "\"line\nline\"");
        StringBuilder csv = new StringBuilder("u,g,x\n");
        for (int i = 0; i < 4 * texts.size(); i++)
            csv.append("r")
                    .append(i)
                    .append(',')
                    .append("g")
                    .append(i % texts.size())
                    .append(',')
                    .append(texts.get(i % texts.size()))
                    .append('\n');
        csv.append("too,few\n").append("far,too,many,cells\n");
        // none of these changes how another line is read
        csv.append("\"open,g0,1\n")
                .append("r,g0,\"1\n")
                .append("r\"r,g0,1\n")
                .append("cr,g0,1\rcr,g1,1\r\n\n\"q\",g1,\"2\"\n");
        Path file = folder.resolve("data.csv");
        Files.writeString(file, csv);
        String statement =
                "SELECT g, COUNT(*) AS n, SUM(x, contribution_bounds_per_group => (-9, 9)) AS s, HISTOGRAM(x, bins => (0, 1)) AS h FROM data GROUP BY g";
        assertThat(onSpark(file.toString(), statement)).isEqualTo(onDuck(file, statement));
    }

    @Test
    void foldersAndTables() throws SQLException, IOException {
        Path one = Files.createDirectory(folder.resolve("parts")).resolve("a.parquet");
        NastyTable.write(one, new Random(4), 200, 20, 0);
        String statement = "SELECT g, COUNT(*) AS n FROM data GROUP BY g";
        Object expected = onDuck(one, statement);
        assertThat(onSpark(one.getParent() + "/", statement)).isEqualTo(expected);
        Local.SESSION.read().parquet(one.toString()).createOrReplaceTempView("rides");
        assertThat(onSpark("rides", statement)).isEqualTo(expected);
        assertThatThrownBy(() -> onSpark("nowhere", statement))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("cannot read 'nowhere'");
        assertThatThrownBy(() -> onSpark("nowhere.csv", statement))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("no such file");
    }
}
