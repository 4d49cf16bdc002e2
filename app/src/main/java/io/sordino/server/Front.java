package io.sordino.server;

import io.sordino.report.text.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Where requests come in. Nothing here waits or computes: what is ready is handed out at once, and everything else goes to the
 * lanes, so that health, metrics and the page are there whatever is asked.
 */
final class Front extends Handler.Abstract.NonBlocking {
    private static final String HEALTH = "/health";
    private static final String METRICS = "/metrics";
    private static final String SUPPORT = "/v1/support";
    private static final String API = "/v1/";
    /** What is worked out when it is asked for, and not read from the jar. */
    private static final Set<String> SPOKEN = Set.of(HEALTH, METRICS, SUPPORT);

    private static final String ASKER = "Sordino-Asker";

    private final Desk desk;
    private final Assets assets = new Assets();
    private final Superseded latest;
    private volatile boolean stopping;

    /** What the front hands requests on to. */
    record Desk(
            Api api,
            Lanes lanes,
            Bodies bodies,
            Guard guard,
            Metrics metrics,
            Connections connections,
            List<Errand> errands,
            Optional<AccessLog> log,
            Mishaps mishaps,
            String version) {}

    Front(Desk desk) {
        this.desk = desk;
        latest = new Superseded(job -> desk.lanes.cancel(job, Refusals.overtaken()));
    }

    void stop(boolean now) {
        stopping = now;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        long start = System.nanoTime();
        Connection connection = request.getConnectionMetaData().getConnection();
        desk.metrics.begin();
        desk.connections.begin(connection);
        Exchange exchange = new Exchange(request, response, callback, desk.mishaps);
        String route = route(exchange.path());
        String client = Request.getRemoteAddr(request);
        Request.addCompletionListener(request, failure -> {
            long took = System.nanoTime() - start;
            desk.connections.end(connection);
            desk.metrics.end();
            desk.metrics.count(route, response.getStatus(), took);
            desk.log.ifPresent(log -> log.write(new AccessLog.Entry(
                    client,
                    exchange.method(),
                    route,
                    response.getStatus(),
                    Response.getContentBytesWritten(response),
                    took)));
        });
        try {
            serve(exchange);
        } catch (Throwable e) {
            exchange.fail(e);
        }
        return true;
    }

    private String route(String path) {
        if (path.startsWith(API) && desk.api.answers(path.substring(API.length()))) return path;
        if (desk.errands.stream().anyMatch(errand -> errand.path().equals(path))) return path;
        return SPOKEN.contains(path) || path.equals("/openapi.json") ? path : "page";
    }

    private void serve(Exchange exchange) {
        if (stopping) {
            exchange.send(Refusals.stopping());
            return;
        }
        String path = exchange.path();
        String method = exchange.method();
        Optional<Reply> foreign = desk.guard.refusal(exchange::header, method, Assets.isRoom(path));
        if (foreign.isPresent()) {
            refuse(exchange, foreign.get());
            return;
        }
        String command = path.startsWith(API) ? path.substring(API.length()) : "";
        Optional<Errand> errand = errand(path, method);
        if (errand.isPresent()) {
            read(exchange, body -> once(errand.get(), exchange.header("Authorization"), body));
        } else if (desk.api.answers(command)) {
            if (method.equals("POST")) read(exchange, body -> desk.api.work(command, body));
            else refuse(exchange, wrongMethod("POST"));
        } else if (method.equals("GET") || method.equals("HEAD")) get(exchange, path);
        else refuse(exchange, exists(path) ? wrongMethod("GET, HEAD") : notFound());
    }

    /** Once the body has come in: a connection that is closed over what nobody read takes the answer with it. */
    private void refuse(Exchange exchange, Reply refusal) {
        desk.bodies.read(
                exchange.request(),
                body -> {
                    body.release();
                    exchange.send(refusal);
                },
                exchange::send,
                exchange::fail);
    }

    private Optional<Errand> errand(String path, String method) {
        return desk.errands.stream()
                .filter(errand -> errand.path().equals(path) && errand.method().equals(method))
                .findFirst();
    }

    private boolean exists(String path) {
        return SPOKEN.contains(path) || assets.get(path).isPresent();
    }

    /** An errand is begun once. */
    private static Job.Work once(Errand errand, String authorization, byte[] body) {
        return new Job.Work() {
            @Override
            public Reply run(Job.Turn turn) {
                return Api.read(body, text -> Api.reply(errand.answering().answer(authorization, text)));
            }

            @Override
            public boolean repeatable() {
                return false;
            }
        };
    }

    private interface Making {
        Job.Work of(byte[] body);
    }

    private void read(Exchange exchange, Making making) {
        desk.bodies.read(
                exchange.request(),
                body -> ask(exchange, body, making.of(body.bytes())),
                exchange::send,
                exchange::fail);
    }

    private void ask(Exchange exchange, Bodies.Body body, Job.Work work) {
        Encodings encodings = exchange.encodings();
        long fingerprint = ((long) exchange.path().hashCode() << 32) ^ Arrays.hashCode(body.bytes());
        long shape = shape(exchange.path(), body.bytes());
        Optional<Job> job = latest.begin(
                exchange.header(ASKER), () -> desk.lanes.submit(new Compressed(work, encodings), fingerprint, shape));
        if (job.isEmpty()) {
            body.release();
            exchange.send(Refusals.overtaken());
            return;
        }
        job.get().reply().whenComplete((reply, failure) -> {
            body.release();
            answer(exchange, reply, failure);
        });
    }

    private static void answer(Exchange exchange, Reply reply, Throwable failure) {
        if (failure == null) exchange.send(reply);
        else exchange.fail(failure);
    }

    /** The same for questions that differ in their numbers alone, which mostly take about as long. */
    private static long shape(String path, byte[] body) {
        long shape = path.hashCode();
        for (byte b : body) if (!((b >= '0' && b <= '9') || b == '.')) shape = shape * 0x5DEECE66DL + b;
        return shape;
    }

    /** Compresses where the work is done. */
    private record Compressed(Job.Work work, Encodings encodings) implements Job.Work {
        @Override
        public Reply run(Job.Turn turn) {
            return work.run(turn).encoded(encodings);
        }

        @Override
        public Reply instead(Reply refusal) {
            return work.instead(refusal);
        }

        @Override
        public boolean repeatable() {
            return work.repeatable();
        }
    }

    private void get(Exchange exchange, String path) {
        switch (path) {
            case HEALTH ->
                exchange.send(Reply.json(200, Json.object().put("status", "ok").put("version", desk.version)));
            case METRICS ->
                exchange.send(Reply.text(200, "text/plain; version=0.0.4; charset=utf-8", desk.metrics.text()));
            case SUPPORT -> support(exchange);
            default ->
                exchange.send(assets.get(path)
                        .map(kept -> kept.reply(exchange.encodings(), exchange.header("If-None-Match")))
                        .orElseGet(this::notFound));
        }
    }

    private void support(Exchange exchange) {
        desk.api
                .support()
                .thenApply(kept -> kept.reply(exchange.encodings(), exchange.header("If-None-Match")))
                .completeOnTimeout(Refusals.late(2), Lanes.WALL_NANOSECONDS, TimeUnit.NANOSECONDS)
                .whenComplete((reply, failure) -> answer(exchange, reply, failure));
    }

    private Reply notFound() {
        return Refusals.invalid(
                404,
                "there is nothing here",
                "POST /v1/" + String.join(", /v1/", desk.api.commands())
                        + ", /v1/batch, or GET /, /v1/support, /openapi.json, /health, /metrics");
    }

    private static Reply wrongMethod(String allowed) {
        return Refusals.invalid(405, "this address answers " + allowed, "use that method")
                .with("Allow", allowed);
    }
}
