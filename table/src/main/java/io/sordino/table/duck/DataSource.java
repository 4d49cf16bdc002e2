package io.sordino.table.duck;

import io.sordino.refusal.InvalidException;
import io.sordino.table.engine.Source;
import io.sordino.table.query.Column;
import io.sordino.table.query.Column.Kind;
import io.sordino.table.query.RowSql;
import io.sordino.table.query.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A CSV, Parquet or DuckDB file as a table. */
public final class DataSource implements Source {
    private static final Set<String> WHOLE =
            Set.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER");
    private static final Set<String> NUMBERS = Set.of("DOUBLE", "FLOAT", "REAL", "HUGEINT", "UHUGEINT", "UBIGINT");
    private static final Pattern TEXTS = Pattern.compile("VARCHAR|UUID|ENUM\\(.*");
    /**
     * Other programs wrote the statistics of a Parquet file, and many leave NaN out of them, which is above all numbers here. An engine that believed them would skip or
     * keep a thousand rows for the sake of one other row, or forget to ask whether a number is one.
     */
    private static final String WITHOUT_STATISTICS =
            "SET disabled_optimizers='statistics_propagation,filter_pushdown,join_filter_pushdown,row_group_pruner'";

    /** The same for a statement that joins on places alone: the engine counts these itself, and may skip rows by them. */
    private static final String BY_PLACES = WITHOUT_STATISTICS.replace("join_filter_pushdown,", "");

    private static final Set<String> TIMES = Set.of("DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS");

    private final Path path;
    private final Format format;
    private final String sql;
    private final Schema schema;
    private final Stamp stamp;

    private enum Format {
        CSV,
        PARQUET,
        DUCKDB
    }

    /**
     * What tells that a file has changed.
     *
     * @param changed when the system last wrote down anything about it, which no program can set back; empty where it keeps no such time
     * @param log of what a DuckDB file does not hold itself yet, which the engine reads with it; empty where there is none
     */
    private record Stamp(long size, FileTime modified, String changed, String key, Optional<Stamp> log) {
        static Stamp of(Path path) {
            Path log = Path.of(path + ".wal");
            try {
                return of(path, Files.exists(log) ? Optional.of(of(log, Optional.empty())) : Optional.empty());
            } catch (IOException e) {
                throw unreadable(path, "it is no longer there", e);
            }
        }

        private static Stamp of(Path path, Optional<Stamp> log) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return new Stamp(
                    attributes.size(),
                    attributes.lastModifiedTime(),
                    path.getFileSystem().supportedFileAttributeViews().contains("unix")
                            ? String.valueOf(Files.getAttribute(path, "unix:ctime"))
                            : "",
                    String.valueOf(attributes.fileKey()),
                    log);
        }

        /** Size and time of change. */
        String text() {
            return size + ":" + modified.toMillis();
        }
    }

    private DataSource(Path path, Format format, String sql, Schema schema, Stamp stamp) {
        this.path = path;
        this.format = format;
        this.sql = sql;
        this.schema = schema;
        this.stamp = stamp;
    }

    /**
     * Opens a file and reads its columns.
     *
     * @param table what FROM names: the file without its ending, {@code data}, or a table of a DuckDB file
     */
    public static DataSource open(Path path, String table) {
        if (Files.isDirectory(path))
            throw new InvalidException("cannot read '" + path + "': it is a folder", "name one file of it with --data");
        if (!Files.isRegularFile(path))
            throw new InvalidException(
                    "cannot read '" + path + "': there is no such file", "check the name given with --data");
        if (!Files.isReadable(path))
            throw new InvalidException(
                    "cannot read '" + path + "': it may not be read", "ask its owner for the right to");
        Stamp stamp = Stamp.of(path);
        String name = path.toString().toLowerCase(Locale.ROOT);
        if (name.matches(".*\\.(csv|tsv|txt)(\\.gz)?")) return csv(path, table, stamp);
        if (name.endsWith(".parquet")) {
            checkName(path, table);
            return parquet(path, stamp);
        }
        if (name.matches(".*\\.(duckdb|ddb|db)")) {
            String sql = "data." + duckTable(path, table);
            checkStored(path, sql);
            Schema bytewise = without(collated(path, sql), columns(path, Format.DUCKDB, sql));
            return new DataSource(path, Format.DUCKDB, sql, bytewise, stamp);
        }
        throw new InvalidException(
                "'" + path + "' is neither CSV, Parquet nor a DuckDB file",
                "give a file that ends in .csv, .csv.gz, .tsv, .parquet or .duckdb");
    }

    /** Nothing is guessed from the rows: columns are text, by their places, and lines that are not whole are left out. */
    private static DataSource csv(Path path, String table, Stamp stamp) {
        checkName(path, table);
        CsvHeader header = CsvHeader.of(path);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < header.names().size(); i++)
            columns.add(new Column(header.names().get(i), Kind.LOOSE, RowSql.quoted("c" + i)));
        return new DataSource(path, Format.CSV, CsvLines.from(literal(path), header), new Schema(columns), stamp);
    }

    /** What is read of a row depends on that row alone: texts that are no UTF-8 have question marks, and moments and decimals that a row could put out of reach are not used. */
    private static DataSource parquet(Path path, Stamp stamp) {
        String sql = "read_parquet(" + literal(path)
                + ", hive_partitioning=false, can_have_nan=true, utf8_validation='replace')";
        Iterator<Boolean> fragile = fragile(path).iterator();
        Schema sure = without(column -> fragile.next(), columns(path, Format.PARQUET, sql));
        return new DataSource(path, Format.PARQUET, sql, sure, stamp);
    }

    /** The same columns, of which some can be used no longer. */
    private static Schema without(Predicate<Column> unusable, Schema schema) {
        return new Schema(schema.columns().stream()
                .map(column -> unusable.test(column) ? new Column(column.name(), Kind.OTHER, column.sql()) : column)
                .toList());
    }

    /**
     * Of each column, whether it holds what the engine refuses of one row: moments in milliseconds, or in 96 bits, are too far away, and decimals with more bytes than their digits
     * need are too large.
     */
    private static List<Boolean> fragile(Path path) {
        String moments = "type = 'INT96' OR logical_type LIKE 'TimestampType%MILLIS=MilliSeconds%' OR converted_type ="
                + " 'TIMESTAMP_MILLIS'";
        String decimals = "(converted_type = 'DECIMAL' OR logical_type LIKE 'DecimalType%') AND (type = 'BYTE_ARRAY'"
                + " OR type = 'FIXED_LEN_BYTE_ARRAY' AND CAST(type_length AS BIGINT) > CASE WHEN coalesce(precision, 0) <="
                + " 4 THEN 2 WHEN precision <= 9 THEN 4 WHEN precision <= 18 THEN 8 ELSE 16 END)";
        try (DuckInstance instance = DuckInstance.open(path, WITHOUT_STATISTICS, Running.of(1, "512MB"));
                Statement statement = instance.statement();
                ResultSet found = statement.executeQuery("SELECT coalesce(num_children, 0), coalesce(" + moments
                        + " OR " + decimals + ", FALSE) FROM parquet_schema(" + literal(path) + ")")) {
            found.next();
            long columns = found.getLong(1);
            List<Boolean> each = new ArrayList<>();
            while (each.size() < columns && found.next()) {
                each.add(found.getBoolean(2));
                for (long below = found.getLong(1); below > 0 && found.next(); below--) below += found.getLong(1);
            }
            return each;
        } catch (SQLException e) {
            throw unreadable(path, "it is not whole", e);
        }
    }

    private static void checkName(Path path, String table) {
        String file = String.valueOf(path.getFileName());
        String stem = file.replaceFirst("(?i)\\.(csv|tsv|txt|parquet|duckdb|ddb|db)(\\.gz)?$", "");
        if (!(table.equalsIgnoreCase("data") || table.equalsIgnoreCase(stem)))
            throw new InvalidException(
                    "there is no table '" + table + "'",
                    "write FROM " + (stem.matches("[A-Za-z_][A-Za-z0-9_]*") ? stem : RowSql.quoted(stem))
                            + " or FROM data");
    }

    /** A table of a file by its name; the only one may be called data too. */
    private static String duckTable(Path path, String wanted) {
        try (DuckInstance instance = DuckInstance.open(path, attach(path), Running.of(1, "512MB"));
                Statement statement = instance.statement();
                ResultSet found = statement.executeQuery(
                        "SELECT table_schema, table_name, table_type FROM information_schema.tables WHERE"
                                + " table_catalog = 'data' ORDER BY ALL")) {
            List<String> names = new ArrayList<>();
            List<String> quoted = new ArrayList<>();
            while (found.next()) {
                if (!found.getString(3).equals("BASE TABLE")) {
                    if (found.getString(2).equalsIgnoreCase(wanted)) throw isView(wanted);
                    continue;
                }
                names.add(found.getString(2));
                quoted.add(quoted(found));
            }
            List<String> called = IntStream.range(0, names.size())
                    .filter(i -> names.get(i).equalsIgnoreCase(wanted))
                    .mapToObj(quoted::get)
                    .toList();
            if (called.size() > 1)
                throw new InvalidException(
                        "'" + path + "' has " + called.size() + " tables called '" + wanted + "': "
                                + String.join(", ", called),
                        "rename all but one of them, or keep it in a file of its own");
            if (!called.isEmpty()) return called.get(0);
            String stem = String.valueOf(path.getFileName()).replaceFirst("\\.[^.]*$", "");
            if (names.size() == 1 && (wanted.equalsIgnoreCase("data") || wanted.equalsIgnoreCase(stem)))
                return quoted.get(0);
            throw new InvalidException(
                    "there is no table '" + wanted + "' in '" + path + "'", "it has " + String.join(", ", names));
        } catch (SQLException e) {
            throw unopened(path, e);
        }
    }

    /** An update may leave a row for which a computed column fails to compute: whether a query fails would depend on that row. */
    private static void checkStored(Path path, String sql) {
        try (DuckInstance instance = DuckInstance.open(path, attach(path), Running.of(1, "512MB"));
                Statement statement = instance.statement();
                ResultSet computed = statement.executeQuery(
                        "SELECT table_schema, table_name, column_name FROM information_schema.columns WHERE"
                                + " table_catalog = 'data' AND is_generated <> 'NEVER'")) {
            while (computed.next())
                if (sql.equals("data." + quoted(computed)))
                    throw new InvalidException(
                            "the column '" + computed.getString(3) + "' of '" + computed.getString(2)
                                    + "' is computed when it is read: one row could make the query fail",
                            "make a table without such columns: CREATE TABLE ... AS SELECT ...");
        } catch (SQLException e) {
            throw unopened(path, e);
        }
    }

    /** Columns of which texts that differ count as equal: which of them names a group or a unit would depend on which came first. Only the table's own definition tells. */
    private static Predicate<Column> collated(Path path, String sql) {
        try (DuckInstance instance = DuckInstance.open(path, attach(path), Running.of(1, "512MB"));
                Statement statement = instance.statement();
                ResultSet tables = statement.executeQuery(
                        "SELECT schema_name, table_name, sql FROM duckdb_tables() WHERE database_name = 'data'")) {
            while (tables.next())
                if (sql.equals("data." + quoted(tables))) {
                    String definition = tables.getString(3);
                    return column -> Stream.of(column.name(), RowSql.quoted(column.name()))
                            .anyMatch(name -> definition.contains(name + " VARCHAR COLLATE "));
                }
            throw new IllegalStateException("the table that was found is not defined");
        } catch (SQLException e) {
            throw unopened(path, e);
        }
    }

    /** A schema and a table of it. */
    private static String quoted(ResultSet found) throws SQLException {
        return RowSql.quoted(found.getString(1)) + "." + RowSql.quoted(found.getString(2));
    }

    private static InvalidException isView(String name) {
        return new InvalidException(
                "'" + name + "' is a view: it may join or add up rows, so that one unit changes many of them",
                "name a table, or make one: CREATE TABLE ... AS SELECT ...");
    }

    private static String attach(Path path) {
        return "ATTACH " + literal(path) + " AS data (READ_ONLY)";
    }

    /** What an instance has to be told before it reads a file of a format. */
    private static String before(Path path, Format format) {
        return switch (format) {
            case CSV -> "";
            case PARQUET -> WITHOUT_STATISTICS;
            case DUCKDB -> attach(path);
        };
    }

    private static Schema columns(Path path, Format format, String sql) {
        try (DuckInstance instance = DuckInstance.open(path, before(path, format), Running.of(1, "512MB"));
                Statement statement = instance.statement();
                ResultSet found = statement.executeQuery("DESCRIBE SELECT * FROM " + sql)) {
            List<Column> columns = new ArrayList<>();
            while (found.next())
                columns.add(
                        new Column(found.getString(1), kind(found.getString(2)), RowSql.quoted(found.getString(1))));
            return new Schema(columns);
        } catch (SQLException e) {
            throw unreadable(path, "it is not whole", e);
        }
    }

    private static Kind kind(String type) {
        if (WHOLE.contains(type)) return Kind.INTEGER;
        if (NUMBERS.contains(type) || type.startsWith("DECIMAL")) return Kind.NUMBER;
        if (TEXTS.matcher(type).matches()) return Kind.TEXT;
        if (type.equals("BOOLEAN")) return Kind.BOOLEAN;
        return TIMES.contains(type) ? Kind.TIME : Kind.OTHER;
    }

    private static InvalidException unopened(Path path, SQLException e) {
        if (String.valueOf(e.getMessage()).contains("Could not set lock"))
            return new InvalidException(
                    "cannot read '" + path + "': another program has it open and may write to it",
                    "wait until it has closed the file, or query a copy");
        return unreadable(path, "it is no DuckDB file that this version reads", e);
    }

    static InvalidException unreadable(Path path, String why, Exception cause) {
        return new InvalidException(
                "cannot read '" + path + "': " + why, "check that the file is whole and does not change", cause);
    }

    /** The file of exactly this name: DuckDB would take stars and brackets for a pattern. */
    private static String literal(Path path) {
        return RowSql.literal(path.toAbsolutePath().toString().replaceAll("[*?\\[]", "[$0]"));
    }

    @Override
    public Schema schema() {
        return schema;
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /**
     * What stands behind FROM; with a column {@link #row} that tells rows apart. Columns that no query uses are not named: the engine looks at the statistics of every column that is,
     * and one moment that is too far away would fail it.
     */
    String from() {
        String named = schema.columns().stream()
                .filter(column -> column.kind() != Kind.OTHER)
                .map(column -> column.sql() + ", ")
                .collect(Collectors.joining());
        if (!hasPlaces()) return "(SELECT " + named + "row_number() OVER () AS " + row() + " FROM " + sql + ")";
        // a column of the data hides the engine's own of that name
        return format == Format.DUCKDB
                ? "(SELECT " + named + "rowid AS " + row() + " FROM " + sql + ")"
                : "(SELECT " + named + "file_row_number AS " + row() + " FROM " + sql.substring(0, sql.length() - 1)
                        + ", file_row_number=true))";
    }

    @Override
    public boolean hasPlaces() {
        return switch (format) {
            case CSV -> false;
            // what people write into a column is no place
            case PARQUET -> schema.find("file_row_number").isEmpty();
            case DUCKDB -> schema.find("rowid").isEmpty();
        };
    }

    /** How many places there are: rows that were deleted keep theirs until the file is written anew. */
    String places() {
        if (!hasPlaces()) throw new IllegalStateException("the rows of '" + path + "' have no places");
        return format == Format.DUCKDB
                ? "SELECT coalesce(max(rowid) + 1, 0) FROM " + sql
                : "SELECT count(*) FROM " + sql;
    }

    /** A name that no column of the data has: what people write into a column must not decide who is in a sample. */
    String row() {
        StringBuilder name = new StringBuilder("file_row");
        while (schema.find(name.toString()).isPresent()) name.append('_');
        return name.toString();
    }

    /** What stands behind FROM where rows need no numbers. */
    String plainFrom() {
        return sql;
    }

    DuckInstance instance(Running running) throws SQLException {
        return instance(running, Statements.Drawn.NOT);
    }

    DuckInstance instance(Running running, Statements.Drawn drawn) throws SQLException {
        boolean places = format == Format.PARQUET && drawn == Statements.Drawn.FROM_PLACES;
        return DuckInstance.open(path, places ? BY_PLACES : before(), running);
    }

    /** What an instance has to be told before it reads the data. */
    String before() {
        return before(path, format);
    }

    /** Size and time of change. */
    @Override
    public String snapshot() {
        return stamp.text() + ":" + path.getFileName()
                + (format == Format.DUCKDB
                        ? ":" + sql + stamp.log().map(log -> ":" + log.text()).orElse("")
                        : "");
    }

    /** Refuses a file that is no longer the one that was opened. */
    void checkUnchanged() {
        if (!Stamp.of(path).equals(stamp))
            throw unreadable(path, "it has changed since it was opened", new IllegalStateException());
    }
}
