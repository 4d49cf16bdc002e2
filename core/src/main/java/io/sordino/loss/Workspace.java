package io.sordino.loss;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Where the losses of one question keep what they work out: curves, budgets and memos, by the value of the loss, so that equal
 * ones share theirs. It lives as long as the question, and no other question sees it.
 */
public final class Workspace {
    private final Map<Object, Object> notes = new HashMap<>();

    /**
     * The notes about one thing; made at the first call.
     *
     * @param subject a value that nothing but an equal one equals
     */
    public <N> N notes(Object subject, Class<N> type, Supplier<N> fresh) {
        return type.cast(notes.computeIfAbsent(subject, first -> fresh.get()));
    }
}
