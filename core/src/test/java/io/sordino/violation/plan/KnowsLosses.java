package io.sordino.violation.plan;

import io.sordino.violation.loss.KnowsMechanisms;

/** Breaks the layering of plan, so that a test can see the rule catch it. */
public final class KnowsLosses {
    public Class<?> forbidden() {
        return KnowsMechanisms.class;
    }
}
