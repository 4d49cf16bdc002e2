package io.sordino.cli.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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

/**
 * What a query would cost and how far it would err; nothing has been drawn for it.
 *
 * @param byPlaces whether a sample of rows would be found without looking at all of them
 */
record QueryPreview(QueryPlan plan, boolean byPlaces) {
    ObjectNode json() {
        ObjectNode json = QueryReport.head(plan);
        Settings settings = plan.query().settings();
        json.putObject("sample").putNull("id").set("rate", Json.number(settings.rateOrOne()));
        json.set("expected", errors(plan));
        json.set("confidence", Json.number(settings.confidence()));
        json.put("statement", QueryStatement.of(plan));
        json.putNull("charge");
        return json;
    }

    static ArrayNode errors(QueryPlan plan) {
        ArrayNode errors = JsonNodeFactory.instance.arrayNode();
        for (Expected expected : Expected.of(plan)) {
            ObjectNode one = errors.addObject().put("output", expected.output()).put("noise", expected.noise());
            one.put("error_of", expected.what());
            one.set("noise_error", Json.number(expected.reach()));
            one.set("sampling_error_per_root_of_total", Json.number(expected.sampling()));
        }
        return errors;
    }

    String text(Style style) {
        List<String> lines = new ArrayList<>(QueryText.cost(plan, style));
        Settings settings = plan.query().settings();
        Table table = new Table()
                .row("output", "noise", "error of", "by noise", settings.isSampled() ? "by sampling a total T" : "");
        for (Expected expected : Expected.of(plan))
            table.row(
                    expected.output(),
                    expected.noise(),
                    expected.what(),
                    Decimals.up(expected.reach(), 3),
                    settings.isSampled() ? Decimals.up(expected.sampling(), 3) + " sqrt(T)" : "");
        lines.addAll(table.lines());
        String reads = settings.isSampled() ? reads(settings) : "";
        lines.add(QueryText.wrapped(reads + "Errors are not exceeded with probability "
                + Decimals.shortest(settings.confidence()) + ". Nothing was run and nothing was charged."));
        return String.join("\n", lines);
    }

    /** What a sample saves, and what it does not. */
    private String reads(Settings settings) {
        String holds = "The sample would hold "
                + (settings.rates().isPresent() ? "up to " : "")
                + Decimals.shortest(settings.rateOrOne() * 100) + " % of the "
                + (settings.unit().isPresent() ? "units" : "rows");
        return settings.unit().isPresent()
                ? holds + ", and only their rows are bounded and added up; all rows are scanned to find them, unless"
                        + " --unit-table names the units. "
                : holds
                        + (byPlaces
                                ? "; their places are drawn, and the engine comes by all others on its way, so a"
                                        + " sample of rows saves epsilon and little time. "
                                : "; all rows are scanned to find it, so a sample of rows saves epsilon and no time. ");
    }
}
