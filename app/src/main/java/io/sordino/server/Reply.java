package io.sordino.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.sordino.report.Failure;
import io.sordino.report.text.Json;
import io.sordino.service.Requests;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** What goes back to a client. */
final class Reply {
    static final String JSON = "application/json";

    private static final Map<String, String> UNKEPT = Map.of("Cache-Control", "no-store", "Vary", "Accept-Encoding");

    private final int status;
    private final String type;
    private final byte[] body;
    private final Map<String, String> headers;

    private Reply(int status, String type, byte[] body, Map<String, String> headers) {
        this.status = status;
        this.type = type;
        this.body = body;
        this.headers = Map.copyOf(headers);
    }

    static Reply of(int status, String type, byte[] body, Map<String, String> headers) {
        return new Reply(status, type, body, headers);
    }

    static Reply json(int status, JsonNode tree) {
        byte[] body = (Json.text(tree) + "\n").getBytes(StandardCharsets.UTF_8);
        return new Reply(status, JSON, body, UNKEPT);
    }

    static Reply text(int status, String type, String text) {
        return new Reply(status, type, text.getBytes(StandardCharsets.UTF_8), UNKEPT);
    }

    static Reply refused(int status, Failure failure) {
        return json(status, Requests.failed(NullNode.instance, failure));
    }

    /** As the client can read it: compressed if it is long enough to gain by it. */
    Reply encoded(Encodings accepted) {
        if (headers.containsKey("Content-Encoding") || !accepted.compresses(body.length)) return this;
        byte[] small = Encodings.gzip(body);
        return new Reply(status, type, small, headers).with("Content-Encoding", "gzip");
    }

    /** With one more header. */
    Reply with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new Reply(status, type, body, more);
    }

    int status() {
        return status;
    }

    String type() {
        return type;
    }

    byte[] body() {
        return body;
    }

    Map<String, String> headers() {
        return headers;
    }
}
