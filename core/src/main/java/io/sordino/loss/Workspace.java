package io.sordino.loss;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where the losses of one question keep what they work out: curves, budgets and memos, by the value of the loss, so that equal
 * ones share theirs. It lives as long as the question, and no other question sees it, but for what is {@link #kept} for the next
 * question of one running account.
 */
public final class Workspace {
    private static final int MOST_KEPT = 16;

    private final Map<Object, Object> notes = new HashMap<>();
    private final Optional<Map<Object, Object>> kept;

    /** Of a question that stands alone. */
    public Workspace() {
        this(Optional.empty());
    }

    private Workspace(Optional<Map<Object, Object>> kept) {
        this.kept = kept;
    }

    /** Of the first question of a running account. */
    public static Workspace ofAccount() {
        // the one that was not asked for the longest makes room
        return new Workspace(Optional.of(new LinkedHashMap<>(MOST_KEPT, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Object, Object> eldest) {
                return size() > MOST_KEPT;
            }
        }));
    }

    /** For the next question of the same account. */
    public Workspace next() {
        return new Workspace(kept);
    }

    /** As {@link #notes}, about what questions of one account have in common; a question alone has nothing in common with another. */
    public <N> N kept(Object subject, Class<N> type, Supplier<N> fresh) {
        return kept.map(all -> type.cast(all.computeIfAbsent(subject, first -> fresh.get())))
                .orElseGet(fresh);
    }

    /**
     * The notes about one thing; made at the first call.
     *
     * @param subject a value that nothing but an equal one equals
     */
    public <N> N notes(Object subject, Class<N> type, Supplier<N> fresh) {
        return type.cast(notes.computeIfAbsent(subject, first -> fresh.get()));
    }
}
