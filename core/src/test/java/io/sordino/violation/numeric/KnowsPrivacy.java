package io.sordino.violation.numeric;

import io.sordino.violation.mechanism.KnowsNumbers;

/** Breaks the layering of numeric, so that a test can see the rule catch it. */
public final class KnowsPrivacy {
    public Class<?> forbidden() {
        return KnowsNumbers.class;
    }
}
