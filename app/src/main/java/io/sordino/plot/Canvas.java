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

    /** A line through all places; dashed if asked. */
    void line(double[] x, double[] y, Ink ink, double thickness, boolean dashed);

    /** A filled shape. */
    void area(double[] x, double[] y, Ink ink, double opacity);

    void dot(double x, double y, double radius, Ink ink);

    void text(double x, double y, String text, Ink ink, double size, Anchor anchor, boolean bold);

    /** Text that reads from below to above, centred on a place. */
    void upright(double x, double y, String text, Ink ink, double size);
}
