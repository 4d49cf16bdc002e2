package io.sordino.plan;

import io.sordino.plan.Syntax.Argument;
import io.sordino.plan.Syntax.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the history of an Opacus accountant, a list of [noise_multiplier, sample_rate, steps], alone or in its state dict. */
final class OpacusHistory {
    private static final String HISTORY = "history";
    private static final String REMEDY = "an Opacus history is a list of [noise_multiplier, sample_rate, steps]";

    private OpacusHistory() {}

    static boolean isOne(JsonValue json) {
        if (json.fields().isPresent()) return json.fields().get().containsKey(HISTORY);
        return json.numbers().isPresent()
                || json.elements()
                        .filter(elements -> !EventReader.isTuple(elements))
                        .isPresent();
    }

    static Syntax read(JsonValue json) {
        if (json.fields().isEmpty()) return history(json);
        Map<String, JsonValue> members = new LinkedHashMap<>(json.fields().get());
        JsonValue history = Optional.ofNullable(members.remove(HISTORY)).orElseThrow();
        members.forEach((name, value) -> {
            if (!name.equals("mechanism"))
                throw new PlanException(
                        "an Opacus state dict has no '" + Nearest.shortened(name) + "'",
                        "give history alone",
                        value.position());
        });
        return history(history);
    }

    private static Syntax history(JsonValue json) {
        List<JsonValue> entries = json.elements()
                .orElseThrow(() -> new PlanException(
                        "expected a list of lists, found " + json.describe(), REMEDY, json.position()));
        if (entries.isEmpty())
            throw new PlanException("the history is empty: nothing was run", REMEDY, json.position());
        List<Syntax> parts = new ArrayList<>();
        for (JsonValue entry : entries) parts.add(entry(entry));
        if (parts.size() == 1) return parts.get(0);
        return call(json.position(), Vocabulary.COMPOSED, new Syntax.Plans(json.position(), parts));
    }

    private static Syntax entry(JsonValue entry) {
        List<Double> values = entry.numbers()
                .filter(numbers -> numbers.size() == 3)
                .orElseThrow(() -> new PlanException(
                        "expected [noise_multiplier, sample_rate, steps], found " + entry.describe(),
                        REMEDY,
                        entry.position()));
        int position = entry.position();
        Syntax gaussian = call(position, "gaussian", number(position, values.get(0)));
        Syntax sampled =
                values.get(1) == 1 ? gaussian : call(position, "poisson", number(position, values.get(1)), gaussian);
        return call(position, Vocabulary.REPEATED, number(position, values.get(2)), sampled);
    }

    private static Syntax number(int position, double value) {
        return new Syntax.Literal(position, Numeral.of(value));
    }

    private static Call call(int position, String name, Syntax... arguments) {
        return new Call(
                position,
                name,
                List.of(arguments).stream()
                        .map(value -> new Argument(position, Optional.empty(), value))
                        .toList());
    }
}
