package io.sordino.violation.loss.pair;

import io.sordino.violation.loss.renyi.KnowsPairs;

/** One half of a cycle of rooms, so that a test can see the rule catch it. */
public final class KnowsRenyi {
    public Class<?> forbidden() {
        return KnowsPairs.class;
    }
}
