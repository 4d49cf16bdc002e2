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
}
