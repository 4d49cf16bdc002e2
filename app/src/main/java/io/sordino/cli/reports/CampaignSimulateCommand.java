package io.sordino.cli.reports;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.PictureOption;
import io.sordino.cli.Progress;
import io.sordino.cli.Sources;
import io.sordino.client.Campaign;
import io.sordino.data.Incarnation;
import io.sordino.reports.CampaignFile;
import io.sordino.reports.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino campaign simulate. */
@Command(
        name = "simulate",
        description = "Runs all days of a campaign on made-up clients: how good its estimates are, and what an attacker"
                + " who sees everything learns.",
        footer = {
            "",
            "Example, a year of 10^5 clients:",
            "  sordino campaign plan --clients 1e5 --alphabet 8 --days 365 --epsilon 2 --delta 1e-6 --dropout 20%%"
                    + " --out year.json",
            "  sordino campaign simulate --campaign year.json --dropout 15%% --out year.svg",
            "",
            "Reports are randomized and counted as by devices and analyzer, and are not sealed."
        })
final class CampaignSimulateCommand implements Callable<Integer> {
    private static final int WATCHED = 1000;

    private final Console console;

    @Option(names = "--campaign", required = true, paramLabel = "FILE", description = "The campaign.")
    private String campaign = "";

    @Option(
            names = "--clients",
            paramLabel = "N",
            converter = NumberOptions.OfWhole.class,
            description = "How many clients there are (default: as planned).")
    private long clients = -1;

    @Option(
            names = "--days",
            paramLabel = "D",
            converter = NumberOptions.OfWhole.class,
            description = "How many days are run (default: all).")
    private long days = -1;

    @Option(
            names = "--dropout",
            paramLabel = "SHARE",
            converter = CampaignPlanCommand.OfShare.class,
            description = "Share of the honest clients that do not report on a day, such as 15%%.")
    private double dropout;

    @Option(
            names = "--change",
            paramLabel = "SHARE",
            converter = CampaignPlanCommand.OfShare.class,
            description = "Share of the clients whose value is another one from one day to the next, such as 1%%.")
    private double change;

    @Option(names = "--json", description = "Answer in JSON, on one line.")
    private boolean json;

    @Mixin
    private PictureOption picture = new PictureOption();

    CampaignSimulateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        picture.check();
        if (!(dropout >= 0 && dropout < 1 && change >= 0 && change <= 1))
            throw CommandException.invalid("--dropout and --change must be shares in [0, 1)", "write for example 15%");
        long start = console.nanoseconds().getAsLong();
        Campaign asked = CampaignFile.read(Sources.path(campaign));
        long all = days < 0 ? asked.days() : days;
        if (!(all >= 1 && all <= asked.days()))
            throw CommandException.invalid(
                    "--days must be in [1, " + asked.days() + "], was " + all, "the campaign has no more days");
        long planned = ((Number) asked.word("clients")).longValue();
        int number = (int) Math.min(Integer.MAX_VALUE, clients < 0 ? planned : clients);
        Simulation simulation = new Simulation(asked, number, dropout, change, WATCHED, Incarnation.javaSource());
        List<Simulation.Day> run = new ArrayList<>();
        try (Progress progress = Progress.on(console, "days", all)) {
            for (int day = 1; day <= all; day++) {
                run.add(simulation.next(day));
                progress.advance(1);
            }
        }
        SimulationReport report = new SimulationReport(asked, number, run, simulation.attack());
        console.print(report, json, start);
        picture.write(report::picture);
        return 0;
    }
}
