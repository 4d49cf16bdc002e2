package io.sordino.violation.theorem;

import io.sordino.violation.account.KnowsPlans;

/** Breaks the layering of theorem, so that a test can see the rule catch it. */
public final class KnowsItsCaller {
    public Class<?> forbidden() {
        return KnowsPlans.class;
    }
}
