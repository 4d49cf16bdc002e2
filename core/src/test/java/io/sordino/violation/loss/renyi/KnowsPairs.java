package io.sordino.violation.loss.renyi;

import io.sordino.violation.loss.pair.KnowsRenyi;

/** The other half of a cycle of rooms. */
public final class KnowsPairs {
    public Class<?> forbidden() {
        return KnowsRenyi.class;
    }
}
