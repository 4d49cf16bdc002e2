package io.sordino.theorem;

import io.sordino.loss.Loss;

/** A loss that holds for a mechanism in one direction, what it says about the truth, and why. */
public record Known(Loss loss, Reach reach, Derivation why) {}
