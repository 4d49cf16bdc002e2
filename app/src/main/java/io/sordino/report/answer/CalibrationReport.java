package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Calibration.Calibrated;
import io.sordino.plan.PlanTemplate;
import io.sordino.plan.Plans;
import io.sordino.report.Question;
import io.sordino.report.Report;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import java.util.ArrayList;
import java.util.List;

/** The number that keeps a promise, with the guarantee at that number. */
public record CalibrationReport(
        PlanTemplate template, Question question, Calibrated found, double epsilon, double delta) implements Report {
    @Override
    public ObjectNode json(double seconds) {
        GuaranteeReport at = guarantee();
        ObjectNode json = at.head();
        json.put("parameter", template.parameter());
        json.set("value", Json.number(found.value()));
        json.put("is", found.least() ? "least" : "most");
        ObjectNode target = json.putObject("target");
        target.set("epsilon", Json.number(epsilon));
        target.set("delta", Json.number(delta));
        at.answer(json);
        json.set("seconds", Json.number(seconds));
        at.tail(json);
        return json;
    }

    @Override
    public String text(Style style) {
        GuaranteeReport at = guarantee();
        List<String> lines = new ArrayList<>();
        lines.add(template.parameter() + " = " + style.good(Decimals.shortest(found.value())) + "  (the "
                + (found.least() ? "least" : "most") + " that keeps epsilon <= " + Decimals.shortest(epsilon)
                + " at delta = " + Decimals.shortest(delta) + ", "
                + question.relation().label() + ")");
        lines.add("plan     " + Plans.print(question.plan()));
        lines.add("there    " + at.headline(style));
        lines.addAll(at.notes(style));
        return String.join("\n", lines);
    }

    @Override
    public List<String> caveats() {
        return guarantee().caveats();
    }

    private GuaranteeReport guarantee() {
        return new GuaranteeReport(question, found.guarantee(), delta);
    }
}
