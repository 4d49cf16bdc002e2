package io.sordino.cli.ledger;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sordino.ledger.Budget;
import io.sordino.ledger.store.Entry;
import io.sordino.report.budget.BudgetReports;
import io.sordino.report.text.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** An entry in a line for people. */
final class HistoryLine {
    private HistoryLine() {}

    /** @param budgets by their names */
    static String of(Entry entry, Map<String, Budget> budgets) {
        try {
            return of(Json.read(entry.line()), budgets);
        } catch (JacksonException e) {
            return entry.line();
        }
    }

    private static String of(JsonNode line, Map<String, Budget> budgets) {
        String start = String.format(
                "%5s  %s  %-6s  %s",
                line.path("seq").asText(),
                line.path("time").asText().replaceFirst("\\.\\d+Z$", "Z"),
                line.path("kind").asText(),
                line.path("budget").asText());
        return switch (line.path("kind").asText()) {
            case "create" ->
                start + "  " + line.path("rule").asText() + ", epsilon <= "
                        + line.path("price").asText() + " at delta "
                        + line.path("delta").asText();
            case "charge" ->
                start + "  " + line.path("request").asText() + "  "
                        + line.path("plan").asText() + "  took "
                        + taken(
                                line,
                                Optional.ofNullable(
                                        budgets.get(line.path("budget").asText())));
            case "swap" ->
                start + "  " + line.path("old").asText() + "  for "
                        + line.path("new").asText();
            default -> start + "  " + line.path("request").asText();
        };
    }

    /** As it stands there where the budget is not known, which only a damaged ledger has. */
    private static String taken(JsonNode line, Optional<Budget> budget) {
        Map<String, Long> units = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> amount : line.path("taken").properties())
            units.put(amount.getKey(), amount.getValue().asLong());
        return budget.map(known -> BudgetReports.amounts(known, units))
                .orElse(line.path("taken").toString());
    }
}
