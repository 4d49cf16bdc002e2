package io.sordino.audit;

import io.sordino.noise.RandomSource;

/** One mechanism of a plan, run for real on one of two neighbouring inputs. */
interface Runner {
    /** Runs it once on data in which the record of the first or of the second input is there {@code copies} times. */
    Evidence run(int copies, boolean first, RandomSource random);

    /** About how many numbers a run draws. */
    default double cost() {
        return 1;
    }
}
