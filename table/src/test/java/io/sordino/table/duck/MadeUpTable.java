package io.sordino.table.duck;

import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/** Random tables with everything that tables should not have. */
final class MadeUpTable {
    private static final Double[] NASTY = {
        null,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        -0.0,
        0.0,
        1e308,
        -1e308,
        Double.MIN_VALUE,
        0.1,
        -2.5,
        3.0,
        0.5,
        1.0,
        9007199254740992.0,
        1e-9,
        7.75,
        -1.0
    };
    private static final String[] GROUPS = {
        null, "", "a", "a ", "A", "\u00e9", "e\u0301", "\ud83d\ude00", "'; DROP TABLE data; --", "NULL", "b"
    };

    /** One row; anything may be missing. */
    record Row(Object unit, String group, Double x, Double y) {}

    private MadeUpTable() {}

    static List<Row> rows(Random random, boolean texts) {
        List<Row> rows = new ArrayList<>();
        int size = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(120);
        int units = 1 + random.nextInt(12);
        for (int i = 0; i < size; i++) rows.add(row(random, texts, random.nextInt(units)));
        for (int i = 0; i < size / 10; i++) rows.add(rows.get(random.nextInt(rows.size())));
        return rows;
    }

    static Row row(Random random, boolean texts, int unit) {
        Object[] names = {null, texts ? "u" + unit : (Object) (unit * 7919L - 3)};
        return new Row(
                names[random.nextInt(15) == 0 ? 0 : 1],
                GROUPS[random.nextInt(GROUPS.length)],
                number(random),
                number(random));
    }

    private static Double number(Random random) {
        return random.nextBoolean() ? NASTY[random.nextInt(NASTY.length)] : (Double) (random.nextGaussian() * 3);
    }

    static List<Row> shuffled(List<Row> rows, Random random) {
        List<Row> other = new ArrayList<>(rows);
        Collections.shuffle(other, random);
        return other;
    }

    static void write(Path file, List<Row> rows, boolean texts) throws SQLException {
        try (DuckDBConnection connection =
                        (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE data (u " + (texts ? "VARCHAR" : "BIGINT") + ", g VARCHAR, x DOUBLE, y DOUBLE)");
            try (DuckDBAppender appender = connection.createAppender("main", "data")) {
                for (Row row : rows) {
                    appender.beginRow();
                    if (texts) appender.append((String) row.unit());
                    else appender.append((Long) row.unit());
                    appender.append(row.group()).append(row.x()).append(row.y()).endRow();
                }
            }
            statement.execute("COPY data TO '" + file + "' (FORMAT parquet)");
        }
    }
}
