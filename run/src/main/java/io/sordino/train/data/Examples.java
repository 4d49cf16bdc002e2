package io.sordino.train.data;

import io.sordino.refusal.InvalidException;
import java.io.Serializable;

/** Records to learn from: features and a label each. Messages say nothing of the records. */
public final class Examples implements Serializable {
    private static final long serialVersionUID = 1L;

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
        for (double label : labels)
            if (!Double.isFinite(label))
                throw new InvalidException("labels must be finite numbers", "mend NaN and infinities first");
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
