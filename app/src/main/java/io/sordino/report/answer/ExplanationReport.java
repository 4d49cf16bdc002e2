package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Claim;
import io.sordino.account.Guarantee;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.numeric.Bracket;
import io.sordino.report.Question;
import io.sordino.report.Report;
import io.sordino.report.caveat.Samples;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.report.text.Table;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Derivation;
import io.sordino.theorem.Silence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The proof tree with epsilon at every node, what every theorem claims, and who was silent and why.
 *
 * @param epsilons epsilon at the same delta of every plan in the trees that has one
 */
public record ExplanationReport(Question question, Guarantee guarantee, double delta, Map<Mechanism, Bracket> epsilons)
        implements Report {
    private static final int LONGEST_PLAN = 60;

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = new GuaranteeReport(question, guarantee, delta).json(seconds);
        ArrayNode trees = json.putArray("because");
        guarantee.why().forEach(derivation -> trees.add(node(derivation)));
        ArrayNode samples = json.putArray("samples");
        Samples.of(guarantee.mechanism()).forEach(samples::add);
        ArrayNode claims = json.putArray("claims");
        for (Claim claim : guarantee.claims()) {
            ObjectNode one = claims.addObject();
            one.put("theorem", name(claim));
            one.put("source", claim.why().theorem().source());
            one.put("direction", claim.direction().name());
            one.set("epsilon", Json.bracket(meant(claim)));
            one.put("best", isBest(claim));
        }
        return json;
    }

    private ObjectNode node(Derivation derivation) {
        ObjectNode node = Json.object();
        node.put("theorem", derivation.theorem().name());
        node.put("source", derivation.theorem().source());
        node.put("plan", Proofs.plan(derivation.mechanism()));
        epsilon(derivation.mechanism()).ifPresent(bracket -> node.set("epsilon", Json.bracket(bracket)));
        ArrayNode from = node.putArray("from");
        Proofs.once(derivation.from()).forEach(base -> from.add(node(base)));
        return node;
    }

    @Override
    public String text(Style style) {
        List<String> lines = new ArrayList<>();
        GuaranteeReport answer = new GuaranteeReport(question, guarantee, delta);
        lines.add(answer.headline(style));
        lines.addAll(answer.notes(style));
        List<String> samples = Samples.of(guarantee.mechanism());
        if (!samples.isEmpty()) {
            lines.add("");
            lines.add(style.strong("Samples"));
            samples.forEach(sentence -> lines.add("  " + sentence));
        }
        for (int i = 0; i < guarantee.why().size(); i++) {
            lines.add("");
            String end = guarantee.why().size() == 1
                    ? "Proof"
                    : i == 0 ? "Proof of the upper end" : "Proof of the lower end";
            lines.add(style.strong(end)
                    + style.faint("  (epsilon of each plan at delta = " + Decimals.shortest(delta) + ")"));
            draw(guarantee.why().get(i), "  ", style, lines);
        }
        lines.add("");
        lines.add(style.strong("What each theorem gives") + style.faint("  (* best)"));
        claims().lines().forEach(line -> lines.add(line.startsWith("*") ? style.good(line) : line));
        if (!guarantee.silences().isEmpty()) {
            lines.add("");
            lines.add(style.strong("Silent"));
            Table silent = new Table();
            new LinkedHashSet<>(guarantee.silences().stream()
                            .map(ExplanationReport::silence)
                            .toList())
                    .forEach(pair -> silent.row("  " + pair.get(0), pair.get(1)));
            lines.addAll(silent.lines());
        }
        return String.join("\n", lines);
    }

    private static List<String> silence(Silence silence) {
        return List.of(silence.theorem().name(), Flags.said(silence.why()));
    }

    private void draw(Derivation derivation, String indent, Style style, List<String> lines) {
        String plan = Proofs.plan(derivation.mechanism());
        String shown = plan.length() <= LONGEST_PLAN ? plan : plan.substring(0, LONGEST_PLAN) + "...";
        lines.add(indent
                + shown
                + epsilon(derivation.mechanism())
                        .map(bracket -> "   epsilon " + (bracket.upper() == Double.POSITIVE_INFINITY ? "= " : "<= ")
                                + Decimals.of(bracket).upper())
                        .orElse(""));
        lines.add(style.faint(indent + "by " + derivation.theorem().name() + ": "
                + derivation.theorem().source()));
        for (Derivation base : Proofs.once(derivation.from())) draw(base, indent + "    ", style, lines);
    }

    private Optional<Bracket> epsilon(Mechanism mechanism) {
        return NormalForm.normal(mechanism).equals(NormalForm.normal(guarantee.mechanism()))
                ? Optional.of(guarantee.epsilon())
                : Optional.ofNullable(epsilons.get(mechanism));
    }

    private Table claims() {
        List<Direction> directions = guarantee.relation().directions();
        Map<Citation, Map<Direction, Claim>> byTheorem = new LinkedHashMap<>();
        for (Claim claim : guarantee.claims())
            byTheorem
                    .computeIfAbsent(claim.why().theorem(), theorem -> new LinkedHashMap<>())
                    .merge(claim.direction(), claim, (a, b) -> meant(b).upper() < meant(a).upper() ? b : a);
        Table table = new Table();
        table.row(Stream.of(
                        Stream.of("  theorem"),
                        directions.stream().map(direction -> direction.name()),
                        Stream.of("source"))
                .flatMap(cells -> cells)
                .toArray(String[]::new));
        byTheorem.forEach((theorem, claims) -> {
            boolean best = claims.values().stream().anyMatch(this::isBest);
            List<String> cells = new ArrayList<>();
            cells.add((best ? "* " : "  ") + theorem.name());
            for (Direction direction : directions)
                cells.add(Optional.ofNullable(claims.get(direction))
                        .map(ExplanationReport::shown)
                        .orElse("-"));
            cells.add(theorem.source());
            table.row(cells.toArray(String[]::new));
        });
        return table;
    }

    private static String shown(Claim claim) {
        Bracket bracket = meant(claim);
        Decimals.Ends ends = Decimals.of(bracket);
        return claim.reach().boundsAbove() ? ends.upper() : ">= " + ends.lower();
    }

    /** What the theorem vouches for: a loss that only dominates says nothing from below, one that is only attained nothing from above. */
    private static Bracket meant(Claim claim) {
        Bracket answer = claim.answer();
        return Bracket.of(
                claim.reach().boundsBelow() ? answer.lower() : 0,
                claim.reach().boundsAbove() ? answer.upper() : Double.POSITIVE_INFINITY);
    }

    private static String name(Claim claim) {
        return claim.why().theorem().name();
    }

    private boolean isBest(Claim claim) {
        return !guarantee.why().isEmpty()
                && claim.why().theorem().equals(guarantee.why().get(0).theorem());
    }
}
