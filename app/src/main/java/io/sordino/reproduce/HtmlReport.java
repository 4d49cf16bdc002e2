package io.sordino.reproduce;

import io.sordino.plot.Pictures;
import io.sordino.report.text.Decimals;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** Reproductions as one page that needs nothing beside it. */
public final class HtmlReport {
    private static final String HEAD = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Sordino: figures and tables recomputed</title>
            <style>
            :root { color-scheme: light dark; }
            body { font: 16px/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; max-width: 860px; margin: 2rem auto; padding: 0 1rem; }
            img { width: 100%; height: auto; }
            table { border-collapse: collapse; width: 100%; font-size: .9rem; }
            th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid #8886; vertical-align: top; }
            td:nth-child(n+3) { white-space: nowrap; }
            .paper { font-style: italic; }
            section { margin: 2.5rem 0; }
            @media (max-width: 760px) { table { display: block; overflow-x: auto; } }
            </style>
            </head>
            <body>
            <h1>Figures and tables recomputed</h1>
            <p>Every curve and every value below was computed anew, as a bracket that holds the truth. Beside it stands the value of the paper: printed there, given by its
            formula or its program, or found otherwise. Its distance is 0 where it lies in the bracket.</p>
            """;

    private HtmlReport() {}

    public static String of(List<Reproduction> reproductions) {
        StringBuilder page = new StringBuilder(HEAD).append("<ul>\n");
        for (Reproduction one : reproductions)
            page.append("<li><a href=\"#")
                    .append(one.name())
                    .append("\">")
                    .append(escaped(one.title()))
                    .append("</a></li>\n");
        page.append("</ul>\n");
        for (Reproduction one : reproductions) section(one, page);
        return page.append("</body>\n</html>\n").toString();
    }

    private static void section(Reproduction one, StringBuilder page) {
        String svg =
                Base64.getEncoder().encodeToString(Pictures.svg(one.picture()).getBytes(StandardCharsets.UTF_8));
        page.append("<section id=\"").append(one.name()).append("\">\n<h2>").append(escaped(one.title()));
        page.append("</h2>\n<p class=\"paper\">").append(escaped(one.paper())).append("</p>\n<p>");
        page.append(escaped(one.says()))
                .append("</p>\n<img alt=\"")
                .append(escaped(one.picture().title()));
        page.append("\" src=\"data:image/svg+xml;base64,").append(svg).append("\">\n");
        page.append(
                "<table>\n<tr><th scope=\"col\">value</th><th scope=\"col\">source</th><th scope=\"col\">how it is known</th><th scope=\"col\">there</th>");
        page.append("<th scope=\"col\">recomputed</th><th scope=\"col\">distance</th></tr>\n");
        for (Reproduction.Row row : one.rows()) {
            page.append("<tr><td>")
                    .append(escaped(row.what()))
                    .append("</td><td>")
                    .append(escaped(row.source()));
            page.append("</td><td>").append(row.origin().words());
            page.append("</td><td>").append(number(row.value())).append("</td><td>");
            page.append(bracket(row)).append("</td><td>").append(distance(row)).append("</td></tr>\n");
        }
        page.append("</table>\n</section>\n");
    }

    /** Lines for a terminal. */
    public static String text(List<Reproduction> reproductions) {
        StringBuilder text = new StringBuilder();
        for (Reproduction one : reproductions) {
            text.append(one.name())
                    .append(": ")
                    .append(one.title())
                    .append("\n  ")
                    .append(one.paper())
                    .append('\n');
            for (Reproduction.Row row : one.rows())
                text.append(String.format(
                        Locale.ROOT,
                        "  %-58s %-38s %-17s %-10s recomputed %-24s distance %s%n",
                        row.what(),
                        row.source(),
                        row.origin().words(),
                        number(row.value()),
                        bracket(row),
                        distance(row)));
        }
        return text.toString().stripTrailing();
    }

    private static String bracket(Reproduction.Row row) {
        String lower = Decimals.down(row.lower(), 6);
        String upper = Decimals.up(row.upper(), 6);
        return lower.equals(upper) ? upper : "[" + lower + ", " + upper + "]";
    }

    private static String number(double value) {
        return Decimals.shortest(Double.parseDouble(String.format(Locale.ROOT, "%.5e", value)));
    }

    private static String distance(Reproduction.Row row) {
        double distance = row.distance();
        if (distance == 0) return "0";
        return String.format(
                Locale.ROOT,
                Math.abs(distance) < 1e-3 ? "%+.1e" : "%+.2f %%",
                Math.abs(distance) < 1e-3 ? distance : 100 * distance);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
