package io.sordino.numeric;

import java.util.concurrent.CancellationException;

/** Lets long computations be given up: whoever has lost patience interrupts the thread. */
public final class Patience {
    private Patience() {}

    /** Returns, unless the thread was interrupted. Loops whose turns take more than a few microseconds ask on each one. */
    public static void check() {
        if (Thread.currentThread().isInterrupted()) throw new CancellationException("the computation was given up");
    }
}
