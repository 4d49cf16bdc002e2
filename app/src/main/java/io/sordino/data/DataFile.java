package io.sordino.data;

import io.sordino.refusal.InvalidException;
import io.sordino.train.data.Cells;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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

    /** Where the columns are that are asked for; one that is not there is refused. */
    static int[] places(Path path, List<String> present, List<Wanted> wanted) {
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < present.size(); i++) numbers.put(present.get(i), i);
        return wanted.stream()
                .mapToInt(one -> Optional.ofNullable(numbers.get(one.name()))
                        .orElseThrow(() -> new InvalidException(
                                "there is no column '" + one.name() + "' in '" + path + "'",
                                "it has " + String.join(", ", present.subList(0, Math.min(20, present.size()))))))
                .toArray();
    }

    /** Rows are counted before they are read. */
    static void checkUnchanged(boolean unchanged) {
        if (!unchanged)
            throw new InvalidException("the file has changed while it was read", "train on a file that stays");
    }
}
