package io.sordino.table.plan;

import io.sordino.refusal.InvalidException;

/** A release would take more than is left of what was promised for a kept sample. */
public final class OverPromised extends InvalidException {
    private static final long serialVersionUID = 1;

    OverPromised(double left) {
        super(
                left > 0
                        ? "only a share of " + Math.floor(left * 1e4) / 1e4
                                + " is left of what was promised for the sample"
                        : "nothing is left of what was promised for the sample",
                left > 0 ? "take a smaller --share, or draw another sample" : "draw another sample");
    }
}
