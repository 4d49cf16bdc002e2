package io.sordino.plan;

import io.sordino.plan.Syntax.Argument;
import io.sordino.plan.Syntax.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads event JSON into the syntax tree of a plan.
 *
 * <p>An event is an object with module_name, class_name and its fields, or the list of the same values in the same order, which
 * is what a named tuple becomes when it is dumped as JSON.
 */
final class EventReader {
    private static final String MODULE = "module_name";
    private static final String CLASS = "class_name";

    private EventReader() {}

    static Syntax plan(JsonValue json) {
        if (json.fields().isPresent())
            return object(json.position(), json.fields().get());
        Optional<List<JsonValue>> tuple = json.elements().filter(EventReader::isTuple);
        if (tuple.isPresent()) return tuple(json.position(), tuple.get());
        throw new PlanException(
                "expected an event, found " + json.describe(),
                "write an object with class_name and the fields of the event",
                json.position());
    }

    static boolean isTuple(List<JsonValue> elements) {
        return elements.size() >= 2
                && elements.get(0).string().isPresent()
                && elements.get(1).string().isPresent();
    }

    private static Syntax object(int position, Map<String, JsonValue> members) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(members);
        Optional<JsonValue> module = Optional.ofNullable(fields.remove(MODULE));
        JsonValue className = fields.remove(CLASS);
        if (className == null)
            throw new PlanException(
                    "the event has no class_name",
                    "write for example {\"class_name\": \"GaussianDpEvent\", \"noise_multiplier\": 1.1}",
                    position);
        if (module.isPresent()) checkModule(module.get());
        String name = string(className, CLASS);
        return event(position, name, names -> fields);
    }

    private static Syntax tuple(int position, List<JsonValue> elements) {
        checkModule(elements.get(0));
        String className = string(elements.get(1), CLASS);
        List<JsonValue> given = elements.subList(2, elements.size());
        return event(position, className, names -> {
            if (given.size() > names.size())
                throw new PlanException(
                        className + " has " + names.size() + " fields, found " + given.size(),
                        "its fields are " + String.join(", ", names),
                        position);
            Map<String, JsonValue> fields = new LinkedHashMap<>();
            for (int i = 0; i < given.size(); i++) fields.put(names.get(i), given.get(i));
            return fields;
        });
    }

    private static void checkModule(JsonValue module) {
        String name = string(module, MODULE);
        if (!(name.equals(Entry.OURS) || name.equals("dp_accounting") || name.startsWith("dp_accounting.")))
            throw new PlanException(
                    "unknown module_name '" + Nearest.shortened(name) + "'",
                    "events are those of " + Entry.THEIRS + " or " + Entry.OURS,
                    module.position());
    }

    private static String string(JsonValue json, String field) {
        return json.string()
                .orElseThrow(() -> new PlanException(
                        field + " must be a string, found " + json.describe(), "write it in quotes", json.position()));
    }

    /** Gives the fields of an event their names, once the event and so its fields are known. */
    private interface Naming {
        Map<String, JsonValue> named(List<String> names);
    }

    private static Syntax event(int position, String className, Naming given) {
        Optional<ForeignEvents.Form> foreign = ForeignEvents.form(className);
        if (foreign.isPresent()) {
            ForeignEvents.Form form = foreign.get();
            Map<String, JsonValue> fields = given.named(form.fields());
            fields.values().removeIf(value -> value instanceof JsonValue.Keyword keyword && keyword.isNull());
            checkFields(position, className, fields, form.fields(), form.required());
            return form.read(position, fields);
        }
        for (Entry entry : Vocabulary.ENTRIES) {
            if (className.equals(entry.event()) && !entry.fields().isEmpty())
                return call(position, className, entry, entry.fields(), given);
            if (className.equals(entry.type().getSimpleName()))
                return call(position, className, entry, entry.ownFields(), given);
        }
        throw ForeignEvents.refusal(className, position);
    }

    private static Syntax call(int position, String className, Entry entry, List<Entry.Field> known, Naming given) {
        List<String> names = known.stream().map(Entry.Field::name).toList();
        List<String> required = known.stream()
                .filter(field -> !entry.known(field.parameter()).isOptional())
                .map(Entry.Field::name)
                .toList();
        Map<String, JsonValue> fields = given.named(names);
        checkFields(position, className, fields, names, required);
        List<Argument> arguments = new ArrayList<>();
        for (Entry.Field field : known) {
            Optional.ofNullable(fields.get(field.name()))
                    .ifPresent(json -> arguments.add(Argument.named(field.parameter(), value(field.name(), json))));
        }
        return new Call(position, entry.name(), arguments);
    }

    private static void checkFields(
            int position, String className, Map<String, JsonValue> given, List<String> known, List<String> required) {
        String remedy = known.isEmpty() ? "it has no fields" : "its fields are " + String.join(", ", known);
        given.forEach((name, json) -> {
            if (!known.contains(name))
                throw new PlanException(
                        className + " has no field '" + Nearest.shortened(name) + "'", remedy, json.position());
        });
        String missing =
                required.stream().filter(name -> !given.containsKey(name)).collect(Collectors.joining(", "));
        if (!missing.isEmpty()) throw new PlanException(className + " is missing " + missing, remedy, position);
    }

    private static Syntax value(String field, JsonValue json) {
        int position = json.position();
        return json.numeral()
                .<Syntax>map(number -> new Syntax.Literal(position, number))
                .or(() -> json.numbers().map(numbers -> new Syntax.Numbers(position, numbers)))
                .or(() -> json.string().map(text -> word(position, text)))
                .or(() -> json.fields().map(members -> plan(json)))
                .or(() -> json.elements().map(list -> isTuple(list) ? plan(json) : plans(position, list)))
                .orElseThrow(() -> new PlanException(
                        field + " cannot be " + json.describe(), "leave it out, or give its value", position));
    }

    private static Syntax word(int position, String text) {
        if (text.equals("?")) return new Syntax.Hole(position);
        return new Syntax.Word(position, text.equals("Infinity") ? "inf" : text);
    }

    private static Syntax plans(int position, List<JsonValue> elements) {
        return new Syntax.Plans(
                position, elements.stream().map(EventReader::plan).toList());
    }
}
