package io.sordino.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Gives up what a page no longer waits for. A browser that aborts a request tells a server nothing, so that every key pressed
 * would leave a question behind that is worked on for nobody while the next one waits.
 */
final class Latest {
    private static final int LONGEST = 200;

    private final Map<String, Thread> running = new HashMap<>();

    /**
     * Does the work of the caller.
     *
     * @param names what the work is called, then what else it makes needless; work that is called so is interrupted. May be empty
     */
    <T> T of(String names, Supplier<T> work) {
        if (names.isBlank() || names.length() > LONGEST) return work.get();
        List<String> all = List.of(names.strip().split("\\s+"));
        begin(all);
        try {
            return work.get();
        } finally {
            end(all.get(0));
        }
    }

    private synchronized void begin(List<String> names) {
        for (String name : names) {
            Thread older = running.remove(name);
            if (older != null) older.interrupt();
        }
        running.put(names.get(0), Thread.currentThread());
    }

    /** From here on nobody interrupts this thread, which has other requests to answer. */
    private synchronized void end(String name) {
        running.remove(name, Thread.currentThread());
        Thread.interrupted();
    }
}
