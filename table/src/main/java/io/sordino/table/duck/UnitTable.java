package io.sordino.table.duck;

import io.sordino.refusal.InvalidException;
import io.sordino.table.query.Query;
import io.sordino.table.query.RowSql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.duckdb.DuckDBDriver;

/**
 * The different privacy units of one snapshot of the data, in a DuckDB file: a sample is drawn from it, and the data are joined with the few units of the
 * sample, so that no function has to look at every row. It holds the units themselves, so it is as secret as the data.
 */
public record UnitTable(Path file) {
    private static final String NAME = "units";

    /** Whether it has been made. */
    public boolean exists() {
        return Files.exists(file);
    }

    /**
     * Reads all units of the data into a new file.
     *
     * @param part where it is written; whoever calls gives it its name when it is whole
     */
    public static void make(DataSource source, Query query, Path part, Running running) {
        RowSql.Typed unit = unit(query);
        try (Connection connection =
                        new DuckDBDriver().connect("jdbc:duckdb:" + part.toAbsolutePath(), new Properties());
                Statement statement = connection.createStatement()) {
            DuckInstance.prepare(statement, source.before(), running);
            statement.execute("CREATE TABLE units AS SELECT DISTINCT u FROM (SELECT " + unit.sql() + " AS u FROM "
                    + source.plainFrom() + ") WHERE u IS NOT NULL");
            statement.execute("CREATE TABLE snapshot AS SELECT " + RowSql.literal(source.snapshot()) + " AS snapshot, "
                    + RowSql.literal(unit.sql()) + " AS unit");
            source.checkUnchanged();
        } catch (SQLException e) {
            // the engine's own words may quote rows
            throw new InvalidException(
                    "the units of '" + source.path() + "' could not be written",
                    "check that the data are whole and that the disk has room");
        }
    }

    private static RowSql.Typed unit(Query query) {
        return query.unit()
                .orElseThrow(() -> new InvalidException(
                        "a table of units needs a unit: without one every row is its own",
                        "name a column with --unit"));
    }

    String attach() {
        return "ATTACH " + RowSql.literal(file.toAbsolutePath().toString()) + " AS " + NAME + " (READ_ONLY)";
    }

    /** Refuses a table of other data, of an older snapshot, or of another column. */
    void check(Statement statement, DataSource source, Query query) throws SQLException {
        boolean same;
        try (ResultSet found = statement.executeQuery("SELECT snapshot, unit FROM " + NAME + ".snapshot")) {
            same = found.next()
                    && found.getString(1).equals(source.snapshot())
                    && found.getString(2).equals(unit(query).sql());
        } catch (SQLException e) {
            same = false;
        }
        if (!same)
            throw new InvalidException(
                    "'" + file + "' is no table of the units of these data as they are now",
                    "delete it, or name another file with --unit-table: it is made again");
    }

    static String all() {
        return NAME + ".units";
    }
}
