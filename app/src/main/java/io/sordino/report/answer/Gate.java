package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.refusal.InvalidException;
import io.sordino.report.Report;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import java.util.List;
import java.util.Optional;

/**
 * An answer that must not be above a limit: a script sees it by the exit code.
 *
 * <p>What counts is the certified upper end, since that is what is promised; an answer without one is above every limit.
 */
public record Gate(Report report, double limit) implements Report {
    private static final int DIGITS = 6;

    public Gate {
        if (!(limit >= 0 && limit < Double.POSITIVE_INFINITY))
            throw new InvalidException("at-most must be at least 0 and finite, was " + limit);
    }

    /** The report itself where there is no limit. */
    public static Report of(Report report, Optional<Double> limit) {
        return limit.isPresent() ? new Gate(report, limit.get()) : report;
    }

    private boolean exceeded() {
        return !(report.largest() <= limit);
    }

    /** What is said of a number that is too large. */
    public static String said(String what, double largest, double limit) {
        return what + " is up to " + Decimals.up(largest, DIGITS) + ", and at most " + Decimals.shortest(limit)
                + " is allowed";
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = report.json(seconds);
        json.set("at_most", Json.number(limit));
        json.put("exceeded", exceeded());
        return json;
    }

    @Override
    public List<String> caveats() {
        return report.caveats();
    }

    @Override
    public Optional<String> failure() {
        return exceeded() ? Optional.of(said(report.subject(), report.largest(), limit)) : Optional.empty();
    }

    @Override
    public int exitCode() {
        return exceeded() ? 1 : report.exitCode();
    }

    @Override
    public String text(Style style) {
        return report.text(style);
    }
}
