package io.sordino.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;

/**
 * An address beside those of questions, whose work is done once and never begun again: it may write.
 *
 * @param method GET or POST
 * @param path such as /v1/ledger/charge
 * @param answering what is said; an answer with an {@code error} is a refusal, as in {@link io.sordino.service.Requests#failed}
 */
public record Errand(String method, String path, Answering answering) {
    /** From who asks and what is asked to an answer. */
    @FunctionalInterface
    public interface Answering {
        /**
         * @param authorization the header of that name, empty where there is none
         * @param body empty for GET
         */
        ObjectNode answer(String authorization, String body);
    }

    /** For an address that anybody may ask. */
    public Errand(String method, String path, Function<String, ObjectNode> answering) {
        this(method, path, (authorization, body) -> answering.apply(body));
    }
}
