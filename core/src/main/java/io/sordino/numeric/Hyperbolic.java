package io.sordino.numeric;

/** What the library of the language leaves out. */
public final class Hyperbolic {
    private Hyperbolic() {}

    /** The inverse of the hyperbolic sine, to a few ulps for any double. */
    public static double asinh(double x) {
        double size = Math.abs(x);
        double root = Math.sqrt(size * size + 1);
        // log(x + root), without the 1 in which a small x would be lost, nor the square that overflows for a large one
        double value = root < Double.POSITIVE_INFINITY
                ? Math.log1p(size + size * (size / (root + 1)))
                : Math.log(size) + Math.log(2);
        return Math.copySign(value, x);
    }
}
