package io.sordino.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
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

    private final Consumer<Job> ending;
    private final Map<String, Asked> asked = new HashMap<>();

    private record Asked(Job job, long turn) {}

    /** @param ending ends a job that was made needless */
    Superseded(Consumer<Job> ending) {
        this.ending = ending;
    }

    /**
     * Begins a job, and ends those that it makes needless.
     *
     * @param names what the job is called, then what else it makes needless. May be empty. The first may end in a colon and a number
     *     that grows from question to question: requests may overtake each other on their way, and one that comes after a later one
     *     is not begun instead of ending it
     * @return empty if a later question was asked already
     */
    Optional<Job> begin(String names, Supplier<Job> beginning) {
        if (names.isBlank() || names.length() > LONGEST) return Optional.of(beginning.get());
        List<String> all = new ArrayList<>(List.of(names.strip().split("\\s+")));
        Matcher numbered = NUMBERED.matcher(all.get(0));
        long turn = 0;
        if (numbered.matches()) {
            all.set(0, numbered.group(1));
            turn = Long.parseLong(numbered.group(2));
        }
        List<Job> needless = new ArrayList<>();
        Job job;
        synchronized (this) {
            Asked same = asked.get(all.get(0));
            if (same != null && same.turn > turn) return Optional.empty();
            for (String name : all) {
                Asked older = asked.get(name);
                if (older == null || older.turn > turn) continue;
                asked.remove(name);
                needless.add(older.job);
            }
            job = beginning.get();
            asked.put(all.get(0), new Asked(job, turn));
        }
        needless.forEach(ending);
        String name = all.get(0);
        job.reply().whenComplete((reply, failure) -> forget(name, job));
        return Optional.of(job);
    }

    private synchronized void forget(String name, Job job) {
        Asked mine = asked.get(name);
        if (mine != null && mine.job.equals(job)) asked.remove(name);
    }
}
