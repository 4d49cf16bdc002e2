package io.sordino.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** Pictures are well-formed, whatever they hold. */
class PicturesTest {
    private static final Picture PLAIN = picture(
            "a < b & \"c\"\u0000",
            List.of(
                    Series.line("rising", List.of(new Point(1, 0.5, 1), new Point(10, 2, 3), new Point(100, 5, 5))),
                    new Series("bars", Series.Kind.BARS, List.of(Point.exactly(1, 2), Point.exactly(50, 0))),
                    new Series("stems", Series.Kind.STEMS, List.of(Point.exactly(20, 2))),
                    new Series("floor", Series.Kind.FLOOR, List.of(new Point(1, 1, 4), new Point(90, 1, 4))),
                    new Series("other", Series.Kind.REFERENCE, List.of(Point.exactly(1, 4), Point.exactly(100, 4)))));

    private static Picture picture(String title, List<Series> series) {
        return new Picture(
                title,
                "subtitle",
                Axis.log("x").in("metres"),
                Axis.linear("y"),
                series,
                List.of(Mark.dot(10, 3, "here", 0), Mark.line(20, "there", 0)),
                List.of("a note"));
    }

    private static Document parsed(String svg) throws ParserConfigurationException, SAXException, IOException {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void svgIsXmlWithNamesUnitsAndLegend() throws Exception {
        String svg = Pictures.svg(PLAIN);
        Document document = parsed(svg);
        assertThat(document.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("a < b & \"c\" ");
        assertThat(svg)
                .contains(">x (metres)<", ">y<", ">rising<", ">here<", ">there<", ">a note<", "prefers-color-scheme");
    }

    /** Between two groups there is nothing; joined, as a mean is, they would look as if there were. */
    @Test
    void intervalsAreNotJoinedAndSeenWhole() {
        List<Point> groups = List.of(new Point(0, 4, 6), new Point(1, 1, 2), new Point(2, 8, 9));
        assertThat(widest(numbered(Series.Kind.INTERVALS, groups))).isBetween(1.0, 20.0);
        assertThat(widest(numbered(Series.Kind.MEAN, groups))).isGreaterThan(100);
    }

    private static String numbered(Series.Kind kind, List<Point> points) {
        return Pictures.svg(new Picture(
                "groups",
                "",
                Axis.linear("group"),
                Axis.linear("count"),
                List.of(new Series("estimate", kind, points)),
                List.of(),
                List.of()));
    }

    /** How far the widest line in the ink of the first series reaches, legend left out. */
    private static double widest(String svg) {
        double widest = 0;
        Matcher line = Pattern.compile("<path class=\"s" + Ink.series(0).ordinal() + "\"[^>]* d=\"([^\"]*)\"")
                .matcher(svg.substring(svg.indexOf("clip-path")));
        while (line.find()) {
            double[] x = Pattern.compile("[ML]\\s*([0-9.]+)")
                    .matcher(line.group(1))
                    .results()
                    .mapToDouble(place -> Double.parseDouble(place.group(1)))
                    .toArray();
            widest = Math.max(
                    widest,
                    Arrays.stream(x).max().orElse(0) - Arrays.stream(x).min().orElse(0));
        }
        return widest;
    }

    /** Two in the same grey dash cannot be told apart. */
    @Test
    void everyReferenceHasADashOfItsOwn() {
        List<Point> line = List.of(Point.exactly(1, 4), Point.exactly(100, 4));
        List<Point> higher = List.of(Point.exactly(1, 5), Point.exactly(100, 5));
        String svg = Pictures.svg(picture(
                "two",
                List.of(
                        new Series("one", Series.Kind.REFERENCE, line),
                        new Series("two", Series.Kind.REFERENCE, higher))));
        assertThat(svg).contains("stroke-dasharray=\"6 4\"", "stroke-dasharray=\"2 3\"");
    }

    /** A line that runs along another leaves gaps in which the other shows. */
    @Test
    void noLineHidesAnother() {
        List<Point> line = List.of(Point.exactly(1, 4), Point.exactly(10, 3), Point.exactly(100, 2));
        List<Point> other = List.of(Point.exactly(1, 4), Point.exactly(10, 1), Point.exactly(100, 1));
        assertThat(Pictures.svg(picture("same", List.of(Series.line("a", line), Series.line("b", line)))))
                .contains("stroke-dasharray=\"9 9\"");
        assertThat(Pictures.svg(picture("apart", List.of(Series.line("a", line), Series.line("b", other)))))
                .as("control")
                .doesNotContain("stroke-dasharray=\"9 9\"");
    }

    @Test
    void pngIsAPictureOfTheSameShape() throws Exception {
        var image = ImageIO.read(new ByteArrayInputStream(Pictures.png(PLAIN)));
        assertThat(image.getWidth()).isEqualTo(1600);
        assertThat(Pictures.svg(PLAIN)).contains("height=\"" + image.getHeight() / 2 + "\"");
    }

    @Test
    void oddNumbersLeaveNoTraceInThePath() throws Exception {
        List<Point> odd = List.of(
                Point.exactly(0, 1),
                Point.exactly(-1, 2),
                new Point(1, 0, Double.POSITIVE_INFINITY),
                new Point(2, Double.NaN, Double.NaN),
                new Point(3, 1, 2));
        for (Series.Kind kind : Series.Kind.values()) {
            String svg = Pictures.svg(picture("odd", List.of(new Series("odd", kind, odd))));
            parsed(svg);
            assertThat(svg).doesNotContain("NaN", "Infinity");
        }
        parsed(Pictures.svg(picture("nothing", List.of(Series.line("nothing", List.of())))));
    }

    @Test
    void ticksAreRoundAndInside() {
        assertThat(Ticks.of(Axis.linear("x"), 0, 10).values()).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0, 10.0);
        assertThat(Ticks.of(Axis.log("x"), 1e-6, 1).values()).hasSize(7).contains(1e-6, 1e-3, 1.0);
        assertThat(Ticks.of(Axis.log("x"), 0.5, 8).values()).contains(0.5, 1.0, 2.0, 5.0);
        assertThat(Ticks.of(Axis.log("x"), 1e-300, 1).values()).hasSizeBetween(4, 12);
        assertThat(Ticks.of(Axis.linear("x"), 3, 3).values()).isNotEmpty();
        assertThat(Ticks.text(1e-5)).isEqualTo("1e-5");
        assertThat(Ticks.text(0.05)).isEqualTo("0.05");
        assertThat(Ticks.text(20000)).isEqualTo("20000");
    }
}
