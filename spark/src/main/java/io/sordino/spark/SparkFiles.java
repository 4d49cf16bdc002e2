package io.sordino.spark;

import io.sordino.refusal.InvalidException;
import io.sordino.table.duck.CsvHeader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Parquet files, CSV files and tables of the catalogue, as frames. */
final class SparkFiles {
    private SparkFiles() {}

    static SparkTable open(SparkSession session, String data, String from) {
        String low = data.toLowerCase(Locale.ROOT).replaceFirst("/+$", "");
        boolean csv = low.matches(".*\\.(csv|tsv|txt)(\\.gz)?");
        String stem = low.replaceFirst(".*/", "").replaceFirst("\\.(csv|tsv|txt|parquet)(\\.gz)?$", "");
        if (!(from.equalsIgnoreCase("data") || from.toLowerCase(Locale.ROOT).equals(stem)))
            throw new InvalidException("there is no table '" + from + "'", "write FROM data");
        try {
            if (csv) return SparkTable.of(csv(session, data), true);
            boolean file = low.endsWith(".parquet") || data.contains("/") || isThere(data);
            return SparkTable.of(file ? session.read().parquet(data) : session.table(data));
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

    /** As the embedded engine reads it: columns are texts, rows that are not whole are left out, and what is empty is missing. */
    private static Dataset<Row> csv(SparkSession session, String data) {
        if (!isThere(data))
            throw new InvalidException(
                    "cannot read '" + data + "': there is no such file here",
                    "CSV files are read from where this program runs; write Parquet for others");
        CsvHeader header = CsvHeader.of(Path.of(data));
        StructType schema = new StructType();
        for (String name : header.names()) schema = schema.add(name, DataTypes.StringType);
        return session.read()
                .schema(schema)
                .option("header", true)
                .option("sep", String.valueOf(header.delimiter()))
                .option("quote", "\"")
                .option("escape", "\"")
                // a record is a line: a quote that is not closed must not swallow the lines after it
                .option("multiLine", false)
                .option("mode", "DROPMALFORMED")
                .option("columnPruning", false)
                .option("maxCharsPerColumn", -1)
                .csv(data);
    }
}
