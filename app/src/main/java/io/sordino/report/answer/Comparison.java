package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.account.Guarantee;
import io.sordino.account.LimitException;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Patience;
import io.sordino.plan.Plans;
import io.sordino.report.Failure;
import io.sordino.report.Question;
import io.sordino.report.Report;
import io.sordino.report.caveat.Population;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.report.text.Table;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Several plans side by side; the least upper end of each relation wins. */
public final class Comparison implements Report {
    private static final int LONGEST_PLAN = 56;

    /** A plan under a name of its own, or under its text. */
    public record Entry(Optional<String> name, Question question) {
        public static Entry of(Question question) {
            return new Entry(Optional.empty(), question);
        }

        public static Entry named(String name, Question question) {
            return new Entry(Optional.of(name), question);
        }

        public String label() {
            String text = name.orElseGet(this::plan);
            return text.length() <= LONGEST_PLAN ? text : text.substring(0, LONGEST_PLAN) + "...";
        }

        String plan() {
            return Plans.print(question.plan());
        }
    }

    private record Row(Entry entry, Optional<Guarantee> guarantee, Optional<Failure> failure) {
        double upper() {
            return guarantee.map(g -> g.epsilon().upper()).orElse(Double.POSITIVE_INFINITY);
        }
    }

    private final List<Row> rows;
    private final double delta;
    private final List<String> notes;
    private final Map<Relation, Double> least = new EnumMap<>(Relation.class);
    private final Map<Relation, Integer> answered = new EnumMap<>(Relation.class);

    private Comparison(List<Row> rows, double delta, List<String> notes) {
        this.rows = rows;
        this.delta = delta;
        this.notes = List.copyOf(notes);
        for (Row row : rows) {
            least.merge(row.entry.question().relation(), row.upper(), Math::min);
            answered.merge(row.entry.question().relation(), row.guarantee.isPresent() ? 1 : 0, Integer::sum);
        }
    }

    public static Comparison of(Accountant accountant, List<Entry> entries, List<String> notes, double delta) {
        List<Row> rows = new ArrayList<>();
        for (Entry entry : entries) {
            // a list may be long, and each of its plans too small to ask for itself
            Patience.check();
            rows.add(row(accountant, entry, delta));
        }
        List<String> all = new ArrayList<>(notes);
        entries.stream()
                .flatMapToLong(entry -> Population.of(entry.question().plan()).stream())
                .max()
                .ifPresent(records -> {
                    if (Population.isTooLarge(delta, records)) all.add(Population.inWords(delta, records));
                });
        return new Comparison(List.copyOf(rows), delta, all);
    }

    private static Row row(Accountant accountant, Entry entry, double delta) {
        Question question = entry.question();
        try {
            Guarantee guarantee = accountant.epsilon(question.plan(), question.relation(), delta, question.wanted());
            return new Row(entry, Optional.of(guarantee), Optional.empty());
        } catch (UnsupportedException | LimitException e) {
            return new Row(entry, Optional.empty(), Optional.of(Failure.of(e)));
        }
    }

    /** Only where there was something to win against: numbers of different relations are not compared. */
    private boolean wins(Row row) {
        return answered.getOrDefault(row.entry.question().relation(), 0) > 1
                && row.upper() < Double.POSITIVE_INFINITY
                && row.upper() == least.getOrDefault(row.entry.question().relation(), Double.NaN);
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.set("delta", Json.number(delta));
        ArrayNode plans = json.putArray("plans");
        for (Row row : rows) {
            ObjectNode one = plans.addObject();
            row.entry.name().ifPresent(name -> one.put("name", name));
            one.put("plan", row.entry.plan());
            one.put("relation", row.entry.question().relation().name());
            row.guarantee.ifPresent(guarantee -> {
                one.set("epsilon", Json.bracket(guarantee.epsilon()));
                one.put("tight", guarantee.tight());
                guarantee.limit().ifPresent(limit -> one.put("limit", limit));
                one.set("because", Proofs.json(guarantee.why()));
            });
            row.failure.ifPresent(failure -> one.set("error", failure.json()));
            one.put("best", wins(row));
        }
        List<String> quoting = Quoting.lines(relations());
        if (!quoting.isEmpty()) quoting.forEach(json.putArray("quote")::add);
        if (!notes.isEmpty()) {
            ArrayNode said = json.putArray("notes");
            notes.forEach(said::add);
        }
        json.set("seconds", Json.number(seconds));
        return json;
    }

    /** Every plan must keep a limit, and one that is not covered keeps none. */
    @Override
    public double largest() {
        return rows.stream().mapToDouble(Row::upper).max().orElse(Double.POSITIVE_INFINITY);
    }

    @Override
    public String subject() {
        return rows.stream()
                .filter(row -> row.upper() == largest())
                .findFirst()
                .map(row -> "epsilon of " + row.entry.label())
                .orElse("epsilon");
    }

    @Override
    public String text(Style style) {
        Table table = new Table();
        table.row("  plan", "relation", "epsilon", "certified");
        for (Row row : rows)
            table.row(
                    (wins(row) ? "* " : "  ") + row.entry.label(),
                    row.entry.question().relation().label(),
                    row.guarantee.map(g -> Decimals.of(g.epsilon()).upper()).orElse("-"),
                    row.guarantee.map(Comparison::certified).orElseGet(() -> notCovered(row)));
        List<String> lines = new ArrayList<>();
        for (String line : table.lines()) lines.add(line.startsWith("*") ? style.good(line) : line);
        String stars = rows.stream().anyMatch(this::wins) ? "; * the least of its relation" : "";
        lines.add(style.faint("epsilon at delta = " + Decimals.shortest(delta) + stars));
        Quoting.lines(relations()).forEach(line -> lines.add(style.faint(line)));
        notes.forEach(note -> lines.add(style.faint("note  " + note)));
        return String.join("\n", lines);
    }

    private List<Relation> relations() {
        return rows.stream().map(row -> row.entry.question().relation()).toList();
    }

    private static String certified(Guarantee guarantee) {
        Decimals.Ends ends = Decimals.of(guarantee.epsilon());
        if (guarantee.epsilon().lower() == guarantee.epsilon().upper()) return "exact";
        return guarantee.epsilon().lower() > 0 ? "between " + ends.lower() + " and " + ends.upper() : "upper end only";
    }

    private static String notCovered(Row row) {
        return "not covered yet: " + row.failure.map(Failure::why).orElse("");
    }
}
