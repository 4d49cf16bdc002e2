package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Sealed reports of one day, kept until there are enough of them. Not safe for several threads. */
public interface Store extends AutoCloseable {
    /** What came of one submission. */
    enum Outcome {
        /** It is in the store for good. */
        TAKEN,
        /** It was there before: a device that has not heard of it may be told that it is there. */
        KNOWN
    }

    /** Opens the store of a campaign's day in a folder, or makes one; what a stop left unfinished is finished. */
    static Store open(Path folder, Campaign campaign, int day, RandomSource random) {
        check(campaign, day);
        return FolderStore.open(folder, campaign, day, random);
    }

    /** As above, in a database that a JDBC URL names; released batches are also files of a folder. */
    static Store open(String url, Path batches, Campaign campaign, int day, RandomSource random) {
        check(campaign, day);
        return DatabaseStore.open(url, batches, campaign, day, random);
    }

    private static void check(Campaign campaign, int day) {
        if (!(day >= 1 && day <= campaign.days()))
            throw new InvalidException(
                    "the campaign has days 1 to " + campaign.days() + ", not " + day, "name one of them with --day");
    }

    /**
     * Takes submissions, each as the reports that a device sent together; all of them are on disk when this returns.
     *
     * @throws IOException where the disk failed: nothing may be acknowledged, and the store must be opened again
     */
    List<Outcome> take(List<List<byte[]>> submissions) throws IOException;

    /** Whether there are enough clients to hide among. */
    boolean isEnough();

    /**
     * Releases all reports as one batch in a fresh random order, or nothing where there are too few. Reports from crowds that are too
     * small are left out, and the rest must still be enough.
     *
     * @return the batch, if it was released
     */
    Optional<Path> release() throws IOException;

    @Override
    void close() throws IOException;
}
