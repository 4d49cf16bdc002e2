package io.sordino.violation.engine;

import io.sordino.violation.account.KnowsPlans;

/** Breaks the layering of engine, so that a test can see the rule catch it. */
public final class KnowsAccounts {
    public Class<?> forbidden() {
        return KnowsPlans.class;
    }
}
