package io.sordino.spark;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.Random;
import org.duckdb.DuckDBDriver;

/** Rows with everything that tables should not have, written by the embedded engine, so that both engines read one file. */
final class NastyTable {
    private static final Double[] NUMBERS = {
        null,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        -0.0,
        0.0,
        1e308,
        -1e308,
        4.9e-324,
        0x1p53 + 2,
        0.5 + 0x1p-32,
        -2.0,
        3.3,
        1.0,
        0.1
    };
    private static final String[] TEXTS = {
        null, "", "a", "A", "a ", "é", "e\u0301", "🙂", "a\\b", "it's", "100%", "x_y", "\"q\"", "`c0`", "İ", "ß", "a\nb"
    };

    private NastyTable() {}

    /**
     * Writes a table with units as texts (t) and numbers (u), groups of every type, and numbers x, y.
     *
     * @param heavy a unit with so many rows beside the others
     */
    static void write(Path file, Random random, int size, int units, int heavy) throws SQLException {
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE data (u BIGINT, t VARCHAR, g VARCHAR, i INTEGER, f DOUBLE, b BOOLEAN, m TIMESTAMP, d DATE, x DOUBLE, y DOUBLE, z FLOAT, c DECIMAL(9, 2))");
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO data VALUES (?, ?, ?, ?, ?, ?, CAST(? AS TIMESTAMP), CAST(? AS DATE), ?, ?, ?, ?)")) {
                for (int row = 0; row < size + heavy; row++) {
                    int unit = row < size ? random.nextInt(units) : -1;
                    insert.setObject(1, random.nextInt(15) == 0 ? null : (Object) (unit * 7919L - 3));
                    insert.setObject(2, random.nextInt(15) == 0 ? null : "ü" + unit);
                    insert.setObject(3, row < size ? TEXTS[random.nextInt(TEXTS.length)] : "a");
                    insert.setObject(4, random.nextInt(9) == 0 ? null : (Object) random.nextInt(6));
                    insert.setObject(5, NUMBERS[random.nextInt(NUMBERS.length)]);
                    insert.setObject(6, random.nextInt(9) == 0 ? null : (Object) random.nextBoolean());
                    String day = "2026-0" + (1 + random.nextInt(3)) + "-0" + (1 + random.nextInt(3));
                    insert.setObject(
                            7,
                            random.nextInt(9) == 0
                                    ? null
                                    : day + (random.nextBoolean() ? " 00:00:00" : " 13:07:00.25"));
                    insert.setObject(8, random.nextInt(9) == 0 ? null : day);
                    insert.setObject(9, row < size ? number(random) : (Double) 1e308);
                    insert.setObject(10, number(random));
                    insert.setObject(11, number(random) == null ? null : (Object) (float) (random.nextGaussian() * 3));
                    insert.setObject(12, new java.math.BigDecimal(random.nextInt(100000) - 50000).movePointLeft(2));
                    insert.addBatch();
                }
                if (size + heavy > 0) insert.executeBatch();
            }
            statement.execute("COPY data TO '" + file + "' (FORMAT parquet)");
        }
    }

    private static Double number(Random random) {
        return random.nextBoolean() ? NUMBERS[random.nextInt(NUMBERS.length)] : (Double) (random.nextGaussian() * 3);
    }
}
