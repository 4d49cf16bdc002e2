package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.audit.AuditResult;
import io.sordino.plan.Plans;
import io.sordino.report.Question;
import io.sordino.report.Report;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What an audit saw, beside what is claimed. */
public record AuditReport(Question question, AuditResult result) implements Report {
    private static final int DIGITS = 6;

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("plan", Plans.print(result.plan()));
        json.put("relation", result.relation().name());
        json.put("samples", result.samples());
        json.set("confidence", Json.number(result.confidence()));
        json.set("delta", Json.number(result.delta()));
        json.set("epsilon_lower", Json.number(result.epsilonLower()));
        json.set("claimed", Json.bracket(result.claimed()));
        json.put("verdict", verdict());
        result.finding().ifPresent(finding -> json.put("finding", finding));
        json.set("seconds", Json.number(seconds));
        return json;
    }

    @Override
    public int exitCode() {
        return result.verdict() == AuditResult.Verdict.CONSISTENT ? 0 : 1;
    }

    private String verdict() {
        return result.verdict().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String text(Style style) {
        Decimals.Ends claimed = Decimals.of(result.claimed());
        boolean consistent = result.verdict() == AuditResult.Verdict.CONSISTENT;
        List<String> lines = new ArrayList<>();
        lines.add("plan     " + Plans.print(result.plan()) + "  ("
                + result.relation().label() + ")");
        lines.add("seen     epsilon >= " + style.strong(Decimals.down(result.epsilonLower(), DIGITS)) + " at delta = "
                + Decimals.shortest(result.delta()) + ", with confidence " + Decimals.shortest(result.confidence())
                + ", from " + result.samples() + " runs a side");
        lines.add("claimed  epsilon in [" + claimed.lower() + ", " + claimed.upper() + "]");
        lines.add("verdict  " + (consistent ? style.good(verdict()) : style.bad(verdict())));
        result.finding().ifPresent(finding -> lines.add("because  " + finding));
        return String.join("\n", lines);
    }
}
