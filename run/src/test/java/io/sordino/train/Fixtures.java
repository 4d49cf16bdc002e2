package io.sordino.train;

import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Examples;
import io.sordino.train.data.SparseFeatures;
import io.sordino.train.model.Huber;
import io.sordino.train.model.Loss;
import io.sordino.train.model.Softmax;

/** Made-up records. */
public final class Fixtures {
    private Fixtures() {}

    public static double uniform(RandomSource random) {
        return random.bits(53) * 0x1p-52 - 1;
    }

    public static double[] values(int count, long seed) {
        RandomSource random = Tapes.seeded(seed);
        double[] values = new double[count];
        for (int i = 0; i < count; i++) values[i] = uniform(random);
        return values;
    }

    /** Labels depend on the features, with errors. */
    public static Examples examples(Loss loss, int rows, int columns, long seed) {
        double[] x = values(rows * columns, seed);
        RandomSource random = Tapes.seeded(seed + 1);
        double[] y = new double[rows];
        for (int i = 0; i < rows; i++) {
            double signal = x[i * columns] - 0.5 * x[i * columns + 1] + 0.3 * uniform(random) + 0.2;
            if (loss instanceof Huber) y[i] = 2 * signal;
            else if (loss instanceof Softmax softmax)
                y[i] = Math.max(0, Math.min(softmax.classes() - 1, Math.rint(signal + 1)));
            else y[i] = signal > 0 ? 1 : 0;
        }
        return Examples.of(DenseFeatures.of(x, columns), y);
    }

    /** The same records with zeros left out. */
    public static Examples sparse(Examples dense) {
        int rows = dense.size();
        int columns = dense.features().columns();
        int[] starts = new int[rows + 1];
        int[] places = new int[rows * columns];
        double[] values = new double[rows * columns];
        double[] labels = new double[rows];
        for (int i = 0; i < rows; i++) {
            starts[i + 1] = (i + 1) * columns;
            labels[i] = dense.label(i);
            for (int j = 0; j < columns; j++) {
                places[i * columns + j] = j;
                values[i * columns + j] = dense.features().at(i, j);
            }
        }
        return Examples.of(SparseFeatures.of(starts, places, values, columns), labels);
    }
}
