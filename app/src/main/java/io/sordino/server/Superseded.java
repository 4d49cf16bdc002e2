package io.sordino.server;

import io.sordino.account.LimitException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives up what a page no longer waits for. A browser that aborts a request tells a server nothing, so that every key pressed
 * would leave a question behind that is worked on for nobody while the next one waits.
 */
final class Superseded {
    private static final int LONGEST = 200;
    private static final Pattern NUMBERED = Pattern.compile("([^:]+):(\\d{1,15})");

    private final Map<String, Running> running = new HashMap<>();

    private record Running(Thread thread, long turn) {}

    /**
     * Does the work of the caller.
     *
     * @param names what the work is called, then what else it makes needless; work that is called so is interrupted. May be empty.
     *     The first may end in a colon and a number that grows from question to question: requests may overtake each other on their
     *     way, and one that comes after a later one is refused instead of ending it
     */
    <T> T of(String names, Supplier<T> work) {
        if (names.isBlank() || names.length() > LONGEST) return work.get();
        List<String> all = new ArrayList<>(List.of(names.strip().split("\\s+")));
        Matcher numbered = NUMBERED.matcher(all.get(0));
        long turn = 0;
        if (numbered.matches()) {
            all.set(0, numbered.group(1));
            turn = Long.parseLong(numbered.group(2));
        }
        if (!begin(all, turn)) throw new LimitException("a later question was asked already", "ask again");
        try {
            return work.get();
        } finally {
            end(all.get(0));
        }
    }

    private synchronized boolean begin(List<String> names, long turn) {
        Running same = running.get(names.get(0));
        if (same != null && same.turn > turn) return false;
        for (String name : names) {
            Running older = running.get(name);
            if (older == null || older.turn > turn) continue;
            running.remove(name);
            older.thread.interrupt();
        }
        running.put(names.get(0), new Running(Thread.currentThread(), turn));
        return true;
    }

    /** From here on nobody interrupts this thread, which has other requests to answer. */
    private synchronized void end(String name) {
        Running mine = running.get(name);
        if (mine != null && mine.thread.equals(Thread.currentThread())) running.remove(name);
        Thread.interrupted();
    }
}
