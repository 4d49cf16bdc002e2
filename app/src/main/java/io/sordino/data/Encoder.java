package io.sordino.data;

import io.sordino.refusal.InvalidException;
import io.sordino.train.data.Cells;
import io.sordino.train.data.Examples;
import io.sordino.train.data.Features;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;

/**
 * Rows of a file as features by a public schema. Where a promise is given, a row that does not fit counts as nothing, for to refuse it would tell that it is there;
 * elsewhere it is refused. Messages name columns and never values.
 */
public final class Encoder {
    /** An entry of a sparse row needs half as much memory again, and more time. */
    private static final int SPARSE_FROM = 4;

    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private final Schema schema;
    private final int width;
    private final int[] offsets;
    private final List<Map<String, Integer>> levels = new ArrayList<>();
    private final Map<String, Integer> classes;

    public Encoder(Schema schema) {
        this.schema = schema;
        width = schema.width();
        offsets = new int[schema.columns().size()];
        int at = 0;
        for (int c = 0; c < offsets.length; c++) {
            offsets[c] = at;
            at += schema.columns().get(c).width();
            levels.add(
                    schema.columns().get(c) instanceof Column.Categorical categorical
                            ? numbered(categorical.levels())
                            : Map.of());
        }
        classes = numbered(schema.classes());
    }

    private static Map<String, Integer> numbered(List<String> names) {
        Map<String, Integer> numbers = new HashMap<>();
        for (String name : names) numbers.put(name, numbers.size());
        return numbers;
    }

    /** Features and labels to learn from under a promise: a row that does not fit counts as nothing, and nobody is told. */
    public Examples fitting(Cells file) {
        BitSet unfit = new BitSet();
        return labelled(file, (row, problem, advice) -> unfit.set(row), unfit);
    }

    /** Features and labels to evaluate on: a row that does not fit is refused. */
    public Examples labelled(Cells file) {
        return labelled(file, Misfits.REFUSED, new BitSet());
    }

    private Examples labelled(Cells file, Misfits misfits, BitSet unfit) {
        int rows = rows(file);
        Rows values = empty(rows);
        double[] labels = new double[rows];
        file.read(labelledColumns(), rows, new Filling(values, labels, misfits));
        unfit.stream().forEach(row -> labels[row] = Examples.NO_LABEL);
        return Examples.of(values.features(), labels);
    }

    /**
     * How many rows count as nothing, by what is wrong with them. It is counted without noise: for the owner of the data alone, and what is released must not
     * depend on it.
     */
    public Map<String, Integer> misfits(Cells file) {
        Map<String, Integer> counts = new TreeMap<>();
        BitSet seen = new BitSet();
        labelled(
                file,
                (row, problem, advice) -> {
                    if (!seen.get(row)) counts.merge(problem + ": " + advice, 1, Integer::sum);
                    seen.set(row);
                },
                seen);
        return counts;
    }

    /** Features, and the label behind them. */
    List<Cells.Wanted> labelledColumns() {
        List<Cells.Wanted> wanted = wanted();
        wanted.add(new Cells.Wanted(schema.label(), schema.classes().isEmpty()));
        return wanted;
    }

    /** Features alone, to predict from. */
    public Features features(Cells file) {
        int rows = rows(file);
        Rows values = empty(rows);
        file.read(wanted(), rows, new Filling(values, new double[0], Misfits.REFUSED));
        return values.features();
    }

    /** One-hot and sparse columns are mostly 0: what is worth keeping is one number a column. */
    private boolean isSparse() {
        return width >= SPARSE_FROM * offsets.length;
    }

    private Rows empty(int rows) {
        return isSparse() ? Rows.sparse(rows, width) : Rows.dense(rows, width);
    }

    private int rows(Cells file) {
        int rows = file.rows();
        if (!(rows >= 1)) throw new InvalidException("the file has no rows", "give one with a header and records");
        if (!(isSparse() || (long) rows * width <= LARGEST))
            throw new InvalidException(
                    rows + " rows of " + width + " numbers do not fit into memory", "leave out columns or rows");
        return rows;
    }

    private List<Cells.Wanted> wanted() {
        List<Cells.Wanted> wanted = new ArrayList<>();
        for (Column column : schema.columns())
            wanted.add(new Cells.Wanted(column.name(), column instanceof Column.Numeric));
        return wanted;
    }

    /** What is done with a row that does not fit. */
    private interface Misfits {
        Misfits REFUSED = (row, problem, advice) -> {
            throw new InvalidException(problem, advice);
        };

        void found(int row, String problem, String advice);
    }

    /** Puts what is read in its place. */
    private final class Filling implements Cells.Sink {
        private final Rows values;
        private final double[] labels;
        private final Misfits misfits;

        Filling(Rows values, double[] labels, Misfits misfits) {
            this.values = values;
            this.labels = labels;
            this.misfits = misfits;
        }

        @Override
        public void unreadable(int row, String problem) {
            misfits.found(
                    row,
                    problem,
                    "mend or drop such rows; a column of words needs its levels, --categorical COLUMN=A|B");
        }

        @Override
        public void number(int row, int c, double value) {
            if (c == offsets.length) {
                if (Double.isFinite(value)) labels[row] = value;
                else
                    misfits.found(
                            row,
                            "the label '" + schema.label() + "' is missing or not a finite number in some row",
                            "mend or drop such rows");
                return;
            }
            Column.Numeric column = (Column.Numeric) schema.columns().get(c);
            double given = Double.isNaN(value) ? column.imputed().orElse(Double.NaN) : value;
            if (Double.isNaN(given))
                misfits.found(
                        row,
                        "column '" + column.name() + "' is missing or NaN in some row",
                        "say what stands for it with train --impute " + column.name() + "=VALUE, or drop such rows");
            else if (!(Double.isFinite(given) || column.lower().isPresent()))
                misfits.found(
                        row,
                        "column '" + column.name() + "' is infinite in some row",
                        "give it bounds or drop such rows");
            else values.put(row, offsets[c], column.encoded(given));
        }

        /** Puts the entries as far as they can be read; true if that is to the end. */
        private boolean entries(int row, int offset, Column.Sparse column, String text) {
            int last = -1;
            for (StringTokenizer words = new StringTokenizer(text); words.hasMoreTokens(); ) {
                String word = words.nextToken();
                int colon = word.indexOf(':');
                if (colon < 1) return false;
                int place;
                double number;
                try {
                    place = Integer.parseInt(word.substring(0, colon));
                    number = Double.parseDouble(word.substring(colon + 1));
                } catch (NumberFormatException e) {
                    return false;
                }
                if (!(place > last && place < column.width() && Double.isFinite(number))) return false;
                values.put(row, offset + place, number);
                last = place;
            }
            return true;
        }

        @Override
        public void text(int row, int c, String value) {
            if (c == offsets.length) {
                label(row, value);
                return;
            }
            if (schema.columns().get(c) instanceof Column.Sparse sparse) {
                if (!entries(row, offsets[c], sparse, value))
                    misfits.found(
                            row,
                            "column '" + sparse.name()
                                    + "' holds something other than PLACE:NUMBER entries, with places that rise from 0"
                                    + " to "
                                    + (sparse.width() - 1) + " and finite numbers",
                            "mend or drop such rows");
                return;
            }
            Column.Categorical column = (Column.Categorical) schema.columns().get(c);
            Integer level = levels.get(c).get(value);
            if (!value.isEmpty() && level != null) values.put(row, offsets[c] + level, 1);
            else if (!value.isEmpty())
                misfits.found(
                        row,
                        "column '" + column.name() + "' holds a level that is not in the schema",
                        "list all levels with train --categorical, or drop such rows");
            else if (!column.mayBeMissing())
                misfits.found(
                        row,
                        "column '" + column.name() + "' is missing in some row",
                        "allow it with train --impute " + column.name() + "=, or drop such rows");
        }

        private void label(int row, String value) {
            Integer number = classes.get(value);
            // 1 and 1.0 are one class
            if (number == null && value.endsWith(".0")) number = classes.get(value.substring(0, value.length() - 2));
            if (number != null) labels[row] = number;
            else if (value.isEmpty())
                misfits.found(
                        row, "the label '" + schema.label() + "' is missing in some row", "mend or drop such rows");
            else
                misfits.found(
                        row,
                        "the label '" + schema.label() + "' holds a class that is not in the schema, which has "
                                + String.join(", ", schema.classes()),
                        "name all classes as they are written, such as --classes no,yes");
        }
    }

    /**
     * The columns that are the same in every row. All rows together decide that, without noise: it is for the owner of the data alone, and
     * what is released must not depend on it.
     */
    public List<String> constants(Cells file) {
        int rows = rows(file);
        Rows values = empty(rows);
        file.read(wanted(), rows, new Filling(values, new double[0], (row, problem, advice) -> {}));
        boolean[] varies = values.varies();
        List<String> constants = new ArrayList<>();
        for (int c = 0; c < offsets.length; c++) {
            Column column = schema.columns().get(c);
            boolean constant = true;
            for (int j = 0; j < column.width(); j++) constant &= !varies[offsets[c] + j];
            if (constant) constants.add(column.name());
        }
        return constants;
    }

    /**
     * The numbers of numeric columns, for bounds to be found from, in one reading of the file; missing ones take what stands for them, and where nothing does are
     * left out.
     */
    public static List<double[]> numbers(Cells file, List<Column.Numeric> columns) {
        List<Cells.Wanted> wanted = new ArrayList<>();
        for (Column.Numeric column : columns) wanted.add(new Cells.Wanted(column.name(), true));
        int rows = file.rows();
        double[][] numbers = new double[columns.size()][rows];
        for (double[] column : numbers) Arrays.fill(column, Double.NaN);
        file.read(wanted, rows, new Cells.Sink() {
            @Override
            public void number(int row, int c, double value) {
                numbers[c][row] = Double.isNaN(value) ? columns.get(c).imputed().orElse(Double.NaN) : value;
            }

            @Override
            public void text(int row, int c, String value) {}

            @Override
            public void unreadable(int row, String problem) {}
        });
        return Arrays.stream(numbers)
                .map(column -> Arrays.stream(column).filter(Double::isFinite).toArray())
                .toList();
    }
}
