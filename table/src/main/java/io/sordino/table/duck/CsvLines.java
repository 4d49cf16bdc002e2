package io.sordino.table.duck;

import io.sordino.table.engine.CsvLine;
import io.sordino.table.query.RowSql;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A CSV file line by line: what is read of a line depends on that line alone, whatever the others hold.
 *
 * <p>The engine's own reader lets a quote that is not closed swallow the lines after it, and fails on a line that ends unlike the others: one record would change how
 * many are read. Here it only cuts the file into lines, at LF, CR or CRLF and without quotes, and a line is taken apart by its own text. One that does not have as many cells
 * as there are columns, has a quote where none belongs, is no UTF-8 or is too long is left out.
 */
final class CsvLines {
    /** The engine's reader loses lines at the ends of buffers that are no multiple of the longest line. */
    private static final int BUFFER_BYTES = 8 * CsvLine.MOST_BYTES;

    private CsvLines() {}

    /**
     * What stands behind FROM: columns c0, c1, ... of text, empty cells NULL.
     *
     * @param file a literal
     */
    static String from(String file, CsvHeader header) {
        String lines = "read_csv(" + file
                + ", auto_detect=false, header=true, delim='', quote='', escape='', strict_mode=false, "
                + "ignore_errors=true, max_line_size=" + CsvLine.MOST_BYTES + ", buffer_size=" + BUFFER_BYTES
                + ", columns={'line': 'VARCHAR'})";
        int width = header.names().size();
        String columns = IntStream.range(0, width)
                .mapToObj(i -> "nullif(cells[" + (i + 1) + "], '') AS c" + i)
                .collect(Collectors.joining(", "));
        return "(SELECT " + columns + " FROM (SELECT " + cells(header.delimiter()) + " AS cells FROM " + lines
                + " WHERE line IS NOT NULL) WHERE len(cells) = " + width + ")";
    }

    private static String cells(char delimiter) {
        String between = "[" + delimiter + "]";
        String cell = "(\"(?:[^\"]|\"\")*\"|[^\"" + delimiter + "]*)";
        String separator = RowSql.literal(String.valueOf(delimiter));
        String whole = RowSql.literal(cell + "(?:" + between + cell + ")*");
        // with a delimiter before the first cell, too, no match is empty
        String each = "regexp_extract_all(" + separator + " || line, " + RowSql.literal(between + cell) + ", 1)";
        String unquoted = "list_transform(" + each
                + ", lambda cell: CASE WHEN starts_with(cell, '\"') THEN replace(substr(cell, 2, length(cell) - 2), '\"\"', '\"') ELSE cell END)";
        return "CASE WHEN NOT contains(line, '\"') THEN string_split(line, " + separator
                + ") WHEN regexp_full_match(line, " + whole + ") THEN " + unquoted + " END";
    }
}
