package io.sordino.violation.noise;

import io.sordino.violation.theorem.KnowsItsCaller;

/** Breaks the layering of noise, so that a test can see the rule catch it. */
public final class KnowsTheorems {
    public Class<?> forbidden() {
        return KnowsItsCaller.class;
    }
}
