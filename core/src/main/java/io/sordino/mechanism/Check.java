package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/** The guards that every record shares; written positively so that NaN fails them. */
final class Check {
    private Check() {}

    static void positive(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY))
            throw new InvalidException(name + " must be above 0 and finite, was " + value);
    }

    static void nonNegative(String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY))
            throw new InvalidException(name + " must be at least 0 and finite, was " + value);
    }

    static void atLeast(String name, long least, long value) {
        if (!(value >= least))
            throw new InvalidException(name + " must be a whole number of at least " + least + ", was " + value);
    }

    static void given(String name, Object value) {
        if (!(value != null)) throw new InvalidException(name + " is missing");
    }
}
