package io.sordino.plan;

import io.sordino.mechanism.Counts;
import io.sordino.mechanism.LastIterate.Position;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Schedule;
import io.sordino.mechanism.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a mechanism as an event, in plain values; every field is written, so that a stored event never depends on a default.
 */
final class EventWriter {
    private EventWriter() {}

    static Map<String, Object> write(Mechanism mechanism, int depth) {
        if (depth > Limits.DEPTH) throw Limits.tooDeep(PlanException.NOWHERE);
        Optional<Map<String, Object>> foreign = ForeignEvents.write(mechanism);
        if (foreign.isPresent()) return foreign.get();
        Entry entry = Vocabulary.of(mechanism);
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("module_name", entry.module());
        event.put("class_name", entry.event());
        for (Entry.Field field : entry.fields().isEmpty() ? entry.ownFields() : entry.fields()) {
            Parameter parameter = entry.known(field.parameter());
            event.put(field.name(), value(parameter, parameter.of(mechanism), depth));
        }
        return event;
    }

    private static Object value(Parameter parameter, Object value, int depth) {
        return switch (parameter.kind()) {
            case REAL -> real((Double) value);
            case WHOLE -> (Long) value;
            case CHOICE -> Parameter.word(value);
            case POSITION -> position((Position) value);
            case SCHEDULE -> schedule((Schedule) value);
            case COUNTS -> counts((Counts) value);
            case VALUES -> ((Values) value).values();
            case PLAN -> write((Mechanism) value, depth + 1);
            case PLANS -> {
                List<Object> events = new ArrayList<>();
                for (Object part : (List<?>) value) events.add(write((Mechanism) part, depth + 1));
                yield events;
            }
        };
    }

    private static Object position(Position position) {
        if (position.which() == Position.Which.NUMBERED) return position.record();
        return Positions.text(position);
    }

    /** JSON has no infinite number, so it is written as a string. */
    private static Object real(double value) {
        if (value == Double.POSITIVE_INFINITY) return "Infinity";
        return value;
    }

    private static Object counts(Counts counts) {
        return counts.listed() ? counts.values() : counts.largest();
    }

    private static Object schedule(Schedule schedule) {
        if (schedule.isConstant()) return real(schedule.at(0));
        return schedule.values();
    }
}
