package io.sordino.cli.reports;

import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.Sources;
import io.sordino.data.Atomic;
import io.sordino.data.Incarnation;
import io.sordino.reports.CampaignFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** sordino campaign rotate. */
@Command(
        name = "rotate",
        description = "Gives a campaign a new key of the analyzer from a day on; the campaign stays the same one.",
        footer = {"", "Example:", "  sordino campaign rotate --campaign campaign.json --from-day 8"})
final class CampaignRotateCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--campaign", required = true, paramLabel = "FILE", description = "The campaign.")
    private String campaign = "";

    @Option(
            names = "--from-day",
            required = true,
            paramLabel = "D",
            converter = NumberOptions.OfWhole.class,
            description = "The first day of the new key.")
    private long fromDay;

    CampaignRotateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Path file = Sources.path(campaign);
        Path keys = Sources.path(CampaignCommand.keys(campaign));
        CampaignFile.Texts texts = CampaignFile.rotated(
                file, keys, (int) Math.max(0, Math.min(fromDay, 100_000)), Incarnation.javaSource());
        // secrets first: a public key without its secret would be of no use to anybody
        Atomic.write(keys, texts.secrets());
        Atomic.write(file, texts.campaign());
        console.print("reports of day " + fromDay + " and later are sealed for a new key, " + campaign);
        return 0;
    }
}
