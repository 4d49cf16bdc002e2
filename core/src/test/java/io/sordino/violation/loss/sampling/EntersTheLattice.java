package io.sordino.violation.loss.sampling;

import io.sordino.violation.loss.lattice.Internal;

/** Enters a room that is closed to it, so that a test can see the rule catch it. */
public final class EntersTheLattice {
    public Class<?> forbidden() {
        return Internal.class;
    }
}
