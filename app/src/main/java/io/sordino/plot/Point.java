package io.sordino.plot;

/** A place on a curve: the truth at x lies between the two ends. */
public record Point(double x, double lower, double upper) {
    public static Point exactly(double x, double y) {
        return new Point(x, y, y);
    }
}
