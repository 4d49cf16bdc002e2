package io.sordino.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.mechanism.LastIterate.Position;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Schedule;
import java.util.List;
import java.util.Optional;

/** Writes a mechanism as event JSON; every field is written, so that a stored event never depends on a default. */
final class EventWriter {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private EventWriter() {}

    static ObjectNode write(Mechanism mechanism, int depth) {
        if (depth > Limits.DEPTH) throw Limits.tooDeep(PlanException.NOWHERE);
        Optional<ObjectNode> foreign = ForeignEvents.write(mechanism);
        if (foreign.isPresent()) return foreign.get();
        Entry entry = Vocabulary.of(mechanism);
        ObjectNode event = NODES.objectNode().put("module_name", entry.module()).put("class_name", entry.event());
        for (Entry.Field field : entry.fields().isEmpty() ? entry.ownFields() : entry.fields()) {
            Parameter parameter = entry.known(field.parameter());
            event.set(field.name(), value(parameter, parameter.of(mechanism), depth));
        }
        return event;
    }

    private static JsonNode value(Parameter parameter, Object value, int depth) {
        return switch (parameter.kind()) {
            case REAL -> real((Double) value);
            case WHOLE -> NODES.numberNode((Long) value);
            case CHOICE -> NODES.textNode(Parameter.word(value));
            case POSITION -> position((Position) value);
            case SCHEDULE -> schedule((Schedule) value);
            case PLAN -> write((Mechanism) value, depth + 1);
            case PLANS -> {
                ArrayNode events = NODES.arrayNode();
                for (Object part : (List<?>) value) events.add(write((Mechanism) part, depth + 1));
                yield events;
            }
        };
    }

    private static JsonNode position(Position position) {
        return position.which() == Position.Which.NUMBERED
                ? NODES.numberNode(position.record())
                : NODES.textNode(Positions.text(position));
    }

    /** JSON has no infinite number, so it is written as a string. */
    private static JsonNode real(double value) {
        return value == Double.POSITIVE_INFINITY ? NODES.textNode("Infinity") : NODES.numberNode(value);
    }

    private static JsonNode schedule(Schedule schedule) {
        if (schedule.isConstant()) return real(schedule.at(0));
        ArrayNode numbers = NODES.arrayNode(schedule.values().size());
        schedule.values().forEach(numbers::add);
        return numbers;
    }
}
