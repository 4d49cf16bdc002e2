package io.sordino.plot;

/** Writes pictures. */
public final class Pictures {
    private Pictures() {}

    /** A document that follows the reader's choice of light or dark. */
    public static String svg(Picture picture) {
        return SvgCanvas.of(picture);
    }

    /** Two pixels a point, on light ground; needs a font that Java can find. */
    public static byte[] png(Picture picture) {
        return PngCanvas.of(picture);
    }
}
