package io.sordino.train.gradient;

import io.sordino.engine.sample.Batch;

/** Sums of the gradients of a batch in steps of the grid, wherever the records are. Whole numbers add up to the same in any order. */
public interface WholeSums {
    /** One sum for each weight. */
    double[] of(Batch batch, double[] weights);
}
