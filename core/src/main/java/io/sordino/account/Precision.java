package io.sordino.account;

import io.sordino.refusal.InvalidException;

/** How wide a bracket may be, relative to the number asked for. */
public record Precision(double width) {
    /** A tenth of a percent. */
    public static final Precision DEFAULT = new Precision(1e-3);

    public Precision {
        if (!(width >= 1e-12 && width <= 1)) throw new InvalidException("width must be in [1e-12, 1], was " + width);
    }
}
