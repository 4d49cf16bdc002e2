package io.sordino.spark;

import io.sordino.refusal.InvalidException;
import io.sordino.table.duck.CsvHeader;
import io.sordino.table.engine.CsvLine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Parquet files, CSV files and tables of the catalogue, as frames. */
final class SparkFiles {
    private SparkFiles() {}

    static SparkTable open(SparkSession session, String data, String from) {
        String low = low(data);
        boolean csv = isCsv(low);
        String stem = low.replaceFirst(".*/", "").replaceFirst("\\.(csv|tsv|txt|parquet)(\\.gz)?$", "");
        if (!(from.equalsIgnoreCase("data") || from.toLowerCase(Locale.ROOT).equals(stem)))
            throw new InvalidException("there is no table '" + from + "'", "write FROM data");
        return csv
                ? read(session, data, () -> SparkTable.of(csv(session, data), true))
                : SparkTable.of(typed(session, data));
    }

    /** Parquet files or a table, whose columns have types. */
    static Dataset<Row> typed(SparkSession session, String data) {
        String low = low(data);
        if (isCsv(low))
            throw new InvalidException(
                    "the columns of '" + data + "' have no types", "write the file as Parquet, and name that");
        boolean file = low.endsWith(".parquet") || data.contains("/") || isThere(data);
        return read(session, data, () -> file ? session.read().parquet(data) : session.table(data));
    }

    private static String low(String data) {
        return data.toLowerCase(Locale.ROOT).replaceFirst("/+$", "");
    }

    private static boolean isCsv(String low) {
        return low.matches(".*\\.(csv|tsv|txt)(\\.gz)?");
    }

    private static <T> T read(SparkSession session, String data, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InvalidException e) {
            throw e;
        } catch (Exception e) {
            // Spark throws what it does not declare
            if (session.sparkContext().isStopped())
                throw new InvalidException(
                        "the Spark master cannot be reached, or has let the application go",
                        "check its address, and that it runs");
            throw new InvalidException(
                    "Spark cannot read '" + data + "'",
                    "name a Parquet or CSV file, a folder of Parquet files, or a table of the catalogue",
                    e);
        }
    }

    private static boolean isThere(String data) {
        try {
            return Files.exists(Path.of(data));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** A character that stands in no text, so that a line is one column. */
    private static final String NOWHERE = "\uFFFF";

    /** As the embedded engine reads it: a record is a line, columns are texts, lines that are not whole are left out, and what is empty is missing. */
    private static Dataset<Row> csv(SparkSession session, String data) {
        if (!isThere(data))
            throw new InvalidException(
                    "cannot read '" + data + "': there is no such file here",
                    "CSV files are read from where this program runs; write Parquet for others");
        CsvHeader header = CsvHeader.of(Path.of(data));
        Dataset<Row> lines = session.read()
                .schema(new StructType().add("line", DataTypes.StringType))
                .option("header", true)
                .option("sep", NOWHERE)
                .option("quote", "")
                .option("escape", "")
                .option("mode", "DROPMALFORMED")
                .option("columnPruning", false)
                .option("maxCharsPerColumn", -1)
                .csv(data);
        Column cells = functions
                .udf(
                        new Cells(header.delimiter(), header.names().size()),
                        DataTypes.createArrayType(DataTypes.StringType))
                .apply(functions.col("line"));
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < header.names().size(); i++) {
            Column cell = functions.col("cells").getItem(i);
            columns.add(
                    functions.when(cell.notEqual(""), cell).as(header.names().get(i)));
        }
        return lines.select(cells.as("cells"))
                .where(functions.size(functions.col("cells")).gt(0))
                .select(columns.toArray(Column[]::new));
    }

    /** The cells of a line, none where there are not as many as columns. */
    private static final class Cells implements UDF1<String, String[]> {
        private static final long serialVersionUID = 1L;
        private final char delimiter;
        private final int width;

        Cells(char delimiter, int width) {
            this.delimiter = delimiter;
            this.width = width;
        }

        @Override
        public String[] call(String line) {
            if (line == null) return new String[0];
            List<String> cells = CsvLine.cells(line, delimiter);
            boolean whole = cells.size() == width && line.getBytes(StandardCharsets.UTF_8).length <= CsvLine.MOST_BYTES;
            return whole ? cells.toArray(String[]::new) : new String[0];
        }
    }
}
