package io.sordino.cli.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.cli.CommandException;
import io.sordino.plan.Plans;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Table;
import io.sordino.table.PrivateQuery;
import io.sordino.table.plan.Planner;
import io.sordino.table.plan.Planner.Way;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Settings;
import io.sordino.table.release.Expected;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Several queries of a kind for one epsilon and delta: on one sample, each on its own, or on all data. Time against accuracy; nothing has been drawn. */
record SeveralQueries(long count, double rate, Map<Way, QueryPlan> plans) {
    static SeveralQueries of(Accountant accountant, PrivateQuery query, long count) {
        Settings settings = query.query().settings();
        if (!(settings.rate().filter(q -> q < 1).isPresent() && !settings.sampleKnown()))
            throw CommandException.invalid("there is no sample to compare", "give a rate with --sample");
        Map<Way, QueryPlan> plans = new LinkedHashMap<>();
        for (Way way : Way.values()) plans.put(way, Planner.several(accountant, query.query(), count, way));
        return new SeveralQueries(count, settings.rateOrOne(), plans);
    }

    private String name(Way way) {
        return switch (way) {
            case ONE_SAMPLE -> "one sample";
            case OWN_SAMPLES -> count + " samples";
            case ALL_DATA -> "all data";
        };
    }

    /** How many times the units are read, in all of them. */
    private double read(Way way) {
        return switch (way) {
            case ONE_SAMPLE -> rate;
            case OWN_SAMPLES -> rate * count;
            case ALL_DATA -> count;
        };
    }

    ObjectNode json() {
        ObjectNode json = Json.object();
        json.put("queries", count);
        ArrayNode ways = json.putArray("ways");
        plans.forEach((way, plan) -> {
            ObjectNode one = ways.addObject();
            one.put("way", name(way));
            one.put("plan", Plans.print(plan.plan()));
            one.set("epsilon", Json.bracket(plan.guarantee().epsilon()));
            one.set("delta", Json.number(plan.query().settings().delta()));
            one.set("units_read", Json.number(read(way)));
            one.set("expected", QueryPreview.errors(plan));
        });
        return json;
    }

    String text() {
        Table table = new Table().row("on", "units worked on", "output", "by noise", "by sampling a total T", "errors");
        plans.forEach((way, plan) -> {
            boolean first = true;
            for (Expected expected : Expected.of(plan)) {
                table.row(
                        first ? name(way) : "",
                        first ? Decimals.shortest(read(way)) + " times all" : "",
                        expected.output(),
                        Decimals.up(expected.reach(), 3),
                        expected.sampling() > 0 ? Decimals.up(expected.sampling(), 3) + " sqrt(T)" : "",
                        way == Way.ONE_SAMPLE ? "shared" : "independent");
                first = false;
            }
        });
        List<String> lines = new ArrayList<>();
        plans.forEach((way, plan) -> lines.add(Plans.print(plan.plan())));
        lines.addAll(table.lines());
        Settings settings =
                Objects.requireNonNull(plans.get(Way.ALL_DATA)).query().settings();
        lines.add(
                QueryText.wrapped(
                        "Each line keeps epsilon " + Decimals.shortest(settings.epsilon()) + " at delta = "
                                + Decimals.shortest(settings.delta()) + " for all " + count
                                + " queries together. Errors are those of one query and are not exceeded with probability "
                                + Decimals.shortest(settings.confidence())
                                + "; on one sample all queries err in the same direction by sampling, and on samples of their own each errs by itself. Nothing was run and nothing was charged."));
        return String.join("\n", lines);
    }
}
