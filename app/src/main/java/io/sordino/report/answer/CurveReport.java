package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.plot.Axis;
import io.sordino.plot.Mark;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.report.Report;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import java.util.Locale;

/** The numbers of a picture. */
public record CurveReport(Picture picture) implements Report {
    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("title", picture.title());
        json.put("subtitle", picture.subtitle());
        json.set("x", axis(picture.x()));
        json.set("y", axis(picture.y()));
        ArrayNode series = json.putArray("series");
        for (Series one : picture.series()) {
            ObjectNode node = series.addObject();
            node.put("name", one.name());
            node.put("kind", one.kind().name().toLowerCase(Locale.ROOT));
            one.plan().ifPresent(plan -> node.put("plan", plan));
            ArrayNode x = node.putArray("x");
            ArrayNode lower = node.putArray("lower");
            ArrayNode upper = node.putArray("upper");
            for (Point point : one.points()) {
                x.add(Json.number(point.x()));
                lower.add(Json.number(point.lower()));
                upper.add(Json.number(point.upper()));
            }
        }
        ArrayNode marks = json.putArray("marks");
        for (Mark mark : picture.marks()) {
            ObjectNode node = marks.addObject();
            node.set("x", Json.number(mark.x()));
            mark.y().ifPresent(y -> node.set("y", Json.number(y)));
            node.put("text", mark.text());
            node.put("series", mark.series());
        }
        ArrayNode notes = json.putArray("notes");
        picture.notes().forEach(notes::add);
        json.set("seconds", Json.number(seconds));
        return json;
    }

    private static ObjectNode axis(Axis axis) {
        ObjectNode node = Json.object();
        node.put("name", axis.name());
        node.put("unit", axis.unit());
        node.put("scale", axis.scale().name().toLowerCase(Locale.ROOT));
        return node;
    }

    /** A line for every curve. */
    @Override
    public String text(Style style) {
        StringBuilder text =
                new StringBuilder(style.strong(picture.title())).append("  ").append(picture.subtitle());
        for (Series one : picture.series())
            text.append("\n  ")
                    .append(one.name())
                    .append("  ")
                    .append(one.points().size())
                    .append(" points");
        return text.toString();
    }
}
