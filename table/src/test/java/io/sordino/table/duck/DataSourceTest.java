package io.sordino.table.duck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.refusal.InvalidException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Properties;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataSourceTest {
    @TempDir
    Path folder = Path.of("");

    /** A row of trips stands in as many rows of the view as its rider has trips. */
    private Path withView() throws Exception {
        Path file = folder.resolve("city.duckdb");
        try (Connection connection =
                        new DuckDBDriver().connect("jdbc:duckdb:" + file.toAbsolutePath(), new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE trips AS SELECT i % 7 AS rider, i AS fare FROM range(100) AS t(i)");
            statement.execute("CREATE VIEW pairs AS SELECT a.rider, b.fare FROM trips a JOIN trips b USING (rider)");
        }
        return file;
    }

    @Test
    void aViewIsNoTable() throws Exception {
        Path file = withView();
        for (String name : new String[] {"pairs", "PAIRS"})
            assertThatThrownBy(() -> DataSource.open(file, name))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("is a view");
        // control: the table is read, and as the only one it may be called by the file, too
        for (String name : new String[] {"trips", "data", "city"})
            assertThat(DataSource.open(file, name).plainFrom()).isEqualTo("data.\"main\".\"trips\"");
        assertThatThrownBy(() -> DataSource.open(file, "tips")).hasMessageContaining("there is no table 'tips'");
    }

    @Test
    void twoTablesOfOneNameAreToldApartByTheirOwner() throws Exception {
        Path file = folder.resolve("two.duckdb");
        try (Connection connection =
                        new DuckDBDriver().connect("jdbc:duckdb:" + file.toAbsolutePath(), new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA other");
            statement.execute("CREATE TABLE trips(x INTEGER)");
            statement.execute("CREATE TABLE other.trips(x INTEGER)");
            statement.execute("CREATE TABLE other.fares(x INTEGER)");
        }
        assertThatThrownBy(() -> DataSource.open(file, "trips"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("2 tables called 'trips'");
        assertThat(DataSource.open(file, "fares").plainFrom()).isEqualTo("data.\"other\".\"fares\"");
    }

    /** The engine checks what is computed when a row is inserted, and not when it is updated. */
    @Test
    void aComputedColumnIsRefused() throws Exception {
        Path file = folder.resolve("pay.duckdb");
        try (Connection connection =
                        new DuckDBDriver().connect("jdbc:duckdb:" + file.toAbsolutePath(), new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE pay(x INTEGER, twice INTEGER GENERATED ALWAYS AS (x * 2))");
            statement.execute("CREATE TABLE plain(x INTEGER DEFAULT 3)");
            statement.execute("INSERT INTO pay SELECT i FROM range(100) AS t(i)");
            statement.execute("UPDATE pay SET x = 2147483647 WHERE x = 7");
            assertThatThrownBy(() -> statement.executeQuery("SELECT sum(twice) FROM pay"))
                    .hasMessageContaining("Overflow");
        }
        assertThatThrownBy(() -> DataSource.open(file, "pay"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("'twice' of 'pay' is computed");
        // control: another table of the file is read, and a default is no computed column
        assertThat(DataSource.open(file, "plain").plainFrom()).isEqualTo("data.\"main\".\"plain\"");
    }

    /** Opens a file for writing, says so, and closes it when somebody types. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws Exception {
            try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:" + arguments[0], new Properties())) {
                System.out.write(connection.isValid(1) ? 'y' : 'n');
                System.out.flush();
                System.in.read();
            }
        }
    }

    @Test
    void aFileThatAnotherProgramMayWriteToIsSaidToBeOne() throws Exception {
        Path file = withView();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process other = new ProcessBuilder(
                        java,
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(other.getInputStream().read()).isEqualTo('y');
            assertThatThrownBy(() -> DataSource.open(file, "trips"))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("another program has it open");
        } finally {
            other.getOutputStream().close();
            other.waitFor();
        }
        // control: closed, it is read
        assertThat(DataSource.open(file, "trips").schema().columns()).hasSize(2);
        assertThatThrownBy(() -> DataSource.open(folder, "trips")).hasMessageContaining("it is a folder");
    }

    /** What is written to a DuckDB file stands beside it, in its log, until somebody puts it in. */
    @Test
    void aLogThatGrowsIsAChange() throws Exception {
        Path file = withView();
        DataSource before = DataSource.open(file, "trips");
        before.checkUnchanged();
        assertThat(DataSource.open(file, "trips").snapshot()).isEqualTo(before.snapshot());
        try (Connection connection =
                        new DuckDBDriver().connect("jdbc:duckdb:" + file.toAbsolutePath(), new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA disable_checkpoint_on_shutdown");
            statement.execute("INSERT INTO trips VALUES (1, 2)");
        }
        assertThat(Path.of(file + ".wal")).exists();
        assertThat(DataSource.open(file, "trips").snapshot()).isNotEqualTo(before.snapshot());
        assertThatThrownBy(before::checkUnchanged).hasMessageContaining("has changed");
    }
}
