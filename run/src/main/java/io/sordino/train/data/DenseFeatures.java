package io.sordino.train.data;

import io.sordino.refusal.InvalidException;

/** All numbers of all rows, row after row. */
public final class DenseFeatures implements Features {
    private static final long serialVersionUID = 1L;

    private static final int ROWS_AT_HAND = 32;
    private static final int NUMBERS_AT_HAND = 8192;

    private final double[] values;
    private final int rows;
    private final int columns;

    private DenseFeatures(double[] values, int rows, int columns) {
        this.values = values;
        this.rows = rows;
        this.columns = columns;
    }

    /** Copies the numbers, so that what was checked and measured of them stays true; {@link Builder} holds them once. */
    public static DenseFeatures of(double[] values, int columns) {
        return checked(values.clone(), columns);
    }

    /** Rows that are filled in number by number: a million of them should not be held twice. */
    public static final class Builder {
        private final int columns;
        private double[] values;

        /** Of so many rows, all 0 to begin with. */
        public Builder(int rows, int columns) {
            this.columns = columns;
            values = new double[Math.multiplyExact(rows, columns)];
        }

        /** Sets a number; refused once the rows have been built. */
        public void put(int row, int column, double value) {
            values[row * columns + column] = value;
        }

        /** The number as it stands. */
        public double at(int row, int column) {
            return values[row * columns + column];
        }

        /** The rows, which nobody can change from here on. */
        public DenseFeatures build() {
            DenseFeatures built = checked(values, columns);
            values = new double[0];
            return built;
        }
    }

    private static DenseFeatures checked(double[] values, int columns) {
        if (!(columns >= 1)) throw new InvalidException("columns must be at least 1, was " + columns);
        if (!(values.length >= columns && values.length % columns == 0))
            throw new InvalidException("values must be whole rows of " + columns + " numbers, at least one");
        double check = 0;
        for (double value : values) check += value * 0;
        // a product with 0 is 0 for finite numbers alone
        if (!(check == 0))
            throw new InvalidException("features must be finite numbers", "mend NaN and infinities first");
        return new DenseFeatures(values, values.length / columns, columns);
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public double dot(int row, double[] weights, int offset) {
        return dot(values, row * columns, weights, offset, columns);
    }

    @Override
    public double scaledDot(int row, double scale, double[] weights, int offset) {
        double sum = 0;
        for (int j = 0; j < columns; j++) sum += scale * values[row * columns + j] * weights[offset + j];
        return sum;
    }

    private static double dot(double[] x, int from, double[] weights, int offset, int columns) {
        int whole = columns & ~3;
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        // four sums that do not wait for each other
        for (int j = 0; j < whole; j += 4) {
            a += x[from + j] * weights[offset + j];
            b += x[from + j + 1] * weights[offset + j + 1];
            c += x[from + j + 2] * weights[offset + j + 2];
            d += x[from + j + 3] * weights[offset + j + 3];
        }
        for (int j = whole; j < columns; j++) a += x[from + j] * weights[offset + j];
        return (a + b) + (c + d);
    }

    @Override
    public void add(int row, double factor, double[] sum, int offset) {
        double[] x = values;
        int from = row * columns;
        for (int j = 0; j < columns; j++) sum[offset + j] += factor * x[from + j];
    }

    /** A copy at the beginning of an array lies better for vectors than a row in the middle of many. */
    @Override
    public Reader reader() {
        double[] x = new double[columns];
        return new Reader() {
            @Override
            public void read(int row) {
                System.arraycopy(values, row * columns, x, 0, columns);
            }

            @Override
            public double dot(double[] weights, int offset) {
                return DenseFeatures.dot(x, 0, weights, offset, columns);
            }

            @Override
            public void addWhole(double factor, double[] sum, int offset) {
                for (int j = 0; j < x.length; j++) sum[offset + j] += (factor * x[j] + TO_WHOLE) - TO_WHOLE;
            }
        };
    }

    @Override
    public double squaredNorm(int row) {
        double[] x = values;
        int from = row * columns;
        double norm = 0;
        for (int j = 0; j < columns; j++) norm += x[from + j] * x[from + j];
        return norm;
    }

    @Override
    public double touched(int row) {
        double[] x = values;
        int from = row * columns;
        double sum = x[from + columns - 1];
        for (int j = 0; j < columns; j += TOGETHER) sum += x[from + j];
        return sum;
    }

    @Override
    public int atHand() {
        return Math.max(1, Math.min(ROWS_AT_HAND, NUMBERS_AT_HAND / columns));
    }

    @Override
    public double at(int row, int column) {
        return values[row * columns + column];
    }
}
