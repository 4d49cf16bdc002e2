package io.sordino.violation.report.answer;

import io.sordino.service.Requests;
import io.sordino.violation.report.caveat.KnowsAnswers;

/** Knows who asks, and a room that knows it back, so that tests can see the rules catch it. */
public final class KnowsItsCaller {
    public Class<?> forbidden() {
        return Requests.class;
    }

    public Class<?> cycle() {
        return KnowsAnswers.class;
    }
}
