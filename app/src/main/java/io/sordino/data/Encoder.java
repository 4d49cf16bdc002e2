package io.sordino.data;

import io.sordino.train.DenseFeatures;
import io.sordino.train.Examples;
import io.sordino.train.Features;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of a file as features by a public schema. What does not fit is refused here, where the owner of the data stands; messages name columns and
 * never values.
 */
public final class Encoder {
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

    /** Features and labels to learn from: a column that never changes is refused. */
    public Examples examples(DataFile file) {
        return labelled(file, true);
    }

    /** Features and labels to evaluate on. */
    public Examples labelled(DataFile file) {
        return labelled(file, false);
    }

    private Examples labelled(DataFile file, boolean learning) {
        int rows = rows(file);
        double[] values = new double[rows * width];
        double[] labels = new double[rows];
        List<DataFile.Wanted> wanted = wanted();
        wanted.add(new DataFile.Wanted(schema.label(), schema.classes().isEmpty()));
        file.read(wanted, rows, new Filling(values, labels));
        if (learning) refuseConstants(values, rows);
        return Examples.of(DenseFeatures.of(values, width), labels);
    }

    /** Features alone, to predict from. */
    public Features features(DataFile file) {
        int rows = rows(file);
        double[] values = new double[rows * width];
        file.read(wanted(), rows, new Filling(values, new double[0]));
        return DenseFeatures.of(values, width);
    }

    private int rows(DataFile file) {
        int rows = file.rows();
        if (!(rows >= 1))
            throw new IllegalArgumentException("the file has no rows; give one with a header and records");
        if (!((long) rows * width <= LARGEST))
            throw new IllegalArgumentException(
                    rows + " rows of " + width + " numbers do not fit into memory; leave out columns or rows");
        return rows;
    }

    private List<DataFile.Wanted> wanted() {
        List<DataFile.Wanted> wanted = new ArrayList<>();
        for (Column column : schema.columns())
            wanted.add(new DataFile.Wanted(column.name(), column instanceof Column.Numeric));
        return wanted;
    }

    /** Puts what is read in its place. */
    private final class Filling implements DataFile.Sink {
        private final double[] values;
        private final double[] labels;

        Filling(double[] values, double[] labels) {
            this.values = values;
            this.labels = labels;
        }

        @Override
        public void number(int row, int c, double value) {
            if (c == offsets.length) {
                if (!Double.isFinite(value))
                    throw new IllegalArgumentException("the label '" + schema.label()
                            + "' is missing or not a finite number in some row; mend or drop such rows");
                labels[row] = value;
                return;
            }
            Column.Numeric column = (Column.Numeric) schema.columns().get(c);
            double given = value;
            if (Double.isNaN(given)) {
                if (column.imputed().isEmpty())
                    throw new IllegalArgumentException("column '" + column.name()
                            + "' is missing or NaN in some row; say what stands for it with --impute " + column.name()
                            + "=VALUE, or drop such rows");
                given = column.imputed().getAsDouble();
            }
            if (!(Double.isFinite(given) || column.lower().isPresent()))
                throw new IllegalArgumentException(
                        "column '" + column.name() + "' is infinite in some row; give it bounds or drop such rows");
            values[row * width + offsets[c]] = column.encoded(given);
        }

        @Override
        public void text(int row, int c, String value) {
            if (c == offsets.length) {
                labels[row] = labelled(value);
                return;
            }
            Column.Categorical column = (Column.Categorical) schema.columns().get(c);
            if (value.isEmpty()) {
                if (!column.mayBeMissing())
                    throw new IllegalArgumentException("column '" + column.name()
                            + "' is missing in some row; allow it with --impute " + column.name()
                            + "=, or drop such rows");
                return;
            }
            Integer level = levels.get(c).get(value);
            if (level == null)
                throw new IllegalArgumentException("column '" + column.name()
                        + "' holds a level that is not in the schema; list all levels with --categorical");
            values[row * width + offsets[c] + level] = 1;
        }
    }

    private double labelled(String value) {
        Integer number = classes.get(value);
        // 1 and 1.0 are one class
        if (number == null && value.endsWith(".0")) number = classes.get(value.substring(0, value.length() - 2));
        if (number == null)
            throw new IllegalArgumentException("the label '" + schema.label()
                    + "' holds a class that is not in the schema; list all classes with --classes "
                    + String.join(",", schema.classes()));
        return number;
    }

    private void refuseConstants(double[] values, int rows) {
        if (rows < 2) return;
        boolean[] varies = new boolean[width];
        int left = width;
        for (int row = 1; row < rows && left > 0; row++)
            for (int j = 0; j < width; j++)
                if (!varies[j] && values[row * width + j] != values[j]) {
                    varies[j] = true;
                    left--;
                }
        for (int c = 0; c < offsets.length; c++) {
            Column column = schema.columns().get(c);
            boolean constant = true;
            for (int j = 0; j < column.width(); j++) constant &= !varies[offsets[c] + j];
            if (constant)
                throw new IllegalArgumentException("column '" + column.name()
                        + "' is the same in every row; leave it out with --features or --drop " + column.name());
        }
    }

    /** The numbers of one numeric column, for bounds to be found from; missing ones take what stands for them. */
    public static double[] numbers(DataFile file, Column.Numeric column) {
        double[] numbers = new double[file.rows()];
        file.read(List.of(new DataFile.Wanted(column.name(), true)), numbers.length, new DataFile.Sink() {
            @Override
            public void number(int row, int c, double value) {
                numbers[row] = Double.isNaN(value) ? column.imputed().orElse(Double.NaN) : value;
            }

            @Override
            public void text(int row, int c, String value) {}
        });
        if (!Arrays.stream(numbers).allMatch(Double::isFinite))
            throw new IllegalArgumentException("column '" + column.name()
                    + "' is missing or not finite in some row; say what stands for it with --impute " + column.name()
                    + "=VALUE");
        return numbers;
    }
}
