package io.sordino.train.data;

import io.sordino.refusal.InvalidException;
import java.util.Arrays;

/** Rows of which only the numbers that are not 0 are kept, with their columns in rising order. */
public final class SparseFeatures implements Features {
    private static final long serialVersionUID = 1L;

    private static final int ROWS_AT_HAND = 32;

    private final int[] starts;
    private final int[] places;
    private final double[] values;
    private final int columns;

    private SparseFeatures(int[] starts, int[] places, double[] values, int columns) {
        this.starts = starts;
        this.places = places;
        this.values = values;
        this.columns = columns;
    }

    /** Row i has {@code values} from {@code starts[i]} to {@code starts[i + 1]}, in the columns {@code places}. */
    public static SparseFeatures of(int[] starts, int[] places, double[] values, int columns) {
        // copied before they are looked at: nobody can change what has been checked
        return checked(new SparseFeatures(starts.clone(), places.clone(), values.clone(), columns));
    }

    private static SparseFeatures checked(SparseFeatures rows) {
        int[] starts = rows.starts;
        int[] places = rows.places;
        double[] values = rows.values;
        int columns = rows.columns;
        boolean shaped = starts.length >= 2
                && starts[0] == 0
                && starts[starts.length - 1] == places.length
                && places.length == values.length;
        if (!shaped)
            throw new InvalidException(
                    "starts must begin with 0, end with the number of values and have one number more than rows");
        for (int row = 0; row + 1 < starts.length; row++) {
            int last = -1;
            if (!(starts[row] <= starts[row + 1])) throw new InvalidException("starts must not fall");
            for (int i = starts[row]; i < starts[row + 1]; i++) {
                if (!(places[i] > last && places[i] < columns))
                    throw new InvalidException("the columns of a row must rise and be below " + columns);
                if (!Double.isFinite(values[i]))
                    throw new InvalidException("features must be finite numbers", "mend NaN and infinities first");
                last = places[i];
            }
        }
        return rows;
    }

    @Override
    public int rows() {
        return starts.length - 1;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public double dot(int row, double[] weights, int offset) {
        double sum = 0;
        for (int i = starts[row]; i < starts[row + 1]; i++) sum += values[i] * weights[offset + places[i]];
        return sum;
    }

    @Override
    public double scaledDot(int row, double scale, double[] weights, int offset) {
        double sum = 0;
        for (int i = starts[row]; i < starts[row + 1]; i++) sum += scale * values[i] * weights[offset + places[i]];
        return sum;
    }

    @Override
    public void add(int row, double factor, double[] sum, int offset) {
        for (int i = starts[row]; i < starts[row + 1]; i++) sum[offset + places[i]] += factor * values[i];
    }

    @Override
    public Reader reader() {
        return new Reader() {
            private int row;

            @Override
            public void read(int next) {
                row = next;
            }

            @Override
            public double dot(double[] weights, int offset) {
                return SparseFeatures.this.dot(row, weights, offset);
            }

            @Override
            public void addWhole(double factor, double[] sum, int offset) {
                for (int i = starts[row]; i < starts[row + 1]; i++)
                    sum[offset + places[i]] += (factor * values[i] + TO_WHOLE) - TO_WHOLE;
            }
        };
    }

    @Override
    public double squaredNorm(int row) {
        double norm = 0;
        for (int i = starts[row]; i < starts[row + 1]; i++) norm += values[i] * values[i];
        return norm;
    }

    @Override
    public double touched(int row) {
        double sum = 0;
        for (int i = starts[row]; i < starts[row + 1]; i += TOGETHER) sum += values[i] + places[i];
        return sum;
    }

    @Override
    public int atHand() {
        return ROWS_AT_HAND;
    }

    @Override
    public double at(int row, int column) {
        int found = Arrays.binarySearch(places, starts[row], starts[row + 1], column);
        return found >= 0 ? values[found] : 0;
    }
}
