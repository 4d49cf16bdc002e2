package io.sordino.data;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.report.text.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Tells whether a file was changed since it was written. It has no key: it keeps out mishaps, not forgers. */
final class Seal {
    private static final String FIELD = "seal";

    private Seal() {}

    /** With a seal over all that is in it. */
    static ObjectNode sealed(ObjectNode json) {
        return json.put(FIELD, of(read(Json.text(json))));
    }

    static boolean isSealed(JsonNode json) {
        return json.has(FIELD);
    }

    /** Whether a tree that was read is the one that was sealed; how it is laid out does not matter. */
    static boolean holds(JsonNode json) {
        if (!(json instanceof ObjectNode object)) return false;
        ObjectNode rest = object.deepCopy();
        rest.remove(FIELD);
        return of(rest).equals(json.path(FIELD).asText());
    }

    /** Numbers as they are written, since reading keeps their decimals. */
    private static String of(JsonNode json) {
        return hash(Json.text(json));
    }

    private static JsonNode read(String text) {
        try {
            return Json.read(text);
        } catch (JacksonException e) {
            throw new IllegalStateException("what was written as JSON is none", e);
        }
    }

    static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
