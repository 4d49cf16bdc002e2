package io.sordino.plot;

import java.util.List;
import java.util.OptionalInt;

/**
 * A named curve. Its line is the upper end of every point, and a band reaches down to the lower end.
 *
 * @param points in increasing order of x
 * @param plan which of the plans that were asked for it draws, so that a page can give it that plan's colour
 */
public record Series(String name, Kind kind, List<Point> points, OptionalInt plan) {
    /** How points are joined. */
    public enum Kind {
        /** A line, with a band where the ends differ. */
        LINE,
        /** As a line, but along the lower ends, with the band above: for what must not be small. */
        FLOOR,
        /** As a line, but half way between the ends, with the band around it: for a mean and how sure it is. */
        MEAN,
        /** A dashed line, for what the others are compared with. */
        REFERENCE,
        /** Bars without gaps: every point is the left edge of one. */
        BARS,
        /** A stem from the bottom to each point. */
        STEMS,
        /** An upright bar from end to end with a dot half way, nothing joined: for estimates of things between which there is nothing. */
        INTERVALS
    }

    public Series {
        points = List.copyOf(points);
    }

    public Series(String name, Kind kind, List<Point> points) {
        this(name, kind, points, OptionalInt.empty());
    }

    public static Series line(String name, List<Point> points) {
        return new Series(name, Kind.LINE, points);
    }
}
