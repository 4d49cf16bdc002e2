package io.sordino.cli.reports;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.PictureOption;
import io.sordino.cli.Progress;
import io.sordino.cli.PromiseOptions;
import io.sordino.reports.Planner;
import io.sordino.reports.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino campaign models. */
@Command(
        name = "models",
        description = "What a count or a mean costs by whom clients trust: nobody, a shuffler, or a curator.",
        footer = {
            "",
            "Examples:",
            "  sordino campaign models --epsilon 1 --delta 1e-6",
            "  sordino campaign models --numbers --clients 1e4,1e5,1e6 --epsilon 1 --delta 1e-6 --out models.svg"
        })
final class CampaignModelsCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--clients",
            split = ",",
            paramLabel = "N,...",
            converter = NumberOptions.OfWhole.class,
            description = "Numbers of clients (default 1e3,1e4,1e5,1e6).")
    private List<Long> clients = List.of(1_000L, 10_000L, 100_000L, 1_000_000L);

    @Option(names = "--numbers", description = "Clients hold a number in [0, 1] and not a bit.")
    private boolean numbers;

    @Option(
            names = "--days",
            paramLabel = "D",
            converter = NumberOptions.OfWhole.class,
            description = "On how many days they are asked, all together under the promise (default 1).")
    private long days = 1;

    @Mixin
    private PromiseOptions promise = new PromiseOptions();

    @Option(names = "--json", description = "Answer in JSON, on one line.")
    private boolean json;

    @Mixin
    private PictureOption picture = new PictureOption();

    CampaignModelsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        picture.check();
        if (clients.size() > 20)
            throw CommandException.invalid("--clients has more than 20 numbers", "name fewer of them");
        long start = console.nanoseconds().getAsLong();
        List<ModelsReport.Row> rows = new ArrayList<>();
        try (Progress progress = Progress.on(console, "numbers of clients", clients.size())) {
            for (long n : clients) {
                rows.add(row(n));
                progress.advance(1);
            }
        }
        ModelsReport report = new ModelsReport(rows, numbers, days, promise.epsilon(), promise.delta());
        console.print(report, json, start);
        picture.write(report::picture);
        return 0;
    }

    private ModelsReport.Row row(long n) {
        int asked = (int) Math.max(0, Math.min(Integer.MAX_VALUE, days));
        Question question = new Question("", n, 2, numbers, asked, promise.epsilon(), promise.delta(), 0, 0);
        Planner planner = new Planner(console.accountant(), question);
        List<Planner.Way> ways = planner.compare(false);
        double several = ways.stream()
                .filter(way -> !way.guaranteesLocally())
                .mapToDouble(Planner.Way::typical)
                .min()
                .orElse(Double.NaN);
        return new ModelsReport.Row(
                n, planner.alone().get(0).typical(), ways.get(0).typical(), several, planner.centralDeviation());
    }
}
