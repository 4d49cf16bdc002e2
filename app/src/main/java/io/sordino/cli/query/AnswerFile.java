package io.sordino.cli.query;

import io.sordino.cli.CommandException;
import io.sordino.cli.Sources;
import io.sordino.data.Atomic;
import io.sordino.table.duck.ParquetFile;
import io.sordino.table.release.FlatAnswer;
import io.sordino.table.release.TableAnswer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A file for the rows of an answer; its name says the format, and is checked before any work is done. */
record AnswerFile(String name) {
    AnswerFile {
        String low = name.toLowerCase(Locale.ROOT);
        if (!(low.endsWith(".csv") || low.endsWith(".parquet")))
            throw CommandException.invalid(
                    "--out must end in .csv or .parquet, was '" + name + "'", "name the file, such as answer.csv");
        Atomic.check(Sources.path(name));
    }

    void write(TableAnswer answer) {
        Path file = Sources.path(name);
        if (name.toLowerCase(Locale.ROOT).endsWith(".csv")) Atomic.write(file, csv(answer));
        else Atomic.replace(file, part -> ParquetFile.write(part, FlatAnswer.of(answer)));
    }

    static String csv(TableAnswer answer) {
        FlatAnswer flat = FlatAnswer.of(answer);
        StringBuilder text = new StringBuilder(line(flat.columns()));
        for (List<Optional<Object>> row : flat.rows())
            text.append(line(row.stream()
                    .map(cell -> cell.map(Object::toString).orElse(""))
                    .toList()));
        return text.toString();
    }

    private static String line(List<String> cells) {
        return cells.stream().map(AnswerFile::quoted).collect(Collectors.joining(",")) + "\n";
    }

    private static String quoted(String cell) {
        return cell.matches("[^,\"\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
