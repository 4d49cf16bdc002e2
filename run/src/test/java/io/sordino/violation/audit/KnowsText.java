package io.sordino.violation.audit;

import io.sordino.violation.plan.KnowsLosses;

/** Breaks the layering of audit, so that a test can see the rule catch it. */
public final class KnowsText {
    public Class<?> forbidden() {
        return KnowsLosses.class;
    }
}
