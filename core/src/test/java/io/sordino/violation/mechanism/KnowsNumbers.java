package io.sordino.violation.mechanism;

import io.sordino.violation.numeric.KnowsPrivacy;

/** Breaks the layering of mechanism, so that a test can see the rule catch it. */
public final class KnowsNumbers {
    public Class<?> forbidden() {
        return KnowsPrivacy.class;
    }
}
