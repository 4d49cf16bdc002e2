package io.sordino.cli.reports;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.Sources;
import io.sordino.client.Campaign;
import io.sordino.data.Atomic;
import io.sordino.data.Incarnation;
import io.sordino.reports.Intake;
import io.sordino.reports.LiveCampaign;
import io.sordino.reports.Shuffling;
import io.sordino.reports.Store;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** sordino shuffler. */
@Command(
        name = "shuffler",
        description = "Takes sealed reports, and releases them in a random order once there are enough to hide among.",
        footer = {
            "",
            "Examples:",
            "  sordino shuffler --campaign campaign.json --store folder --in reports.bin --out batch.bin",
            "  sordino shuffler --campaign campaign.json --store folder --day 3 --port 8200",
            "  sordino shuffler --campaign campaign.json --store 'jdbc:postgresql://db/reports?user=shuffler'"
                    + " --batches folder --port 8200",
            "",
            "With --port it listens until it is stopped (SIGTERM), then releases the day's batch into the store if the",
            "campaign's floor is reached. Reports are acknowledged when they are on disk."
        })
public final class ShufflerCommand implements Callable<Integer> {
    private static final int TOO_FEW = 4;

    private final Console console;

    @Option(names = "--campaign", required = true, paramLabel = "FILE", description = "The campaign.")
    private String campaign = "";

    @Option(
            names = "--store",
            required = true,
            paramLabel = "FOLDER|URL",
            description = "Where reports are kept: a folder, or a database by its JDBC URL (SQLite, PostgreSQL).")
    private String store = "";

    @Option(
            names = "--batches",
            paramLabel = "FOLDER",
            description = "Where the files of released batches go, with a database (else they are in the store).")
    private Optional<String> batches = Optional.empty();

    @Option(names = "--in", paramLabel = "FILE", description = "Reports that devices sent.")
    private Optional<String> in = Optional.empty();

    @Option(names = "--out", paramLabel = "FILE", description = "Where the batch goes.")
    private Optional<String> out = Optional.empty();

    @Option(
            names = "--port",
            paramLabel = "P",
            converter = NumberOptions.OfWhole.class,
            description = "Listen for reports on this port of this machine; 0 takes a free one.")
    private long port = -1;

    @Option(
            names = "--day",
            paramLabel = "D",
            converter = NumberOptions.OfWhole.class,
            description = "The day of the campaign (default 1).")
    private long day = 1;

    public ShufflerCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!(in.isPresent() == out.isPresent() && in.isPresent() != (port >= 0)))
            throw CommandException.invalid(
                    "either --in and --out, or --port must be given", "see sordino shuffler --help");
        if (!(port <= 65_535))
            throw CommandException.invalid("--port must be at most 65535, was " + port, "choose another one");
        if (!(isDatabase() == batches.isPresent()))
            throw CommandException.invalid(
                    "--batches must be given with a database, and with no other store",
                    isDatabase() ? "add --batches FOLDER" : "leave it out: batches are files of the store");
        out.ifPresent(name -> Atomic.check(Sources.path(name)));
        Path file = Sources.path(campaign);
        LiveCampaign live = new LiveCampaign(file, console::warn);
        Campaign asked = live.get().campaign();
        int today = (int) Math.max(0, Math.min(day, Integer.MAX_VALUE));
        try (Store kept = opened(asked, today)) {
            return in.isPresent() ? shuffled(kept, asked, today) : listened(kept, live, today);
        } catch (IOException e) {
            throw CommandException.invalid("the store cannot be closed", "check the disk");
        }
    }

    private boolean isDatabase() {
        return store.startsWith("jdbc:");
    }

    private Store opened(Campaign asked, int today) {
        return isDatabase()
                ? Store.open(store, Sources.path(batches.orElse("")), asked, today, Incarnation.source())
                : Store.open(Sources.path(store), asked, today, Incarnation.source());
    }

    private int shuffled(Store kept, Campaign asked, int today) {
        Path target = Sources.path(out.orElse(""));
        Shuffling.Shuffled done = Shuffling.of(kept, asked, today, Sources.path(in.orElse("")), target);
        done.refused().forEach((reason, times) -> console.warn(times + " refused: " + reason));
        if (done.batch().isEmpty()) {
            console.warn("the floor of " + asked.word("floor")
                    + " clients is not reached: nothing is released, and the reports are kept");
            return TOO_FEW;
        }
        console.print("released " + target);
        return 0;
    }

    /** What was acknowledged is released, if there is enough of it; after a failure the next start does so. */
    private void finish(Intake intake) {
        try (intake) {
            if (!intake.failure().isDone()) intake.finish().ifPresent(batch -> console.print("released " + batch));
        } catch (IllegalStateException e) {
            console.warn("nothing was released: start the shuffler again");
        }
    }

    private int listened(Store kept, LiveCampaign live, int today) {
        // stopped by the hook below, which outlives this method
        Intake intake = new Intake(live, today, kept, InetAddress.getLoopbackAddress(), (int) port);
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> finish(intake)));
            console.print("listening on http://localhost:" + intake.port() + "/reports, day " + today);
            intake.failure().get();
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        } catch (ExecutionException e) {
            throw CommandException.invalid("the disk failed: nothing more is taken", "mend the disk and start again");
        }
    }
}
