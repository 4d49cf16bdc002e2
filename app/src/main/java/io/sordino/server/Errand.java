package io.sordino.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;

/**
 * An address beside those of questions, whose work is done once and never begun again: it may write.
 *
 * @param method GET or POST
 * @param path such as /v1/ledger/spend
 * @param answering from a body, which is empty for GET, to an answer; one with an {@code error} is a refusal, as in
 *     {@link io.sordino.service.Requests#failed}
 */
public record Errand(String method, String path, Function<String, ObjectNode> answering) {}
