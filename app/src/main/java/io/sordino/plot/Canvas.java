package io.sordino.plot;

/** What a picture is drawn on. Places are in points from the upper left corner. */
interface Canvas {
    /** Where a text begins, or what it is centred on. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** Everything drawn until {@link #unclip} is cut to this rectangle. */
    void clip(double x, double y, double width, double height);

    void unclip();

    /** Lengths of dashes and gaps, none for a full line: each reference has its own, and so has a line that would hide another. */
    double[][] DASHES = {{}, {6, 4}, {2, 3}, {10, 3, 2, 3}, {9, 9}};

    /** The dash of a line that runs along another, which shows in the gaps. */
    int OVER = 4;

    /** A line through all places. */
    void line(double[] x, double[] y, Ink ink, double thickness, int dash);

    /** A filled shape. */
    void area(double[] x, double[] y, Ink ink, double opacity);

    void dot(double x, double y, double radius, Ink ink);

    void text(double x, double y, String text, Ink ink, double size, Anchor anchor, boolean bold);

    /** Text that reads from below to above, centred on a place. */
    void upright(double x, double y, String text, Ink ink, double size);
}
