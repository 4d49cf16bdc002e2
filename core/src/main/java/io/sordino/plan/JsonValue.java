package io.sordino.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A JSON value that knows its place in the text, before it is read as the {@link Syntax} of a plan; the numbers of a long list are kept without their places. */
sealed interface JsonValue {
    int position();

    String describe();

    default Optional<Map<String, JsonValue>> fields() {
        return Optional.empty();
    }

    default Optional<List<JsonValue>> elements() {
        return Optional.empty();
    }

    default Optional<List<Double>> numbers() {
        return Optional.empty();
    }

    default Optional<Numeral> numeral() {
        return Optional.empty();
    }

    default Optional<String> string() {
        return Optional.empty();
    }

    /** An object. */
    record Struct(int position, Map<String, JsonValue> members) implements JsonValue {
        @Override
        public String describe() {
            return "an object";
        }

        @Override
        public Optional<Map<String, JsonValue>> fields() {
            return Optional.of(members);
        }
    }

    /** A list that is empty or holds something other than numbers. */
    record Array(int position, List<JsonValue> items) implements JsonValue {
        @Override
        public String describe() {
            return items.isEmpty() ? "an empty list" : "a list";
        }

        @Override
        public Optional<List<JsonValue>> elements() {
            return Optional.of(items);
        }
    }

    /** A list of numbers only. */
    record NumberArray(int position, List<Double> values) implements JsonValue {
        @Override
        public String describe() {
            return "a list of numbers";
        }

        @Override
        public Optional<List<Double>> numbers() {
            return Optional.of(values);
        }
    }

    /** A number. */
    record Numeric(int position, Numeral value) implements JsonValue {
        @Override
        public String describe() {
            return "the number " + Numeral.text(value.value());
        }

        @Override
        public Optional<Numeral> numeral() {
            return Optional.of(value);
        }
    }

    /** A string. */
    record Text(int position, String value) implements JsonValue {
        @Override
        public String describe() {
            return "the string \"" + Nearest.shortened(value) + "\"";
        }

        @Override
        public Optional<String> string() {
            return Optional.of(value);
        }
    }

    /** true, false or null, none of which an event has. */
    record Keyword(int position, String describe) implements JsonValue {
        boolean isNull() {
            return describe.equals("null");
        }
    }
}
