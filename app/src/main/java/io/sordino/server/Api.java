package io.sordino.server;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.report.Failure;
import io.sordino.report.answer.Support;
import io.sordino.report.text.Json;
import io.sordino.service.Requests;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What bodies are answered with: POST /v1/COMMAND with the object that a batch has on a line. */
final class Api {
    private static final String BATCH = "batch";
    private static final int MOST_IN_BATCH = 16;

    private final Requests requests;
    private final Accountant accountant;
    private final BiFunction<String, Runnable, Thread> threads;
    private final Mishaps mishaps;
    private Optional<CompletableFuture<Ready>> support = Optional.empty();

    /** Something that is handed out as it is, again and again. */
    interface Ready {
        /** @param known the If-None-Match of the client */
        Reply reply(Encodings encodings, String known);
    }

    Api(Accountant accountant, BiFunction<String, Runnable, Thread> threads, Mishaps mishaps) {
        this.accountant = accountant;
        this.threads = threads;
        this.mishaps = mishaps;
        requests = new Requests(accountant, System::nanoTime, mishaps::failure);
    }

    Set<String> commands() {
        return requests.commands();
    }

    boolean answers(String command) {
        return command.equals(BATCH) || commands().contains(command);
    }

    /** The work of a body, parsing included: a body may hold a hundred thousand objects. */
    Job.Work work(String command, byte[] body) {
        return command.equals(BATCH)
                ? new Batch(body)
                : turn -> read(body, text -> reply(requests.answer(command, text)));
    }

    /** Asks something, to have classes loaded and code compiled. */
    void rehearse(String command, String body) {
        Json.text(requests.answer(command, body));
    }

    static Reply reply(ObjectNode answer) {
        return Reply.json(status(answer), answer);
    }

    static Reply read(byte[] body, Function<String, Reply> answering) {
        try {
            return answering.apply(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString());
        } catch (CharacterCodingException e) {
            return Refusals.invalid(400, "the body is not UTF-8", "send JSON in UTF-8");
        }
    }

    /** A list of requests; each is answered or refused within the list, so that the whole always is answered. */
    private final class Batch implements Job.Work {
        private final byte[] body;
        private final List<ObjectNode> answers = new ArrayList<>();
        private int questions;

        Batch(byte[] body) {
            this.body = body;
        }

        @Override
        public Reply run(Job.Turn turn) {
            return read(body, text -> {
                List<JsonNode> list;
                try {
                    list = Json.list(text, MOST_IN_BATCH);
                } catch (JacksonException e) {
                    return wrong("the body is not a JSON list of 1 to " + MOST_IN_BATCH + " requests");
                }
                begin(list.size());
                for (JsonNode request : list)
                    add(turn.item(() -> requests.answer(request), why -> Requests.failed(NullNode.instance, why)));
                return said();
            });
        }

        private synchronized void begin(int size) {
            answers.clear();
            questions = size;
        }

        private synchronized void add(ObjectNode answer) {
            if (answers.size() < questions) answers.add(answer);
        }

        private synchronized Reply said() {
            ArrayNode list = Json.array();
            answers.forEach(list::add);
            return Reply.json(200, list);
        }

        /** What was answered until then; the rest is refused one by one. */
        @Override
        public synchronized Reply instead(Reply refusal) {
            if (answers.isEmpty()) return refusal;
            while (answers.size() < questions)
                answers.add(Requests.failed(
                        NullNode.instance,
                        new Failure(
                                Failure.Kind.LIMIT,
                                "the batch was not answered within " + Lanes.WALL_NANOSECONDS / 1_000_000_000L + " s",
                                "send it in smaller parts")));
            return said();
        }

        private static Reply wrong(String message) {
            return Refusals.invalid(
                    400, message, "send [{\"command\": \"epsilon\", \"plan\": \"gaussian(2)\", \"delta\": 1e-5}, ...]");
        }
    }

    static int status(ObjectNode answer) {
        String kind = answer.path("error").path("kind").asText("");
        return kind.isEmpty() ? 200 : status(Failure.Kind.valueOf(kind.toUpperCase(Locale.ROOT)));
    }

    /** 422 says that the request was understood but cannot be answered: no theorem covers it, or it takes too much. */
    static int status(Failure.Kind kind) {
        return switch (kind) {
            case INVALID -> 400;
            case DENIED -> 403;
            case BUDGET -> 409;
            case UNSUPPORTED, LIMIT -> 422;
            case INTERNAL -> 500;
        };
    }

    /** The matrix never changes while the server runs, and takes seconds to find: once, on a thread of its own, for all who ask. */
    synchronized CompletableFuture<Ready> support() {
        CompletableFuture<Ready> found = support.orElseGet(() -> {
            CompletableFuture<Ready> promise = new CompletableFuture<>();
            threads.apply("support", () -> promise.complete(matrix())).start();
            return promise;
        });
        support = Optional.of(found);
        return found;
    }

    /** One that cannot be found will not be found the next time either: the refusal is kept as the matrix would be. */
    private Ready matrix() {
        try {
            String text = Json.text(Support.of(accountant).json(0)) + "\n";
            return new Kept(Reply.JSON, text.getBytes(StandardCharsets.UTF_8))::reply;
        } catch (Throwable e) {
            Reply told = mishaps.reply(e);
            return (encodings, known) -> told.encoded(encodings);
        }
    }
}
