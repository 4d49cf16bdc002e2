package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Guarantee;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Up;
import io.sordino.plan.Plans;
import io.sordino.report.Question;
import io.sordino.report.Report;
import io.sordino.report.caveat.Caveats;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer to "what is epsilon?" or "what is delta?".
 *
 * @param at the delta or the epsilon that was asked at
 */
public record GuaranteeReport(Question question, Guarantee guarantee, double at) implements Report {
    /** Below the logarithm of 4.9e-324, which is -744.44. */
    private static final double LOG_SMALLEST = -744.5;

    private static final double LN_10_UP = Math.nextUp(Math.log(10));

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = head();
        answer(json);
        json.set("seconds", Json.number(seconds));
        tail(json);
        return json;
    }

    ObjectNode head() {
        ObjectNode json = Json.object();
        json.put("plan", Plans.print(question.plan()));
        json.put("relation", guarantee.relation().name());
        return json;
    }

    /** The number asked at and the bracket that answers. */
    void answer(ObjectNode json) {
        if (isEpsilon()) {
            json.set("delta", Json.number(at));
            json.set("epsilon", Json.bracket(guarantee.epsilon()));
        } else {
            json.set("epsilon", Json.number(at));
            ObjectNode delta = Json.bracket(delta(guarantee));
            delta.set("log10_upper", Json.number(log10(guarantee.logDelta().upper())));
            json.set("delta", delta);
        }
    }

    @Override
    public List<String> caveats() {
        return Caveats.of(question.plan());
    }

    @Override
    public double largest() {
        return isEpsilon() ? guarantee.epsilon().upper() : delta(guarantee).upper();
    }

    @Override
    public String subject() {
        return isEpsilon() ? "epsilon" : "delta";
    }

    void tail(ObjectNode json) {
        json.put("tight", guarantee.tight());
        if (!caveats().isEmpty()) caveats().forEach(json.withArray("warnings")::add);
        guarantee.limit().ifPresent(limit -> json.put("limit", limit));
        json.set("because", Proofs.json(guarantee.why()));
        json.set("silent", Proofs.silences(guarantee.silences()));
    }

    /** What is too small for a double is at most the smallest one. */
    private static Bracket delta(Guarantee guarantee) {
        Bracket delta = guarantee.delta();
        boolean tiny = guarantee.logDelta().upper() < LOG_SMALLEST && delta.upper() > 0;
        return tiny ? Bracket.of(0, Double.MIN_VALUE) : delta;
    }

    /** Rounded up: the logarithm of a delta is not positive, so the larger divisor errs upwards. */
    private static double log10(double log) {
        return Double.isInfinite(log) || log == 0 ? log : Up.div(log, LN_10_UP);
    }

    @Override
    public String text(Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(headline(style));
        if (!guarantee.why().isEmpty()) lines.add(style.faint("because  " + Proofs.line(guarantee.why())));
        lines.addAll(notes(style));
        return String.join("\n", lines);
    }

    List<String> notes(Style style) {
        List<String> notes = new ArrayList<>();
        guarantee.limit().ifPresent(limit -> notes.add(style.warning("note     wider than asked: " + limit)));
        question.note().ifPresent(note -> notes.add("note     " + note));
        return notes;
    }

    String headline(Style style) {
        String at = isEpsilon() ? "delta = " : "epsilon = ";
        return (isEpsilon() ? "epsilon " : "delta ")
                + verdict(style)
                + "  at " + at + Decimals.shortest(this.at) + ", "
                + guarantee.relation().label();
    }

    private String verdict(Style style) {
        Bracket answer = isEpsilon() ? guarantee.epsilon() : guarantee.logDelta();
        double nothing = isEpsilon() ? 0 : Double.NEGATIVE_INFINITY;
        Decimals.Ends ends = isEpsilon() ? Decimals.of(answer) : Decimals.ofLogs(answer);
        if (answer.lower() == answer.upper()) return "= " + style.good(ends.upper()) + "  (certified: exact)";
        if (isEpsilon() && answer.upper() == Double.POSITIVE_INFINITY)
            return "= " + style.bad("infinity") + "  (no upper end is known; certified: at least " + ends.lower() + ")";
        if (answer.lower() == nothing)
            return "<= " + style.good(ends.upper()) + "  (certified upper end; nothing is known from below)";
        return "= " + style.good(ends.upper()) + "  (certified: between " + ends.lower() + " and " + ends.upper() + ")";
    }

    private boolean isEpsilon() {
        return guarantee.question() == Guarantee.Question.EPSILON;
    }
}
