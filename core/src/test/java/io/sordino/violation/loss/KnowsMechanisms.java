package io.sordino.violation.loss;

import io.sordino.violation.mechanism.KnowsNumbers;

/** Breaks the layering of loss, so that a test can see the rule catch it. */
public final class KnowsMechanisms {
    public Class<?> forbidden() {
        return KnowsNumbers.class;
    }
}
