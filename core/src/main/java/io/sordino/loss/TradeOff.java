package io.sordino.loss;

import io.sordino.numeric.Bracket;

/** The least type II error of any test of P against Q with a given type I error. */
public non-sealed interface TradeOff extends Loss {
    /** Encloses the least type II error at type I error alpha in [0, 1]. */
    Bracket typeTwo(double alpha);
}
