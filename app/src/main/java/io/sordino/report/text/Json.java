package io.sordino.report.text;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sordino.numeric.Bracket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** JSON trees and their text. Numbers are written shortest; an infinite one is the string "Infinity". */
public final class Json {
    private static final int MOST_EXPONENT_DIGITS = 10;

    private Json() {}

    /** Made on first use: most commands never read JSON, and a mapper takes long to start. */
    private static final class Reader {
        /** Numbers stay decimals, so that 1e-400 can be told from 0. */
        static final ObjectReader STRICT = JsonMapper.builder()
                .enable(
                        DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build()
                .reader();
    }

    public static JsonNode read(String text) throws JacksonException {
        try {
            return Reader.STRICT.readTree(text);
        } catch (NumberFormatException e) {
            throw longExponent(e);
        }
    }

    /** A list that has from one to so many items. More are not read: a megabyte may hold hundreds of thousands. */
    public static List<JsonNode> list(String text, int most) throws JacksonException {
        ObjectReader items = Reader.STRICT.without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        List<JsonNode> list = new ArrayList<>();
        try (JsonParser parser = items.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) throw new JsonParseException(parser, "not a list");
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (list.size() == most) throw new JsonParseException(parser, "more than " + most + " items");
                list.add(items.readTree(parser));
            }
            if (list.isEmpty() || parser.nextToken() != null)
                throw new JsonParseException(parser, "an empty list, or more than a list");
            return list;
        } catch (NumberFormatException e) {
            throw longExponent(e);
        } catch (IOException e) {
            throw new JsonParseException(null, "unreadable", e);
        }
    }

    private static JsonParseException longExponent(NumberFormatException e) {
        // what the parser throws for an exponent that no decimal can have
        return new JsonParseException(
                null, "a number has an exponent of more than " + MOST_EXPONENT_DIGITS + " digits", e);
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** Maps, lists, strings and numbers as a tree. */
    public static JsonNode tree(Object value) {
        if (value instanceof Map<?, ?> fields) {
            ObjectNode node = object();
            fields.forEach((name, field) -> node.set((String) name, tree(field)));
            return node;
        }
        if (value instanceof List<?> items) {
            ArrayNode node = array();
            items.forEach(item -> node.add(tree(item)));
            return node;
        }
        if (value instanceof Double number) return DoubleNode.valueOf(number);
        if (value instanceof Number whole) return LongNode.valueOf(whole.longValue());
        return TextNode.valueOf((String) value);
    }

    /** An infinite number is a string. */
    public static JsonNode number(double value) {
        return Double.isInfinite(value) || Double.isNaN(value)
                ? TextNode.valueOf(String.valueOf(value))
                : DoubleNode.valueOf(value);
    }

    public static ObjectNode bracket(Bracket bracket) {
        ObjectNode ends = object();
        ends.set("lower", number(bracket.lower()));
        ends.set("upper", number(bracket.upper()));
        return ends;
    }

    /** To the microsecond. */
    public static double seconds(long nanoseconds) {
        return Math.floor(nanoseconds / 1e3) / 1e6;
    }

    /** One line, without spaces that carry no meaning. */
    public static String text(JsonNode tree) {
        StringBuilder out = new StringBuilder();
        write(tree, out);
        return out.toString();
    }

    /* Written by hand: a mapper would take longer to start than most answers take to compute. */
    private static void write(JsonNode node, StringBuilder out) {
        if (node.isObject()) {
            String separator = "{";
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                out.append(separator);
                quote(field.getKey(), out);
                out.append(": ");
                write(field.getValue(), out);
                separator = ", ";
            }
            out.append(node.isEmpty() ? "{}" : "}");
        } else if (node.isArray()) {
            String separator = "[";
            for (JsonNode item : node) {
                out.append(separator);
                write(item, out);
                separator = ", ";
            }
            out.append(node.isEmpty() ? "[]" : "]");
        } else if (node.isTextual()) quote(node.textValue(), out);
        else if (node.isDouble()) out.append(Decimals.shortest(node.doubleValue()));
        else out.append(node.asText());
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, out);
        out.append('"');
    }
}
