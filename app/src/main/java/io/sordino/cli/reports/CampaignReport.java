package io.sordino.cli.reports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.report.Report;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.report.text.Table;
import io.sordino.reports.Planner;
import io.sordino.reports.Question;
import java.util.ArrayList;
import java.util.List;

/** How the ways of answering compare under one promise. */
final class CampaignReport implements Report {
    private final Question question;
    private final List<Planner.Way> ways;
    private final Planner.Way local;
    private final double central;
    private final boolean memoised;
    private final boolean trusting;

    CampaignReport(
            Question question,
            List<Planner.Way> ways,
            Planner.Way local,
            double central,
            boolean memoised,
            boolean trusting) {
        this.question = question;
        this.ways = List.copyOf(ways);
        this.local = local;
        this.central = central;
        this.memoised = memoised;
        this.trusting = trusting;
    }

    private double deviceEpsilon(Planner.Way way) {
        return way.localEpsilon() * (memoised ? 1 : question.days());
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("clients", question.clients());
        if (question.numbers()) json.put("numbers", true);
        else json.put("alphabet", question.values());
        json.put("days", question.days());
        json.put("floor", question.floor());
        json.put("honest", question.honest());
        json.put("relation", Relation.REPLACE_ONE.name());
        ObjectNode target = json.putObject("target");
        target.set("epsilon", Json.number(question.epsilon()));
        target.set("delta", Json.number(question.delta()));
        json.put("best", ways.get(0).name());
        ArrayNode list = json.putArray("ways");
        for (Planner.Way way : ways) {
            ObjectNode one = list.addObject();
            one.put("name", way.name());
            one.put("plan", Plans.print(way.campaign().mechanism()));
            one.put("local_guarantee", way.guaranteesLocally());
            one.set("local_epsilon", Json.number(way.localEpsilon()));
            one.set("epsilon", Json.bracket(way.campaign().epsilon()));
            one.set("device_epsilon", Json.number(deviceEpsilon(way)));
            one.set("messages", Json.number(way.messages()));
            one.set("error_rare", Json.number(way.rare()));
            one.set("error_typical", Json.number(way.typical()));
        }
        json.set("local_error_typical", Json.number(local.typical()));
        json.set("central_error", Json.number(central));
        json.set("seconds", Json.number(seconds));
        return json;
    }

    @Override
    public String text(Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(question.clients() + " clients, "
                + (question.numbers() ? "numbers in [0, 1], " : question.values() + " values, ")
                + question.days() + (question.days() == 1 ? " day" : " days") + ", epsilon <= "
                + Decimals.shortest(question.epsilon()) + " at delta = " + Decimals.shortest(question.delta())
                + ", replace-one");
        lines.add("a batch is released of at least " + question.floor() + " clients, " + question.honest()
                + " of them honest");
        Table table = new Table();
        table.row(
                "",
                "local epsilon",
                "all days, device",
                "all days, central",
                "messages",
                question.numbers() ? "error of the sum" : "error, rare value",
                question.numbers() ? "" : "typical value");
        for (Planner.Way way : ways)
            table.row(
                    way.name(),
                    way.guaranteesLocally() ? Decimals.nearest(way.localEpsilon(), 4) : "none",
                    way.guaranteesLocally() ? Decimals.nearest(deviceEpsilon(way), 4) : "none",
                    Decimals.of(way.campaign().epsilon()).upper(),
                    Decimals.nearest(way.messages(), 4),
                    Decimals.nearest(way.rare(), 4),
                    question.numbers() ? "" : Decimals.nearest(way.typical(), 4));
        table.row(
                "nobody shuffles",
                Decimals.nearest(local.localEpsilon(), 4),
                Decimals.of(local.campaign().epsilon()).upper(),
                "-",
                "1",
                Decimals.nearest(local.rare(), 4),
                question.numbers() ? "" : Decimals.nearest(local.typical(), 4));
        table.row(
                "trusted curator",
                "-",
                "-",
                Decimals.shortest(question.epsilon()),
                "-",
                Decimals.nearest(central, 4),
                question.numbers() ? "" : Decimals.nearest(central, 4));
        List<String> rows = table.lines();
        for (int i = 0; i < rows.size(); i++) lines.add(i == 1 ? style.good(rows.get(i)) : rows.get(i));
        lines.add(style.faint(
                question.numbers()
                        ? "errors are standard deviations of the sum in the smallest batch"
                        : "errors are standard deviations of a count in the smallest batch; a typical value is held by every "
                                + ordinal(question.values()) + " client"));
        if (ways.stream().anyMatch(way -> !way.guaranteesLocally()))
            lines.add(style.faint(
                    trusting
                            ? "without a local guarantee: if shuffler and analyzer collude, they learn the values"
                            : "ways without a local guarantee are not chosen: --allow-trust-in-shuffler permits them"));
        if (memoised)
            lines.add(
                    style.faint(
                            "memoised: over all days a device is covered by its local epsilon alone; the central one is of fresh answers"));
        return String.join("\n", lines);
    }

    Picture picture() {
        if (question.numbers()) return ofNumbers();
        List<Series> series = new ArrayList<>();
        double n = (double) question.floor();
        for (Planner.Way way : ways) {
            List<Point> points = new ArrayList<>();
            for (double share = 1e-4; share <= 1; share *= Math.pow(10, 0.25))
                points.add(Point.exactly(share, way.deviation(share * n, n)));
            series.add(Series.line(way.name(), points));
        }
        series.add(new Series(
                "trusted curator",
                Series.Kind.REFERENCE,
                List.of(Point.exactly(1e-4, central), Point.exactly(1, central))));
        return new Picture(
                "Error of a count by the share of clients that hold the value",
                "epsilon <= " + Decimals.shortest(question.epsilon()) + " at delta = "
                        + Decimals.shortest(question.delta()) + " over " + question.days() + " days, replace-one",
                Axis.log("share of the clients"),
                Axis.log("standard deviation of the count"),
                series,
                List.of(),
                List.of("a batch of " + question.floor() + " clients, " + question.honest() + " of them honest"));
    }

    /** 2nd, 3rd, 4th, ..., 11th, ..., 21st. */
    static String ordinal(int number) {
        boolean teen = number / 10 % 10 == 1;
        return number
                + switch (teen ? 0 : number % 10) {
                    case 1 -> "st";
                    case 2 -> "nd";
                    case 3 -> "rd";
                    default -> "th";
                };
    }

    /** Of a sum there is one error in a batch; it grows with the clients that may drop out less than planned. */
    private Picture ofNumbers() {
        List<Series> series = new ArrayList<>();
        for (Planner.Way way : ways) {
            List<Point> points = new ArrayList<>();
            for (int i = 0; i <= 16; i++) {
                double n = question.floor() + (question.clients() - question.floor()) * i / 16.0;
                points.add(Point.exactly(n + i * 1e-9, way.deviation(0, n)));
            }
            series.add(Series.line(way.name(), points));
        }
        series.add(new Series(
                "trusted curator",
                Series.Kind.REFERENCE,
                List.of(
                        Point.exactly((double) question.floor(), central),
                        Point.exactly(question.clients() + 1e-6, central))));
        return new Picture(
                "Error of the sum by the number of clients that report",
                "epsilon <= " + Decimals.shortest(question.epsilon()) + " at delta = "
                        + Decimals.shortest(question.delta()) + " over " + question.days() + " days, replace-one",
                Axis.linear("clients"),
                Axis.log("standard deviation of the sum"),
                series,
                List.of(),
                List.of("a batch of at least " + question.floor() + " clients, " + question.honest()
                        + " of them honest"));
    }
}
