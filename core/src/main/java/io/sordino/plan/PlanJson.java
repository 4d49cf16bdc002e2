package io.sordino.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import io.sordino.mechanism.Mechanism;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Plans as JSON: dp_accounting's events, our own for what it lacks, and the history of an Opacus accountant. */
public final class PlanJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private PlanJson() {}

    /** Reads event JSON or an Opacus history. */
    public static Mechanism read(String json) {
        return MechanismBuilder.build(syntax(json));
    }

    /** Reads event JSON or an Opacus history from a tree that was read before; exceptions have no position. */
    public static Mechanism read(JsonParser json) {
        return MechanismBuilder.build(syntax(JsonSource.read(json)));
    }

    /** The event as text, which reads back as an equal mechanism. */
    public static String write(Mechanism mechanism) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            write(event(mechanism), out);
        } catch (IOException e) {
            throw new UncheckedIOException("a string is written without I/O", e);
        }
        return text.toString();
    }

    /** The event as maps, lists, strings and numbers, for a caller that has a JSON library of its own. */
    public static Map<String, Object> event(Mechanism mechanism) {
        return EventWriter.write(mechanism, 1);
    }

    private static void write(Object value, JsonGenerator out) throws IOException {
        if (value instanceof Map<?, ?> event) {
            out.writeStartObject();
            for (Map.Entry<?, ?> field : event.entrySet()) {
                out.writeFieldName((String) field.getKey());
                write(field.getValue(), out);
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object item : list) write(item, out);
            out.writeEndArray();
        } else if (value instanceof Double number) {
            out.writeNumber(number.doubleValue());
        } else if (value instanceof Number whole) {
            out.writeNumber(whole.longValue());
        } else {
            out.writeString((String) value);
        }
    }

    static Syntax syntax(String json) {
        return syntax(JsonSource.read(json));
    }

    private static Syntax syntax(JsonValue json) {
        return OpacusHistory.isOne(json) ? OpacusHistory.read(json) : EventReader.plan(json);
    }
}
