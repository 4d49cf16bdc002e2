package io.sordino.audit;

import io.sordino.noise.RandomSource;

/** A mechanism that can be run on either of two neighbouring inputs. */
public interface Experiment {
    /** Runs once and says in a number how much the output speaks for the first input. Any number is fair; a better one has more power. */
    double run(boolean first, RandomSource random);
}
