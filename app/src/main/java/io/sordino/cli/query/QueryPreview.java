package io.sordino.cli.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.report.text.Table;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Settings;
import io.sordino.table.release.Expected;
import java.util.ArrayList;
import java.util.List;

/** What a query would cost and how far it would err; nothing has been drawn for it. */
record QueryPreview(QueryPlan plan) {
    ObjectNode json() {
        ObjectNode json = QueryReport.head(plan);
        Settings settings = plan.query().settings();
        json.putObject("sample").putNull("id").set("rate", Json.number(settings.rateOrOne()));
        ArrayNode errors = json.putArray("expected");
        for (Expected expected : Expected.of(plan)) {
            ObjectNode one = errors.addObject().put("output", expected.output()).put("noise", expected.noise());
            one.put("error_of", expected.what());
            one.set("noise_error", Json.number(expected.reach()));
            one.set("sampling_error_per_root_of_total", Json.number(expected.sampling()));
        }
        json.set("confidence", Json.number(settings.confidence()));
        json.put("statement", QueryStatement.of(plan));
        json.putNull("charge");
        return json;
    }

    String text(Style style) {
        List<String> lines = new ArrayList<>(QueryText.cost(plan, style));
        Settings settings = plan.query().settings();
        Table table = new Table()
                .row(
                        "output",
                        "noise",
                        "error of",
                        "by noise",
                        settings.rateOrOne() < 1 ? "by sampling a total T" : "");
        for (Expected expected : Expected.of(plan))
            table.row(
                    expected.output(),
                    expected.noise(),
                    expected.what(),
                    Decimals.up(expected.reach(), 3),
                    settings.rateOrOne() < 1 ? Decimals.up(expected.sampling(), 3) + " sqrt(T)" : "");
        lines.addAll(table.lines());
        String reads = settings.rateOrOne() < 1
                ? "The sample would hold " + Decimals.shortest(settings.rateOrOne() * 100) + " % of the "
                        + (settings.unit().isPresent() ? "units" : "rows") + "; all rows are scanned to find it. "
                : "";
        lines.add(QueryText.wrapped(reads + "Errors are not exceeded with probability "
                + Decimals.shortest(settings.confidence()) + ". Nothing was run and nothing was charged."));
        return String.join("\n", lines);
    }
}
