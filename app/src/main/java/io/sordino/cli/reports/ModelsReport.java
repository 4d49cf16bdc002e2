package io.sordino.cli.reports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.mechanism.Relation;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.report.Report;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.report.text.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The error of a count or a sum in the local, the shuffled and the central model, side by side. */
final class ModelsReport implements Report {
    /** Standard deviations of the count or the sum of so many clients; NaN where no way of several messages keeps the promise. */
    record Row(long clients, double local, double shuffled, double several, double central) {}

    private record Model(String name, String json, ToDoubleFunction<Row> error) {}

    private static final List<Model> MODELS = List.of(
            new Model("nobody is trusted", "local", Row::local),
            new Model("a shuffler, one message", "shuffled", Row::shuffled),
            new Model("several messages", "several_messages", Row::several),
            new Model("a curator", "central", Row::central));

    private final List<Row> rows;
    private final boolean numbers;
    private final long days;
    private final double epsilon;
    private final double delta;

    ModelsReport(List<Row> rows, boolean numbers, long days, double epsilon, double delta) {
        this.rows = List.copyOf(rows);
        this.numbers = numbers;
        this.days = days;
        this.epsilon = epsilon;
        this.delta = delta;
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("what", numbers ? "mean" : "count");
        json.put("days", days);
        json.put("relation", Relation.REPLACE_ONE.name());
        ObjectNode target = json.putObject("target");
        target.set("epsilon", Json.number(epsilon));
        target.set("delta", Json.number(delta));
        ArrayNode list = json.putArray("rows");
        for (Row row : rows) {
            ObjectNode one = list.addObject();
            one.put("clients", row.clients());
            for (Model model : MODELS)
                if (!Double.isNaN(model.error().applyAsDouble(row)))
                    one.set(model.json() + "_error", Json.number(model.error().applyAsDouble(row)));
        }
        json.set("seconds", Json.number(seconds));
        return json;
    }

    @Override
    public String text(Style style) {
        List<String> lines = new ArrayList<>();
        lines.add((numbers ? "the sum of numbers in [0, 1]" : "a count of ones") + ", epsilon <= "
                + Decimals.shortest(epsilon) + " at delta = " + Decimals.shortest(delta) + " over " + days
                + (days == 1 ? " day" : " days") + ", replace-one");
        Table table = new Table();
        List<String> head = new ArrayList<>(List.of("clients"));
        MODELS.forEach(model -> head.add(model.name()));
        table.row(head.toArray(new String[0]));
        for (Row row : rows) {
            List<String> cells = new ArrayList<>(List.of(String.valueOf(row.clients())));
            for (Model model : MODELS) {
                double error = model.error().applyAsDouble(row);
                cells.add(Double.isNaN(error) ? "-" : Decimals.nearest(error, 4));
            }
            table.row(cells.toArray(new String[0]));
        }
        lines.addAll(table.lines());
        lines.add(style.faint(
                "errors are standard deviations on each day; over the number of clients they are those of the "
                        + (numbers ? "mean" : "share")));
        lines.add(
                style.faint(
                        "several messages have no local guarantee: their error is a curator's where the shuffler is trusted like one"));
        return String.join("\n", lines);
    }

    Picture picture() {
        List<Series> series = new ArrayList<>();
        for (Model model : MODELS) {
            List<Point> points = new ArrayList<>();
            for (Row row : rows) {
                double error = model.error().applyAsDouble(row);
                if (!Double.isNaN(error)) points.add(Point.exactly((double) row.clients(), error));
            }
            points.sort(java.util.Comparator.comparingDouble(Point::x));
            if (!points.isEmpty()) series.add(Series.line(model.name(), points));
        }
        return new Picture(
                numbers ? "Error of a sum by whom clients trust" : "Error of a count by whom clients trust",
                "epsilon <= " + Decimals.shortest(epsilon) + " at delta = " + Decimals.shortest(delta) + " over " + days
                        + (days == 1 ? " day" : " days") + ", replace-one",
                Axis.log("clients"),
                Axis.log("standard deviation of the " + (numbers ? "sum" : "count")),
                series,
                List.of(),
                List.of("several messages have no local guarantee"));
    }
}
