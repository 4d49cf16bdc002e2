package io.sordino.data;

import io.sordino.refusal.InvalidException;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Features;
import io.sordino.train.data.SparseFeatures;
import java.util.Arrays;

/** Where the numbers of rows are put as they are read: rows and, within a row, places come in rising order. */
sealed interface Rows {
    void put(int row, int place, double value);

    Features features();

    /** Whether each place has two different numbers in two rows. */
    boolean[] varies();

    static Rows dense(int rows, int width) {
        return new Dense(new DenseFeatures.Builder(rows, width), rows, width);
    }

    static Rows sparse(int rows, int width) {
        return new Sparse(rows, width);
    }

    /** All numbers, row after row. */
    final class Dense implements Rows {
        private final DenseFeatures.Builder values;
        private final int rows;
        private final int width;

        private Dense(DenseFeatures.Builder values, int rows, int width) {
            this.values = values;
            this.rows = rows;
            this.width = width;
        }

        @Override
        public void put(int row, int place, double value) {
            values.put(row, place, value);
        }

        @Override
        public Features features() {
            return values.build();
        }

        @Override
        public boolean[] varies() {
            boolean[] varies = new boolean[width];
            int left = width;
            for (int row = 1; row < rows && left > 0; row++)
                for (int j = 0; j < width; j++)
                    if (!varies[j] && values.at(row, j) != values.at(0, j)) {
                        varies[j] = true;
                        left--;
                    }
            return varies;
        }
    }

    /** The numbers that are not 0. */
    final class Sparse implements Rows {
        private static final int MOST = Integer.MAX_VALUE - 8;

        private final int width;
        private final int[] ends;
        private int[] places = new int[1024];
        private double[] values = new double[1024];
        private int used;

        private Sparse(int rows, int width) {
            this.width = width;
            ends = new int[rows + 1];
        }

        @Override
        public void put(int row, int place, double value) {
            if (value == 0) return;
            if (used == places.length) {
                if (!(used < MOST))
                    throw new InvalidException(
                            "there are too many numbers that are not 0", "leave out columns or rows");
                int more = (int) Math.min(MOST, used * 2L);
                places = Arrays.copyOf(places, more);
                values = Arrays.copyOf(values, more);
            }
            places[used] = place;
            values[used++] = value;
            ends[row + 1] = used;
        }

        @Override
        public Features features() {
            int[] starts = ends.clone();
            // a row of zeros ends where the one before it does
            for (int i = 1; i < starts.length; i++) starts[i] = Math.max(starts[i], starts[i - 1]);
            return SparseFeatures.of(starts, Arrays.copyOf(places, used), Arrays.copyOf(values, used), width);
        }

        @Override
        public boolean[] varies() {
            int rows = ends.length - 1;
            int[] counts = new int[width];
            double[] first = new double[width];
            boolean[] varies = new boolean[width];
            for (int i = 0; i < used; i++) {
                int place = places[i];
                if (counts[place]++ == 0) first[place] = values[i];
                else if (values[i] != first[place]) varies[place] = true;
            }
            for (int j = 0; j < width; j++) varies[j] |= counts[j] > 0 && counts[j] < rows;
            return varies;
        }
    }
}
