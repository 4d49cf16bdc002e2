package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.LimitException;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.report.Deadline;
import io.sordino.report.Failure;
import io.sordino.report.Report;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.report.text.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** What every scheme needs to keep one promise: the planner's question. */
public final class NoiseComparison implements Report {
    /** A search that takes longer gives up its row, so that the others are shown. */
    private static final long ROW_NANOSECONDS = 5_000_000_000L;

    /**
     * A plan with one free number.
     *
     * @param parameter what the number is called
     * @param integral whether it is whole
     */
    public record Scheme(
            String name, String parameter, boolean integral, Relation relation, DoubleFunction<Mechanism> plan) {}

    private record Row(Scheme scheme, Optional<Calibration.Calibrated> found, Optional<Failure> failure) {}

    private final List<Row> rows;
    private final double epsilon;
    private final double delta;
    private final List<String> notes;

    private NoiseComparison(List<Row> rows, double epsilon, double delta, List<String> notes) {
        this.rows = rows;
        this.epsilon = epsilon;
        this.delta = delta;
        this.notes = notes;
    }

    public static NoiseComparison of(
            Accountant accountant,
            List<Scheme> schemes,
            List<String> notes,
            double epsilon,
            double delta,
            Precision wanted) {
        List<Row> rows = new ArrayList<>();
        for (Scheme scheme : schemes) rows.add(row(accountant, scheme, epsilon, delta, wanted));
        return new NoiseComparison(List.copyOf(rows), epsilon, delta, List.copyOf(notes));
    }

    private static Row row(Accountant accountant, Scheme scheme, double epsilon, double delta, Precision wanted) {
        long start = Deadline.processorNanoseconds();
        DoubleFunction<Mechanism> timed = value -> {
            if (Deadline.processorNanoseconds() - start > ROW_NANOSECONDS)
                throw new LimitException(
                        "the search takes more than " + ROW_NANOSECONDS / 1_000_000_000 + " s of processor time",
                        "calibrate this scheme alone, or ask for a larger width");
            return scheme.plan.apply(value);
        };
        try {
            Calibration search =
                    new Calibration(accountant, timed, scheme.integral, scheme.relation, epsilon, delta, wanted);
            return new Row(scheme, Optional.of(search.solve()), Optional.empty());
        } catch (UnsupportedException | LimitException e) {
            return new Row(scheme, Optional.empty(), Optional.of(Failure.of(e)));
        }
    }

    /** The least noise, or the most of anything else, among several schemes of one relation with the same free number. */
    private boolean wins(Row row) {
        List<Row> rivals = rows.stream()
                .filter(other -> other.scheme.relation == row.scheme.relation
                        && other.scheme.parameter.equals(row.scheme.parameter))
                .toList();
        if (rivals.size() < 2 || row.found.isEmpty()) return false;
        double value = row.found.get().value();
        boolean least = row.found.get().least();
        return rivals.stream()
                .flatMap(rival -> rival.found.stream())
                .allMatch(rival -> least ? value <= rival.value() : value >= rival.value());
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        ObjectNode target = json.putObject("target");
        target.set("epsilon", Json.number(epsilon));
        target.set("delta", Json.number(delta));
        ArrayNode plans = json.putArray("plans");
        for (Row row : rows) {
            ObjectNode one = plans.addObject();
            one.put("name", row.scheme.name);
            one.put("relation", row.scheme.relation.name());
            one.put("parameter", row.scheme.parameter);
            row.found.ifPresent(found -> {
                one.put("plan", Plans.print(found.guarantee().mechanism()));
                one.set("value", Json.number(found.value()));
                one.put("is", found.least() ? "least" : "most");
                one.set("epsilon", Json.bracket(found.guarantee().epsilon()));
            });
            row.failure.ifPresent(failure -> one.set("error", failure.json()));
            one.put("best", wins(row));
        }
        List<String> quoting = Quoting.lines(relations());
        if (!quoting.isEmpty()) quoting.forEach(json.putArray("quote")::add);
        if (!notes.isEmpty()) notes.forEach(json.putArray("notes")::add);
        json.set("seconds", Json.number(seconds));
        return json;
    }

    private List<Relation> relations() {
        return rows.stream().map(row -> row.scheme.relation).toList();
    }

    @Override
    public double largest() {
        return rows.stream()
                .mapToDouble(row -> row.found
                        .map(found -> found.guarantee().epsilon().upper())
                        .orElse(Double.POSITIVE_INFINITY))
                .max()
                .orElse(Double.POSITIVE_INFINITY);
    }

    @Override
    public String subject() {
        return "epsilon";
    }

    @Override
    public String text(Style style) {
        Table table = new Table();
        table.row("  plan", "relation", "needs", "which gives");
        for (Row row : rows)
            table.row(
                    (wins(row) ? "* " : "  ") + row.scheme.name,
                    row.scheme.relation.label(),
                    row.found
                            .map(found -> row.scheme.parameter + " " + Decimals.shortest(found.value()))
                            .orElse("-"),
                    row.found
                            .map(found -> "epsilon "
                                    + Decimals.of(found.guarantee().epsilon()).upper())
                            .orElseGet(() -> row.failure.map(Failure::why).orElse("")));
        List<String> lines = new ArrayList<>();
        for (String line : table.lines()) lines.add(line.startsWith("*") ? style.good(line) : line);
        String stars = rows.stream().anyMatch(this::wins) ? "; * the best of its relation" : "";
        lines.add(style.faint("to keep epsilon <= " + Decimals.shortest(epsilon) + " at delta = "
                + Decimals.shortest(delta) + stars));
        Quoting.lines(relations()).forEach(line -> lines.add(style.faint(line)));
        notes.forEach(note -> lines.add(style.faint("note  " + note)));
        return String.join("\n", lines);
    }
}
