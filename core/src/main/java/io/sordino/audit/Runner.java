package io.sordino.audit;

import io.sordino.noise.RandomSource;

/** One mechanism of a plan, run for real. */
interface Runner {
    /**
     * Runs it once with a record that takes part {@code times} times, 0 if it is not there, and returns the log-likelihood ratio of the
     * output for once against never, as far as a double shows it.
     */
    double run(int times, RandomSource random);

    /** About how many numbers a run draws. */
    default double cost() {
        return 1;
    }
}
