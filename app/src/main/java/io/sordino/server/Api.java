package io.sordino.server;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.account.LimitException;
import io.sordino.report.Deadline;
import io.sordino.report.Failure;
import io.sordino.report.answer.Support;
import io.sordino.report.text.Json;
import io.sordino.service.Requests;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * POST /v1/COMMAND with the object that a batch has on a line.
 *
 * <p>Not more requests are worked on at a time than there are processors; others wait a while and are then told to come back.
 */
final class Api {
    private static final long PATIENCE_SECONDS = 10;
    private static final int MOST_IN_BATCH = 16;
    private static final int MOST_WAITING = 1000;

    private final Requests requests;
    private final Accountant accountant;
    private final Semaphore workers = new Semaphore(Runtime.getRuntime().availableProcessors(), true);
    private final Set<Thread> atWork = new HashSet<>();
    private volatile boolean closing;
    private Optional<JsonNode> support = Optional.empty();

    Api(Accountant accountant) {
        this.accountant = accountant;
        requests = new Requests(accountant, System::nanoTime);
    }

    Set<String> commands() {
        return requests.commands();
    }

    Reply post(String command, String body) {
        return working(() -> answer(command, body));
    }

    private Reply answer(String command, String body) {
        ObjectNode answer = limited(() -> requests.answer(command, body));
        return Reply.json(status(answer), answer);
    }

    private static ObjectNode limited(Supplier<ObjectNode> work) {
        try {
            return new Deadline().within(work);
        } catch (LimitException e) {
            return Requests.failed(NullNode.instance, Failure.of(e));
        }
    }

    /** A list of requests; each is answered or refused within the list, so that the whole always is answered. */
    Reply batch(String body) {
        JsonNode list;
        try {
            list = Json.read(body);
        } catch (JacksonException e) {
            return wrongBatch("the body is not JSON");
        }
        if (!(list.isArray() && !list.isEmpty() && list.size() <= MOST_IN_BATCH))
            return wrongBatch("the body must be a list of 1 to " + MOST_IN_BATCH + " requests");
        return working(() -> {
            ArrayNode answers = Json.array();
            for (JsonNode request : list) answers.add(limited(() -> requests.answer(request)));
            return Reply.json(200, answers);
        });
    }

    private static Reply wrongBatch(String message) {
        return Reply.refused(
                400,
                Failure.invalid(
                        message, "send [{\"command\": \"epsilon\", \"plan\": \"gaussian(2)\", \"delta\": 1e-5}, ...]"));
    }

    /** 422 says that the request was understood but cannot be answered: no theorem covers it, or it takes too much. */
    static int status(ObjectNode answer) {
        return switch (answer.path("error").path("kind").asText("")) {
            case "" -> 200;
            case "invalid" -> 400;
            case "unsupported", "limit" -> 422;
            default -> 500;
        };
    }

    /** The matrix never changes while the server runs, and takes a second to find. */
    Reply support() {
        return working(() -> Reply.json(200, found()));
    }

    private synchronized JsonNode found() {
        JsonNode matrix = support.orElseGet(() -> Support.of(accountant).json(0));
        support = Optional.of(matrix);
        return matrix;
    }

    private interface Work {
        Reply done();
    }

    private Reply working(Work work) {
        try {
            if (!workers.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) return busy();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return busy();
        }
        if (closing) return stopping();
        begin();
        try {
            return work.done();
        } finally {
            end();
            workers.release();
        }
    }

    private synchronized void begin() {
        atWork.add(Thread.currentThread());
    }

    /** From here on nobody interrupts this thread, which has an answer to send. */
    private synchronized void end() {
        atWork.remove(Thread.currentThread());
        Thread.interrupted();
    }

    /** Sends away whoever waits for a worker; what is worked on goes on. */
    void dismiss() {
        closing = true;
        workers.release(MOST_WAITING);
    }

    /** Ends what is worked on: it is refused, and no client is left with a connection that breaks. */
    synchronized void giveUp() {
        atWork.forEach(Thread::interrupt);
    }

    static Reply stopping() {
        return Reply.refused(
                        429, new Failure(Failure.Kind.LIMIT, "the server is stopping", "ask again when it is back"))
                .with("Connection", "close");
    }

    private static Reply busy() {
        return Reply.refused(
                        429,
                        new Failure(
                                Failure.Kind.LIMIT,
                                "the server has more requests than it can answer",
                                "ask again later"))
                .with("Retry-After", "5");
    }
}
