package io.sordino.theorem;

import io.sordino.loss.Side;

/** What a loss says about the truth. */
public enum Reach {
    /** It dominates, and real neighbours attain it. */
    EXACT,
    /** It dominates: an upper end. */
    ABOVE,
    /** Real neighbours attain it, the same ones at every step: a lower end. */
    BELOW;

    /** What a pair made for one side says. */
    public static Reach of(Side side) {
        return side == Side.UPPER ? ABOVE : BELOW;
    }

    /** Whether it gives an upper end. */
    public boolean boundsAbove() {
        return this != BELOW;
    }

    /** Whether it gives a lower end. */
    public boolean boundsBelow() {
        return this != ABOVE;
    }
}
