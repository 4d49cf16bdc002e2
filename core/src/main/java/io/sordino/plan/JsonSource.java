package io.sordino.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON, within the limits, into values that keep their places. */
final class JsonSource {
    /** Each event may open an object and a list. */
    private static final int NESTING = 2 * Limits.DEPTH + 2;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final JsonParser parser;
    private int values;
    private int listNumbers;

    private JsonSource(JsonParser parser) {
        this.parser = parser;
    }

    static JsonValue read(String text) {
        if (text.length() > Limits.JSON_CHARACTERS) throw Limits.tooLong(text.length(), Limits.JSON_CHARACTERS);
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new JsonSource(parser).document();
        } catch (JsonProcessingException e) {
            throw malformed(e, text.length());
        } catch (IOException e) {
            throw new UncheckedIOException("a string is read without I/O", e);
        }
    }

    /** Closes the parser, which may walk a tree: then nothing has a place. */
    static JsonValue read(JsonParser tokens) {
        try (JsonParser parser = tokens) {
            return new JsonSource(parser).document();
        } catch (JsonProcessingException e) {
            throw malformed(e, PlanException.NOWHERE);
        } catch (IOException e) {
            throw new UncheckedIOException("a tree is read without I/O", e);
        }
    }

    private static PlanException malformed(JsonProcessingException e, int end) {
        String reason =
                String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("unreadable");
        int position =
                e.getLocation() == null ? end : (int) Math.min(e.getLocation().getCharOffset(), end);
        return new PlanException(
                "the plan is not valid JSON: " + (reason.length() <= 200 ? reason : reason.substring(0, 200) + "..."),
                "correct the JSON, or write the plan as text: 1000 * poisson(0.01, gaussian(1.1))",
                Math.max(position, PlanException.NOWHERE));
    }

    private JsonValue document() throws IOException {
        parser.nextToken();
        JsonValue document = value(1);
        if (parser.nextToken() != null)
            throw new PlanException("there is more text after the JSON of the plan", "give one plan", position());
        return document;
    }

    private int position() {
        return (int) parser.currentTokenLocation().getCharOffset();
    }

    private JsonValue value(int nesting) throws IOException {
        int position = position();
        if (nesting > NESTING) throw Limits.tooDeep(position);
        if (++values > Limits.JSON_VALUES)
            throw new PlanException(
                    "the JSON of the plan holds more than " + Limits.JSON_VALUES + " values",
                    "write equal events once, as a SelfComposedDpEvent",
                    position);
        JsonToken token = parser.currentToken();
        if (token == null) throw new PlanException("the JSON of the plan ends here", "close its brackets", position);
        return switch (token) {
            case START_OBJECT -> object(position, nesting);
            case START_ARRAY -> array(position, nesting);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonValue.Numeric(position, numeral(position));
            case VALUE_STRING -> new JsonValue.Text(position, parser.getText());
            default -> new JsonValue.Keyword(position, parser.getText());
        };
    }

    private JsonValue object(int position, int nesting) throws IOException {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            members.put(name, value(nesting + 1));
        }
        return new JsonValue.Struct(position, members);
    }

    private JsonValue array(int position, int nesting) throws IOException {
        List<Double> numbers = new ArrayList<>();
        List<JsonValue> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            JsonToken token = parser.currentToken();
            if (items.isEmpty() && token != null && token.isNumeric()) {
                numbers.add(listNumber());
            } else {
                numbers.forEach(number -> items.add(new JsonValue.Numeric(position, Numeral.of(number))));
                numbers.clear();
                items.add(value(nesting + 1));
            }
        }
        return numbers.isEmpty() ? new JsonValue.Array(position, items) : new JsonValue.NumberArray(position, numbers);
    }

    private double listNumber() throws IOException {
        if (++listNumbers > Limits.LIST_NUMBERS) throw Limits.tooManyNumbers(position());
        return numeral(position()).value();
    }

    private Numeral numeral(int position) throws IOException {
        try {
            return Numeral.read(parser.getText());
        } catch (IllegalArgumentException e) {
            throw new PlanException(String.valueOf(e.getMessage()), "write a number in the range of doubles", position);
        }
    }
}
