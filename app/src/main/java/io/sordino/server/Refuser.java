package io.sordino.server;

import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What the HTTP layer itself refuses, in the form of every other refusal. */
final class Refuser extends ErrorHandler {
    private static final Map<Integer, String[]> WORDS = Map.of(
            400, new String[] {"the request is not as HTTP has it", "check its first line, its headers and its length"},
            408, new String[] {"the request took too long to arrive", "send it in one piece"},
            414, new String[] {"the address is too long", "send plans in the body"},
            431, new String[] {"the headers are too large", "send fewer or shorter headers"},
            505, new String[] {"this version of HTTP is not spoken here", "use HTTP/1.1"});

    private final Metrics metrics;
    private final Mishaps mishaps;

    Refuser(Metrics metrics, Mishaps mishaps) {
        this.metrics = metrics;
        this.mishaps = mishaps;
    }

    /** What the HTTP layer caught before it came to us, or after. */
    private Reply bug(Request request) {
        metrics.count("http", 500, 0);
        Throwable thrown = request.getAttribute(ERROR_EXCEPTION) instanceof Throwable known
                ? known
                : new IllegalStateException("the HTTP layer answers with 500");
        return mishaps.reply(thrown).with("Connection", "close");
    }

    private Reply reply(int status) {
        metrics.count("http", status, 0);
        String[] words = WORDS.getOrDefault(
                status, new String[] {"the request cannot be answered", "check that it is HTTP/1.1"});
        return Refusals.invalid(status, words[0], words[1]).with("Connection", "close");
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus() >= 400 ? response.getStatus() : 500;
        response.getHeaders().clear();
        Reply reply = status == 500 ? bug(request) : reply(status);
        Exchange.write(reply, request.getMethod(), response, callback);
        return true;
    }

    @Override
    public ByteBuffer badMessageError(int status, String reason, HttpFields.Mutable fields) {
        Reply reply = reply(status);
        reply.headers().forEach(fields::put);
        fields.put("Content-Type", reply.type());
        return ByteBuffer.wrap(reply.body());
    }
}
