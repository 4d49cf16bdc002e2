package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.plan.PlanJson;
import io.sordino.plan.Plans;
import io.sordino.report.Question;
import io.sordino.report.Report;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;

/** A plan that was read, in its canonical text and as event JSON. */
public record PlanReport(Question question) implements Report {
    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("plan", Plans.print(question.plan()));
        json.put("relation", question.relation().name());
        json.set("event", Json.tree(PlanJson.event(question.plan())));
        json.set("seconds", Json.number(seconds));
        return json;
    }

    @Override
    public String text(Style style) {
        return Plans.print(question.plan());
    }
}
