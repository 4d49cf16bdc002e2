package io.sordino.table.duck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.noise.Tapes;
import io.sordino.refusal.InvalidException;
import io.sordino.table.duck.MadeUpTable.Row;
import io.sordino.table.plan.Layout;
import io.sordino.table.query.Binder;
import io.sordino.table.query.Column;
import io.sordino.table.query.Draft;
import io.sordino.table.query.Query;
import io.sordino.table.query.Schema;
import io.sordino.table.sql.Select;
import io.sordino.table.sql.SelectParser;
import io.sordino.table.sql.SqlException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A statement runs as its tree says or is refused; nothing of its text reaches the engine. */
class StatementsFuzzTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final int SOUPS = 10_000;
    private static final int CONDITIONS = SLOW ? 5000 : 30;
    private static final Schema SCHEMA = new Schema(List.of(
            new Column("u", Column.Kind.INTEGER, "\"u\""),
            new Column("g", Column.Kind.TEXT, "\"g\""),
            new Column("x", Column.Kind.NUMBER, "\"x\""),
            new Column("y", Column.Kind.NUMBER, "\"y\"")));
    private static final String[] WORDS = {
        "SELECT",
        "FROM",
        "data",
        "WHERE",
        "GROUP",
        "BY",
        "COUNT",
        "SUM",
        "(",
        ")",
        "*",
        ",",
        "x",
        "y",
        "g",
        "u",
        "AS",
        "1",
        "0.5",
        "'a'",
        "\"g\"",
        "=",
        "<",
        "AND",
        "OR",
        "NOT",
        "IN",
        "BETWEEN",
        "CASE",
        "WHEN",
        "THEN",
        "END",
        "IS",
        "NULL",
        "LIKE",
        "=>",
        "contribution_bounds_per_group",
        "COUNT(*)",
        "UNION",
        "JOIN",
        "read_csv",
        "pragma",
        "--",
        "/*",
        "*/",
        ";",
        "DROP",
        "TABLE",
        "sordino_member",
        "$$",
        "::",
        "[",
        "]",
        "{",
        "}",
        "#1",
        "\u200b",
        "\\",
        "?",
        "@",
        "rowid",
        "file_row",
        "main.data",
        "OVER",
        "random",
        "current_user",
        "getenv",
        "INSERT",
        "SET",
        "ATTACH",
        "COPY",
        "e'a'",
        "x'41'",
        "1e400",
        "0x10",
        "ORDER",
        "LIMIT"
    };

    @TempDir
    Path folder = Path.of("");

    private static Draft draft() {
        return new Draft(
                Optional.empty(),
                Optional.of(1.0),
                Optional.of(1e-6),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                false,
                0.95);
    }

    private static Query bound(String statement) {
        Select select = SelectParser.parse(statement);
        return Binder.bind(select, SCHEMA, draft().with(select));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT COUNT(*) FROM data /* /* */ WHERE x=1 --*/",
                "SELECT COUNT(*) FROM data -- c\r WHERE x = 1",
                "SELECT COUNT(*)\u200bFROM data",
                "SELECT COUNT(*) FROM data WHERE x[(SELECT max(k) FROM secrets)] = 1",
                "SELECT COUNT(*) FROM data WHERE x = (SELECT max(x) FROM data)",
                "SELECT COUNT(*) FROM data WHERE x IN (SELECT x FROM data)",
                "SELECT COUNT(*) FROM data WHERE EXISTS (SELECT 1)",
                "SELECT COUNT(*) FROM 'file.parquet'",
                "SELECT COUNT(*) FROM read_csv('/etc/passwd')",
                "SELECT COUNT(*) FROM data, data",
                "SELECT COUNT(*) FROM data JOIN data ON TRUE",
                "SELECT COUNT(*) FROM data; DROP TABLE data",
                "SELECT COUNT(*) FROM data UNION SELECT 1",
                "SELECT COUNT(*) FROM data WHERE sordino_member(u)",
                "SELECT COUNT(*) FROM data WHERE random() < 0.5",
                "SELECT COUNT(*) FROM data WHERE g = $$a$$",
                "SELECT COUNT(*) FROM data WHERE x::INT = 1",
                "SELECT COUNT(*) FROM data WHERE CAST(g AS INTEGER) = 1",
                "SELECT COUNT(*) FROM data WHERE #1 = 1",
                "SELECT COUNT(*) FROM data WHERE file_row = 1",
                "SELECT COUNT(*) FROM data WHERE rowid = 1",
                "SELECT COUNT(*) FROM data WHERE data = 1",
                "SELECT COUNT(*) FROM data WHERE current_user = 'a'",
                "SELECT COUNT(*) OVER () FROM data",
                "SELECT COUNT(*) FILTER (WHERE x > 1) FROM data",
                "SELECT COUNT(*) FROM data HAVING COUNT(*) > 3",
                "SELECT COUNT(*) FROM data ORDER BY 1",
                "SELECT COUNT(*) FROM data LIMIT 1",
                "SELECT * FROM data",
                "SELECT x FROM data",
                "SELECT g, COUNT(*) FROM data",
                "SELECT MAX(x) FROM data",
                "SELECT SUM(x) FROM data",
                "SELECT SUM(x, contribution_bounds_per_group => (0, y)) FROM data",
                "SELECT SUM(COUNT(*) BETWEEN 0 AND 1) FROM data",
                "SELECT COUNT(DISTINCT x) FROM data",
                "SELECT COUNT(*) FROM data WHERE g LIKE 'a\\%'",
                "SELECT COUNT(*) FROM data WHERE x = NULL",
                "SELECT COUNT(*) FROM data WHERE g = 'a' 'b'",
                "SELECT COUNT(*) FROM data WHERE x",
                "SELECT COUNT(*) FROM data WHERE ln(x) > 0",
                "SELECT COUNT(*) FROM data GROUP BY 1",
                "SELECT COUNT(*) FROM data WHERE 'a\u0000b' = g",
                "SET enable_external_access=true",
                "WITH q AS (SELECT 1) SELECT COUNT(*) FROM q",
                ""
            })
    void whatIsNotRowLevelIsRefusedWithItsPlace(String statement) {
        assertThatThrownBy(() -> bound(statement))
                .isInstanceOf(SqlException.class)
                .satisfies(e -> assertThat(((SqlException) e).position()).isBetween(0, statement.length()));
    }

    @Test
    void deepOnesAreRefusedAndNotOverflowed() {
        assertThatThrownBy(
                        () -> bound("SELECT COUNT(*) FROM data WHERE " + "(".repeat(1000) + "x = 1" + ")".repeat(1000)))
                .hasMessageContaining("nested deeper");
        assertThatThrownBy(() -> bound("SELECT COUNT(*) FROM data WHERE x = 1" + " OR x = 1".repeat(3000)))
                .hasMessageContaining("words");
        assertThatThrownBy(() -> bound("SELECT COUNT(*) FROM data WHERE " + "NOT ".repeat(900) + "x = 1"))
                .hasMessageContaining("nested deeper");
        assertThat(bound("SELECT COUNT(*) FROM data WHERE x = 1" + " OR x = 1".repeat(250)))
                .isNotNull();
        assertThatThrownBy(() -> bound("SELECT COUNT(*) FROM data WHERE x = 1" + " OR x = 1".repeat(900)))
                .hasMessageContaining("chained");
    }

    @Test
    void soupsOfWordsAreReadOrRefusedAndNothingElse() {
        Random random = new Random(SLOW ? System.nanoTime() : 5);
        int read = 0;
        for (int i = 0; i < SOUPS; i++) {
            StringBuilder soup = new StringBuilder(
                    random.nextInt(3) == 0
                            ? ""
                            : random.nextBoolean() ? "SELECT COUNT(*) FROM data " : "SELECT COUNT(*) FROM data WHERE ");
            int words = random.nextInt(12);
            for (int w = 0; w < words; w++)
                soup.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(5) == 0 ? "" : " ");
            try {
                bound(soup.toString());
                read++;
            } catch (InvalidException refused) {
                assertThat(refused.refusal().remedy()).as(soup.toString()).isPresent();
            }
        }
        assertThat(read).isGreaterThan(0);
    }

    /** Conditions at random: the engine counts the rows that the tree is true of. */
    @Test
    void theEngineRunsTheTree() throws SQLException {
        long seed = SLOW ? new Random().nextLong() : 6;
        if (SLOW) System.out.println("conditions, seed " + seed);
        Random random = new Random(seed);
        Path file = folder.resolve("data.parquet");
        List<Row> rows = MadeUpTable.rows(new Random(3), false);
        MadeUpTable.write(file, rows, false);
        DataSource source = DataSource.open(file, "data");
        DuckEngine engine = new DuckEngine(source, Running.of(1, "512MB"));
        int some = 0;
        for (int i = 0; i < CONDITIONS; i++) {
            String condition = TreeOracle.condition(random, 3);
            Select select = SelectParser.parse("SELECT COUNT(*) AS n FROM data WHERE " + condition);
            Query query = Binder.bind(select, source.schema(), draft().with(select));
            BigInteger counted = Objects.requireNonNull(engine.integers(query, Layout.of(query), Tapes.seeded(1))
                            .groups()
                            .get(List.<Optional<Object>>of()))
                    .sums()
                    .get(0);
            long expected = rows.stream()
                    .filter(row -> TreeOracle.holds(select.where().orElseThrow(), row))
                    .count();
            assertThat(counted.longValueExact()).as(condition).isEqualTo(expected);
            if (expected > 0 && expected < rows.size()) some++;
        }
        assertThat(some).isGreaterThan(CONDITIONS / 5);
    }
}
