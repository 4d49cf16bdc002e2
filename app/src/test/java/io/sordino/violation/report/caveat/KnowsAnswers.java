package io.sordino.violation.report.caveat;

import io.sordino.violation.report.answer.KnowsItsCaller;

/** The other half of a cycle of rooms. */
public final class KnowsAnswers {
    public Class<?> forbidden() {
        return KnowsItsCaller.class;
    }
}
