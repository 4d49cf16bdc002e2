package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.client.Refused;
import io.sordino.refusal.InvalidException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A file of what devices sent, taken into a store and released. */
public final class Shuffling {
    private static final int GROUP = 4096;

    /** What was refused, by the reason; how many were replays; where the batch is, if there was enough of it. */
    public record Shuffled(Map<String, Long> refused, Optional<Path> batch) {
        public Shuffled {
            refused = new TreeMap<>(refused);
        }
    }

    private Shuffling() {}

    /** Takes all submissions of a file, then releases the batch, whose file is copied to a place of its own. */
    public static Shuffled of(Store store, Campaign campaign, int day, Path in, Path out) {
        Map<String, Long> refused = new TreeMap<>();
        try {
            try (InputStream stream = new BufferedInputStream(Files.newInputStream(in), 1 << 16)) {
                take(store, new Submissions(campaign, day), stream, refused);
            }
            Optional<Path> batch = store.release();
            if (batch.isEmpty()) return new Shuffled(refused, batch);
            Path part = out.resolveSibling(out.getFileName() + ".part");
            Files.copy(batch.get(), part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, out, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return new Shuffled(refused, Optional.of(out));
        } catch (IOException e) {
            throw new InvalidException(
                    "reports could not be read from '" + in + "' or kept: "
                            + e.getClass().getSimpleName(),
                    "check the names and the room on the disk",
                    e);
        }
    }

    private static void take(Store store, Submissions submissions, InputStream stream, Map<String, Long> refused)
            throws IOException {
        List<List<byte[]>> group = new ArrayList<>();
        boolean more = true;
        while (more) {
            try {
                Optional<List<byte[]>> next = submissions.next(stream);
                more = next.isPresent();
                if (more) {
                    submissions.check(next.get());
                    group.add(next.get());
                }
            } catch (Submissions.Unreadable e) {
                refused.merge(String.valueOf(e.getMessage()), 1L, Long::sum);
                more = false;
            } catch (Refused e) {
                refused.merge(String.valueOf(e.getMessage()), 1L, Long::sum);
            }
            if (group.size() == GROUP || !more) {
                for (Store.Outcome outcome : store.take(group))
                    if (outcome == Store.Outcome.KNOWN) refused.merge("the report was taken before", 1L, Long::sum);
                group.clear();
            }
        }
    }
}
