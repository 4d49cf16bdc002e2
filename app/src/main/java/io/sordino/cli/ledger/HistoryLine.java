package io.sordino.cli.ledger;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sordino.ledger.store.Entry;
import io.sordino.report.text.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An entry in a line for people. */
final class HistoryLine {
    private HistoryLine() {}

    static String of(Entry entry) {
        try {
            return of(Json.read(entry.line()));
        } catch (JacksonException e) {
            return entry.line();
        }
    }

    private static String of(JsonNode line) {
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
                        + line.path("plan").asText() + "  took " + taken(line);
            case "swap" ->
                start + "  " + line.path("old").asText() + "  for "
                        + line.path("new").asText();
            default -> start + "  " + line.path("request").asText();
        };
    }

    private static String taken(JsonNode line) {
        List<String> all = new ArrayList<>();
        for (Map.Entry<String, JsonNode> amount : line.path("taken").properties())
            all.add(amount.getValue().asText() + " " + amount.getKey());
        return all.isEmpty() ? "nothing" : String.join(", ", all);
    }
}
