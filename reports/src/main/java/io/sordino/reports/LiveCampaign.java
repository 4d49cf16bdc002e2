package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.refusal.InvalidException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A campaign whose file may be replaced while a shuffler runs: a new key counts within a second. A file that is no newer version of it changes nothing. */
public final class LiveCampaign implements Supplier<LiveCampaign.Version> {
    private static final long READ_AGAIN = TimeUnit.SECONDS.toNanos(1);

    private final Path file;
    private final Consumer<String> warning;
    private Version last;
    private long readAt = System.nanoTime();
    private String complaint = "";

    /** A campaign and the text that says it. */
    public record Version(Campaign campaign, String text) {}

    /** Reads the file, and again whenever it is asked; why a version is not taken is told once. */
    public LiveCampaign(Path file, Consumer<String> warning) {
        this.file = file;
        this.warning = warning;
        this.last = read();
    }

    private Version read() {
        String text = CampaignFile.content(file);
        return new Version(CampaignFile.parsed(text, file), text);
    }

    @Override
    public synchronized Version get() {
        if (System.nanoTime() - readAt < READ_AGAIN) return last;
        readAt = System.nanoTime();
        try {
            Version found = read();
            if (!Arrays.equals(found.campaign.id(), last.campaign.id()))
                throw new InvalidException("'" + file + "' is another campaign", "put the first one back");
            last = found;
            complaint = "";
        } catch (InvalidException e) {
            String why = e.getMessage() + ": the keys stay as they were";
            if (!why.equals(complaint)) warning.accept(why);
            complaint = why;
        }
        return last;
    }
}
