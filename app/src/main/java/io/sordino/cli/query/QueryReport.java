package io.sordino.cli.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.engine.Estimate;
import io.sordino.plan.Plans;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.table.PrivateQuery.Answered;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Rates;
import io.sordino.table.query.Settings;
import io.sordino.table.release.Cell;
import io.sordino.table.release.TableAnswer;
import java.util.List;
import java.util.Optional;

/** The answer to a query as a program reads it. */
record QueryReport(QueryPlan plan, Answered answered) {
    ObjectNode json() {
        Settings settings = plan.query().settings();
        ObjectNode json = head(plan);
        ObjectNode sample = json.putObject("sample");
        answered.sample().ifPresentOrElse(id -> sample.put("id", id.text()), () -> sample.putNull("id"));
        sample.set("rate", Json.number(settings.rateOrOne()));
        if (settings.sampleKnown()) sample.put("known", true);
        settings.rates().ifPresent(rates -> sample.set("rates", rates(rates)));
        plan.kept().ifPresent(kept -> {
            sample.put("kept", true);
            sample.put("releases", kept.releases().size());
            sample.set("left", Json.number(kept.left()));
        });
        ArrayNode rows = json.putArray("rows");
        TableAnswer answer = answered.release().value();
        for (List<Cell> row : answer.rows()) {
            ObjectNode one = rows.addObject();
            for (int i = 0; i < row.size(); i++) cell(one, answer.columns().get(i), row.get(i));
        }
        json.set("confidence", Json.number(settings.confidence()));
        json.put("statement", QueryStatement.of(plan));
        return json;
    }

    static ObjectNode rates(Rates rates) {
        ObjectNode json = Json.object();
        json.put("column", rates.column());
        ObjectNode each = json.putObject("each");
        for (int i = 0; i < rates.values().size(); i++)
            each.set(rates.values().get(i), Json.number(rates.each().get(i)));
        rates.rest().ifPresent(rest -> json.set("rest", Json.number(rest)));
        return json;
    }

    /** What is known before anything is drawn. */
    static ObjectNode head(QueryPlan plan) {
        ObjectNode json = Json.object();
        json.put("plan", Plans.print(plan.plan()));
        json.put("relation", plan.relation().name());
        json.set("epsilon", Json.bracket(plan.guarantee().epsilon()));
        json.set("delta", Json.number(plan.query().settings().delta()));
        return json;
    }

    private static void cell(ObjectNode row, String name, Cell cell) {
        if (cell instanceof Cell.Key key) key(row, name, key.value());
        else if (cell instanceof Cell.Withheld) row.putNull(name);
        else if (cell instanceof Cell.Number number) row.set(name, estimate(number.estimate(), number.whole()));
        else {
            Cell.Numbers numbers = (Cell.Numbers) cell;
            ObjectNode all = row.putObject(name);
            for (int i = 0; i < numbers.names().size(); i++)
                all.set(numbers.names().get(i), estimate(numbers.estimates().get(i), numbers.whole()));
        }
    }

    private static void key(ObjectNode row, String name, Optional<Object> key) {
        if (key.isEmpty()) row.putNull(name);
        else if (key.get() instanceof Long whole) row.put(name, whole);
        else if (key.get() instanceof Double number) row.set(name, Json.number(number));
        else if (key.get() instanceof Boolean truth) row.set(name, JsonNodeFactory.instance.booleanNode(truth));
        else row.put(name, key.get().toString());
    }

    private static ObjectNode estimate(Estimate estimate, boolean whole) {
        ObjectNode json = Json.object();
        json.set("value", Json.number(whole ? Math.rint(estimate.value()) : estimate.value()));
        json.set("lower", Json.number(whole ? Math.floor(estimate.lower()) : estimate.lower()));
        json.set("upper", Json.number(whole ? Math.ceil(estimate.upper()) : estimate.upper()));
        return json;
    }

    /** A number with as many digits as its interval has a use for. */
    static String shown(Estimate estimate, boolean whole) {
        if (whole) return whole(Math.rint(estimate.value()));
        double width = (estimate.upper() - estimate.lower()) / 2;
        double size = Math.max(Math.abs(estimate.value()), width);
        int digits = width > 0 && size > 0 ? (int) Math.ceil(Math.log10(size / width)) + 2 : 6;
        return Decimals.nearest(estimate.value(), Math.max(2, Math.min(12, digits)));
    }

    static String whole(double value) {
        return Decimals.shortest(value);
    }
}
