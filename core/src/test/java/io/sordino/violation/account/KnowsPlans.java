package io.sordino.violation.account;

import io.sordino.violation.plan.KnowsLosses;

/** Breaks the layering of account, so that a test can see the rule catch it. */
public final class KnowsPlans {
    public Class<?> forbidden() {
        return KnowsLosses.class;
    }
}
