package io.sordino.cli.reports;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.PictureFile;
import io.sordino.cli.PromiseOptions;
import io.sordino.cli.Sources;
import io.sordino.data.Atomic;
import io.sordino.data.Incarnation;
import io.sordino.reports.CampaignFile;
import io.sordino.reports.Planner;
import io.sordino.reports.Question;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino campaign plan. */
@Command(
        name = "plan",
        description = "Finds the way of answering with the least error under a promise, and writes the campaign.",
        footer = {
            "",
            "Example:",
            "  sordino campaign plan --clients 1e6 --alphabet 32 --days 30 --epsilon 1 --delta 1e-8"
                    + " --dropout 20%% --corrupt 5%% --out campaign.json"
        })
final class CampaignPlanCommand implements Callable<Integer> {
    /** What may be said again: it leans on no id of a report, and is one message. */
    private static final Set<String> MEMOISED = Set.of("randomized_response", "unary", "subset", "local_laplace");

    private final Console console;

    @Option(
            names = "--clients",
            required = true,
            paramLabel = "N",
            converter = NumberOptions.OfWhole.class,
            description = "How many clients are asked.")
    private long clients;

    @ArgGroup(multiplicity = "1")
    private Held held = new Held();

    /** What clients hold. */
    static final class Held {
        @Option(
                names = "--alphabet",
                paramLabel = "K",
                required = true,
                converter = NumberOptions.OfWhole.class,
                description = "How many values a client may hold.")
        private long alphabet = 2;

        @Option(
                names = "--numbers",
                required = true,
                description = "Clients hold a number in [0, 1], and their sum is asked for.")
        private boolean numbers;
    }

    @Option(
            names = "--days",
            paramLabel = "D",
            converter = NumberOptions.OfWhole.class,
            description = "On how many days they are asked (default 1).")
    private long days = 1;

    @Mixin
    private PromiseOptions promise = new PromiseOptions();

    @Option(
            names = "--dropout",
            paramLabel = "SHARE",
            converter = OfShare.class,
            description = "Share of the clients that may not report on a day, such as 20%%.")
    private double dropout;

    @Option(
            names = "--corrupt",
            paramLabel = "SHARE",
            converter = OfShare.class,
            description = "Share of the clients that may lie or collude, such as 5%%; they hide nobody.")
    private double corrupt;

    @Option(
            names = "--crowd-floor",
            paramLabel = "K",
            converter = NumberOptions.OfWhole.class,
            description = "Leave out reports that come from a crowd (report --crowd) of fewer than K clients.")
    private long crowdFloor;

    @Option(names = "--question", paramLabel = "TEXT", description = "What clients are asked, for people to read.")
    private String question = "a question";

    @Option(
            names = "--memoise",
            description = "A client draws one answer and says it again every day; only the local guarantee then covers"
                    + " all days.")
    private boolean memoise;

    @Option(
            names = "--no-shuffler",
            description = "Nobody shuffles: every client's own answers keep the promise over all days.")
    private boolean alone;

    @Option(
            names = "--allow-trust-in-shuffler",
            description = "Also choose among ways of several messages, which have no local guarantee: if shuffler and"
                    + " analyzer collude they learn the values.")
    private boolean trusting;

    @Option(names = "--out", paramLabel = "FILE", description = "Where the campaign goes; its keys go beside it.")
    private Optional<String> out = Optional.empty();

    @Option(names = "--picture", paramLabel = "FILE", description = "Draws the comparison: .svg or .png.")
    private Optional<String> picture = Optional.empty();

    @Option(names = "--json", description = "Answer in JSON, on one line.")
    private boolean json;

    CampaignPlanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        picture.ifPresent(PictureFile::new);
        if (alone && trusting)
            throw CommandException.invalid(
                    "--no-shuffler and --allow-trust-in-shuffler contradict each other", "leave one of them out");
        if (!(crowdFloor >= 0 && crowdFloor <= clients))
            throw CommandException.invalid(
                    "--crowd-floor was " + crowdFloor, "give a number of clients from 0 to " + clients);
        if (alone && crowdFloor > 0)
            throw CommandException.invalid(
                    "--crowd-floor is kept by the shuffler, and --no-shuffler has none", "leave one of them out");
        out.ifPresent(name -> {
            Atomic.check(Sources.path(name));
            Atomic.check(Sources.path(CampaignCommand.keys(name)));
        });
        long start = console.nanoseconds().getAsLong();
        Question asked = new Question(
                question,
                clients,
                held.numbers ? 2 : whole(held.alphabet),
                held.numbers,
                whole(days),
                promise.epsilon(),
                promise.delta(),
                dropout,
                corrupt);
        Planner planner = new Planner(console.accountant(), asked);
        List<Planner.Way> ways = alone ? planner.alone() : planner.compare(trusting);
        CampaignReport report =
                new CampaignReport(asked, ways, planner.alone().get(0), planner.centralDeviation(), memoise, trusting);
        out.ifPresent(name -> write(name, asked, ways));
        console.print(report, json, start);
        picture.map(PictureFile::new).ifPresent(file -> file.write(report.picture()));
        return 0;
    }

    private void write(String name, Question asked, List<Planner.Way> ways) {
        Planner.Way best = ways.stream()
                .filter(way -> trusting || way.guaranteesLocally())
                .filter(way -> !memoise || MEMOISED.contains(way.name()))
                .findFirst()
                .orElseThrow(
                        () -> CommandException.invalid("no way of answering can be memoised", "leave --memoise out"));
        CampaignFile.Texts texts = CampaignFile.of(asked, best, memoise, crowdFloor, Incarnation.javaSource());
        Path file = Sources.path(name);
        Atomic.writeSecret(Sources.path(CampaignCommand.keys(name)), texts.secrets());
        Atomic.write(file, texts.campaign());
    }

    private static int whole(long number) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number));
    }

    /** For picocli. */
    static final class OfShare implements ITypeConverter<Double> {
        @Override
        public Double convert(String value) {
            String text = value.strip();
            boolean percent = text.endsWith("%");
            double number = NumberOptions.parse(percent ? text.substring(0, text.length() - 1) : text);
            return percent ? number / 100 : number;
        }
    }
}
