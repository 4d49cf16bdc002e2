package io.sordino.server;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** A request and the one answer to it. */
final class Exchange {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final Map<String, String> ALWAYS = Map.of(
            "Content-Security-Policy", POLICY,
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin");

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Mishaps mishaps;
    private final AtomicBoolean answered = new AtomicBoolean();

    Exchange(Request request, Response response, Callback callback, Mishaps mishaps) {
        this.mishaps = mishaps;
        this.request = request;
        this.response = response;
        this.callback = callback;
    }

    Request request() {
        return request;
    }

    String method() {
        return request.getMethod();
    }

    String path() {
        return Optional.ofNullable(request.getHttpURI().getDecodedPath()).orElse("");
    }

    String header(String name) {
        return Optional.ofNullable(request.getHeaders().get(name)).orElse("");
    }

    Encodings encodings() {
        return Encodings.of(String.join(",", request.getHeaders().getValuesList(HttpHeader.ACCEPT_ENCODING)));
    }

    /** Sends an answer; a second one is let go. */
    void send(Reply reply) {
        if (!answered.compareAndSet(false, true)) return;
        try {
            write(reply.encoded(encodings()), method(), response, callback);
        } catch (Throwable e) {
            mishaps.note(e);
            // the HTTP layer refuses in our form what was not begun, and breaks off what was
            callback.failed(e);
        }
    }

    /** Says that we have failed; without an answer the client would wait for ever. */
    void fail(Throwable thrown) {
        if (!answered.get()) send(mishaps.reply(thrown));
        else mishaps.note(thrown);
    }

    static void write(Reply reply, String method, Response response, Callback callback) {
        response.setStatus(reply.status());
        HttpFields.Mutable headers = response.getHeaders();
        ALWAYS.forEach(headers::put);
        reply.headers().forEach(headers::put);
        headers.put(HttpHeader.CONTENT_TYPE, reply.type());
        boolean bodiless = reply.status() == 304;
        if (!bodiless) headers.put(new HttpField(HttpHeader.CONTENT_LENGTH, String.valueOf(reply.body().length)));
        boolean silent = bodiless || method.equals("HEAD");
        response.write(true, silent ? ByteBuffer.allocate(0) : ByteBuffer.wrap(reply.body()), callback);
    }
}
