package io.sordino.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * Holds answers against the schemas of an OpenAPI document, as far as ours go: types, required fields, lists, choices. A field that
 * an object has and its schema does not name is wrong too, so that the document cannot fall behind.
 */
record Schemas(JsonNode document) {
    /** What is wrong with an answer of an operation; empty if nothing is. */
    List<String> wrong(String path, String method, int status, JsonNode answer) {
        JsonNode response = resolved(
                document.path("paths").path(path).path(method).path("responses").path(String.valueOf(status)));
        JsonNode schema = response.path("content").path("application/json").path("schema");
        if (schema.isMissingNode()) return List.of(path + " has no schema for " + status);
        List<String> wrong = new ArrayList<>();
        check(schema, answer, path, wrong);
        return wrong;
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
    }

    private void check(JsonNode reference, JsonNode value, String where, List<String> wrong) {
        JsonNode schema = resolved(reference);
        if (schema.has("oneOf")) {
            long fitting = StreamSupport.stream(schema.path("oneOf").spliterator(), false)
                    .filter(one -> fits(one, value))
                    .count();
            if (fitting != 1) wrong.add(where + " fits " + fitting + " of its choices: " + value);
        }
        if (schema.has("enum") && !fitsOne(schema.path("enum"), value)) wrong.add(where + " is no choice: " + value);
        if (schema.has("const") && !schema.path("const").equals(value)) wrong.add(where + " is " + value);
        if (schema.has("type") && !isOf(schema.path("type"), value)) wrong.add(where + " has another type: " + value);
        for (JsonNode name : schema.path("required"))
            if (!value.has(name.asText())) wrong.add(where + " lacks " + name.asText());
        if (schema.has("properties"))
            value.properties().forEach(field -> {
                JsonNode one = schema.path("properties").path(field.getKey());
                if (one.isMissingNode()) wrong.add(where + " has " + field.getKey() + ", which is not documented");
                else check(one, field.getValue(), where + "." + field.getKey(), wrong);
            });
        if (schema.has("items")) for (JsonNode item : value) check(schema.path("items"), item, where + "[]", wrong);
    }

    private boolean fits(JsonNode schema, JsonNode value) {
        List<String> wrong = new ArrayList<>();
        check(schema, value, "", wrong);
        return wrong.isEmpty();
    }

    private static boolean fitsOne(JsonNode choices, JsonNode value) {
        return StreamSupport.stream(choices.spliterator(), false).anyMatch(value::equals);
    }

    private static boolean isOf(JsonNode type, JsonNode value) {
        if (type.isArray())
            return StreamSupport.stream(type.spliterator(), false).anyMatch(one -> isOf(one, value));
        return switch (type.asText()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            default -> value.isNull();
        };
    }
}
