package io.sordino.theorem;

import io.sordino.mechanism.Mechanism;
import io.sordino.refusal.Refusal;

/** A theorem that has nothing to say about a mechanism, and the hypothesis that failed. */
public record Silence(Citation theorem, Mechanism mechanism, Refusal why) {}
