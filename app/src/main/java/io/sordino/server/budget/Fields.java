package io.sordino.server.budget;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import io.sordino.report.Failure;
import io.sordino.report.text.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The fields of a body; one that nobody knows is a slip that could cost a budget. */
final class Fields {
    private final JsonNode object;

    private Fields(JsonNode object) {
        this.object = object;
    }

    static Fields of(String body, Set<String> known) {
        JsonNode read;
        try {
            read = Json.read(body);
        } catch (JacksonException e) {
            throw new InvalidException("the body is not JSON", "send one JSON object, such as {\"budget\": \"trips\"}");
        }
        if (!read.isObject())
            throw new InvalidException(
                    "the body is not a JSON object", "send one JSON object, such as {\"budget\": \"trips\"}");
        for (String name : (Iterable<String>) read::fieldNames)
            if (!known.contains(name))
                throw new InvalidException(
                        "there is no field '" + Failure.shortened(name) + "' here",
                        "the fields are "
                                + String.join(", ", known.stream().sorted().toList()));
        return new Fields(read);
    }

    Optional<String> text(String name) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) return Optional.empty();
        if (!value.isTextual()) throw new InvalidException(name + " must be a text");
        return Optional.of(value.textValue());
    }

    String needed(String name) {
        return text(name).orElseThrow(() -> new InvalidException(name + " is missing", "give a text"));
    }

    /** Numbers as they were written: shortest decimals of doubles, or a text where that matters. */
    Optional<BigDecimal> decimal(String name) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) return Optional.empty();
        if (!(value.isNumber() || value.isTextual())) throw new InvalidException(name + " must be a number");
        try {
            BigDecimal read = new BigDecimal(value.asText().strip());
            // what no double is near has digits without end when it is written out
            if (!(Math.abs((long) read.precision() - read.scale()) <= 330))
                throw new InvalidException(name + " is too large or too small");
            return Optional.of(read);
        } catch (NumberFormatException e) {
            throw new InvalidException(name + " must be a number, was '" + Failure.shortened(value.asText()) + "'");
        }
    }

    Optional<Mechanism> plan(String name) {
        return text(name).map(Plans::parse);
    }

    Optional<Relation> relation() {
        return text("relation").map(label -> {
            for (Relation relation : Relation.values())
                if (relation.label().equals(label) || relation.name().equals(label)) return relation;
            throw new InvalidException(
                    "there is no relation '" + Failure.shortened(label) + "'",
                    "write add-remove, replace-one or replace-special");
        });
    }

    int whole(String name, int usual, int least, int most) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) return usual;
        if (!(value.isInt() && value.intValue() >= least && value.intValue() <= most))
            throw new InvalidException(name + " must be a whole number from " + least + " to " + most);
        return value.intValue();
    }

    List<Integer> percents(String name, List<Integer> usual) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) return usual;
        List<Integer> all = new ArrayList<>();
        for (JsonNode one : value) {
            if (!one.isInt()) throw new InvalidException(name + " must be a list of whole numbers");
            all.add(one.intValue());
        }
        return all;
    }
}
