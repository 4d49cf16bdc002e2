package io.sordino.spark;

import io.sordino.train.data.Cells;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;

/** The cells of a partition, of which the first column numbers the records. */
final class BlockCells implements Cells {
    private static final int FIRST = 1024;

    private final List<Wanted> wanted;
    private final double[][] numbers;
    private final List<List<String>> texts = new ArrayList<>();
    private int[] places = new int[FIRST];
    private int rows;

    /** @param wanted the columns of the rows behind the first */
    BlockCells(List<Wanted> wanted, Iterator<Row> all) {
        this.wanted = wanted;
        numbers = new double[wanted.size()][];
        for (int c = 0; c < wanted.size(); c++) {
            numbers[c] = new double[wanted.get(c).numeric() ? FIRST : 0];
            texts.add(new ArrayList<>());
        }
        all.forEachRemaining(this::add);
    }

    private void add(Row row) {
        if (rows == places.length) {
            places = Arrays.copyOf(places, 2 * rows);
            for (int c = 0; c < numbers.length; c++)
                if (wanted.get(c).numeric()) numbers[c] = Arrays.copyOf(numbers[c], 2 * rows);
        }
        places[rows] = Math.toIntExact(row.getLong(0));
        for (int c = 0; c < numbers.length; c++) {
            boolean missing = row.isNullAt(c + 1);
            if (wanted.get(c).numeric()) numbers[c][rows] = missing ? Double.NaN : row.getDouble(c + 1);
            else texts.get(c).add(missing ? "" : row.getString(c + 1));
        }
        rows++;
    }

    /** The numbers of the records. */
    int[] places() {
        return Arrays.copyOf(places, rows);
    }

    @Override
    public List<String> columns() {
        return wanted.stream().map(Wanted::name).toList();
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public void read(List<Wanted> asked, int expected, Sink sink) {
        for (int row = 0; row < rows; row++)
            for (int i = 0; i < asked.size(); i++) {
                int c = wanted.indexOf(asked.get(i));
                if (asked.get(i).numeric()) sink.number(row, i, numbers[c][row]);
                else sink.text(row, i, texts.get(c).get(row));
            }
    }
}
