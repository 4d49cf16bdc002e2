package io.sordino.train.data;

import io.sordino.refusal.InvalidException;
import java.io.Serializable;

/**
 * Records to learn from: features and a label each. A record whose label is none that a model knows, such as {@link #NO_LABEL}, counts as nothing: it is one
 * of the records, and adds neither a gradient nor a loss. To refuse it would tell that it is there.
 */
public final class Examples implements Serializable {
    private static final long serialVersionUID = 1L;

    /** What stands for the label of a record that counts as nothing: no model knows it. */
    public static final double NO_LABEL = Double.NaN;

    /** Sums of so many contributions are exact. */
    public static final int MOST = 1 << 26;

    private final Features features;
    private final double[] labels;

    private Examples(Features features, double[] labels) {
        this.features = features;
        this.labels = labels;
    }

    /** Rows with their labels, in the same order. */
    public static Examples of(Features features, double[] labels) {
        if (!(features.rows() == labels.length))
            throw new InvalidException(
                    "there must be a label for each row: " + features.rows() + " rows, " + labels.length + " labels");
        if (!(labels.length <= MOST)) throw new InvalidException("there may be at most 2^26 records");
        return new Examples(features, labels.clone());
    }

    /** How many records there are. */
    public int size() {
        return labels.length;
    }

    /** The rows. */
    public Features features() {
        return features;
    }

    /** The label of a record. */
    public double label(int record) {
        return labels[record];
    }
}
