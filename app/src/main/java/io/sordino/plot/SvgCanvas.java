package io.sordino.plot;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes SVG that follows the reader's choice of light or dark. */
final class SvgCanvas implements Canvas {
    private final StringBuilder out = new StringBuilder();
    private int clips;

    static String of(Picture picture) {
        Drawing drawing = new Drawing(picture);
        SvgCanvas canvas = new SvgCanvas();
        drawing.on(canvas);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + Drawing.WIDTH + " " + drawing.height()
                + "\" width=\"" + Drawing.WIDTH + "\" height=\"" + drawing.height()
                + "\" role=\"img\" font-family=\"system-ui, 'Segoe UI', Helvetica, Arial, sans-serif\">\n<title>"
                + escaped(picture.title()) + "</title>\n" + style() + canvas.out + "</svg>\n";
    }

    private static String style() {
        StringBuilder light = new StringBuilder("<style>");
        StringBuilder dark = new StringBuilder("@media (prefers-color-scheme: dark){");
        for (Ink ink : Ink.values()) {
            light.append(rule(ink, ink.light()));
            dark.append(rule(ink, ink.dark()));
        }
        return light.append(dark).append("}</style>\n").toString();
    }

    private static String rule(Ink ink, String colour) {
        String name = name(ink);
        return ".f" + name + "{fill:" + colour + "}.s" + name + "{stroke:" + colour + ";fill:none}";
    }

    private static String name(Ink ink) {
        return String.valueOf(ink.ordinal());
    }

    @Override
    public void clip(double x, double y, double width, double height) {
        clips++;
        out.append("<clipPath id=\"c").append(clips).append("\"><rect x=\"").append(number(x));
        out.append("\" y=\"").append(number(y)).append("\" width=\"").append(number(width));
        out.append("\" height=\"").append(number(height)).append("\"/></clipPath>\n<g clip-path=\"url(#c");
        out.append(clips).append(")\">\n");
    }

    @Override
    public void unclip() {
        out.append("</g>\n");
    }

    @Override
    public void line(double[] x, double[] y, Ink ink, double thickness, int dash) {
        out.append("<path class=\"s")
                .append(name(ink))
                .append("\" stroke-width=\"")
                .append(number(thickness));
        out.append("\" stroke-linejoin=\"round\"").append(dashes(dash));
        out.append(" d=\"");
        path(x, y);
        out.append("\"/>\n");
    }

    private static String dashes(int dash) {
        if (dash == 0) return "";
        String lengths = Arrays.stream(DASHES[dash])
                .mapToObj(length -> String.valueOf((int) length))
                .collect(Collectors.joining(" "));
        return " stroke-dasharray=\"" + lengths + "\"";
    }

    @Override
    public void area(double[] x, double[] y, Ink ink, double opacity) {
        out.append("<path class=\"f").append(name(ink)).append('"');
        if (opacity < 1) out.append(" opacity=\"").append(number(opacity)).append('"');
        out.append(" d=\"");
        path(x, y);
        out.append("Z\"/>\n");
    }

    private void path(double[] x, double[] y) {
        for (int i = 0; i < x.length; i++)
            out.append(i == 0 ? 'M' : 'L').append(number(x[i])).append(' ').append(number(y[i]));
    }

    @Override
    public void dot(double x, double y, double radius, Ink ink) {
        out.append("<circle class=\"f").append(name(ink)).append("\" cx=\"").append(number(x));
        out.append("\" cy=\"")
                .append(number(y))
                .append("\" r=\"")
                .append(number(radius))
                .append("\"/>\n");
    }

    @Override
    public void text(double x, double y, String text, Ink ink, double size, Anchor anchor, boolean bold) {
        out.append("<text class=\"f").append(name(ink)).append("\" x=\"").append(number(x));
        out.append("\" y=\"")
                .append(number(y))
                .append("\" font-size=\"")
                .append(number(size))
                .append('"');
        if (anchor != Anchor.START)
            out.append(" text-anchor=\"")
                    .append(anchor.name().toLowerCase(Locale.ROOT))
                    .append('"');
        out.append(bold ? " font-weight=\"600\">" : ">").append(escaped(text)).append("</text>\n");
    }

    @Override
    public void upright(double x, double y, String text, Ink ink, double size) {
        out.append("<text class=\"f")
                .append(name(ink))
                .append("\" transform=\"translate(")
                .append(number(x));
        out.append(' ').append(number(y)).append(") rotate(-90)\" text-anchor=\"middle\" font-size=\"");
        out.append(number(size)).append("\">").append(escaped(text)).append("</text>\n");
    }

    /** At most two decimals. */
    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceFirst("\\.?0+$", "");
    }

    static String escaped(String text) {
        return text.replaceAll("[\\p{Cntrl}\ufffe\uffff]", " ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
