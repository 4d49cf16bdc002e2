package io.sordino.violation.refusal;

import io.sordino.violation.mechanism.KnowsNumbers;

/** Breaks the layering of refusal, so that a test can see the rule catch it. */
public final class KnowsMechanisms {
    public Class<?> forbidden() {
        return KnowsNumbers.class;
    }
}
