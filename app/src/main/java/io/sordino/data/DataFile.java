package io.sordino.data;

import io.sordino.refusal.InvalidException;
import io.sordino.train.data.Cells;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A CSV or Parquet file. */
public sealed interface DataFile extends Cells permits CsvRecords, ParquetRecords {
    /** Opens a file by its ending. */
    static DataFile of(Path path) {
        if (Files.isDirectory(path)) throw new InvalidException("'" + path + "' is a folder", "name a file in it");
        if (!Files.isRegularFile(path))
            throw new InvalidException("cannot read '" + path + "': there is no such file", "check the name");
        String name = path.toString().toLowerCase(Locale.ROOT);
        if (name.matches(".*\\.(csv|tsv|txt)(\\.gz)?")) return new CsvRecords(path);
        if (name.endsWith(".parquet")) return new ParquetRecords(path);
        throw new InvalidException(
                "'" + path + "' is neither CSV nor Parquet",
                "give a file that ends in .csv, .csv.gz, .tsv or .parquet");
    }

    /** Refuses what is asked of columns that are not there. */
    static void check(Path path, List<String> present, List<Wanted> wanted) {
        for (Wanted one : wanted)
            if (!present.contains(one.name()))
                throw new InvalidException(
                        "there is no column '" + one.name() + "' in '" + path + "'",
                        "it has " + String.join(", ", present.subList(0, Math.min(20, present.size()))));
    }

    /** Rows are counted before they are read. */
    static void checkUnchanged(boolean unchanged) {
        if (!unchanged)
            throw new InvalidException("the file has changed while it was read", "train on a file that stays");
    }
}
