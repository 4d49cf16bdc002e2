package io.sordino.cli.reports;

import io.sordino.cli.Clusters;
import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.PictureOption;
import io.sordino.cli.Sources;
import io.sordino.client.Campaign;
import io.sordino.reports.Analysis;
import io.sordino.reports.BatchCluster;
import io.sordino.reports.CampaignFile;
import io.sordino.reports.Estimates;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino analyze. */
@Command(
        name = "analyze",
        description = "Opens a released batch, counts its reports and corrects the counts: estimates with intervals.",
        footer = {
            "",
            "Example:",
            "  sordino analyze --campaign campaign.json --batch batch.bin --json",
            "",
            "The analyzer's keys are in the file beside the campaign that campaign plan has written (campaign.key)."
        })
public final class AnalyzeCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--campaign", required = true, paramLabel = "FILE", description = "The campaign.")
    private String campaign = "";

    @ArgGroup(multiplicity = "1")
    private Source source = new Source();

    /** What is counted. */
    static final class Source {
        @Option(
                names = "--batch",
                paramLabel = "FILE",
                required = true,
                description = "The batch; given several times, each is answered by itself, in this order.")
        private List<String> batches = new ArrayList<>();

        @Option(
                names = "--reports",
                paramLabel = "FILE",
                required = true,
                description = "Reports as devices sent them, where nobody shuffles: the local guarantee is theirs.")
        private Optional<String> reports = Optional.empty();
    }

    @Option(
            names = "--spark",
            paramLabel = "MASTER",
            description =
                    "Opens and counts the batches on Spark, such as local[2] or spark://host:7077, a task for each: a batch may then be a URL. The launcher fetches Spark once (280 MB); inside spark-submit write 'submitted'.")
    private Optional<String> spark = Optional.empty();

    @Option(
            names = "--day",
            paramLabel = "D",
            converter = NumberOptions.OfWhole.class,
            description = "The day that --reports are of (default 1).")
    private long day = 1;

    @Option(names = "--key", paramLabel = "FILE", description = "The analyzer's keys (default: beside the campaign).")
    private Optional<String> key = Optional.empty();

    @Option(
            names = "--confidence",
            paramLabel = "C",
            converter = NumberOptions.OfReal.class,
            description = "With what probability an interval holds (default 0.95).")
    private double confidence = 0.95;

    @Option(names = "--simultaneous", description = "Intervals that hold for all values at once.")
    private boolean simultaneous;

    @Option(
            names = "--top",
            paramLabel = "M",
            converter = NumberOptions.OfWhole.class,
            description = "Shows only the M values with the largest estimates.")
    private long top = Long.MAX_VALUE;

    @Option(names = "--json", description = "Answer in JSON, on one line.")
    private boolean json;

    @Mixin
    private PictureOption picture = new PictureOption();

    public AnalyzeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        picture.check();
        if (!(confidence > 0 && confidence < 1))
            throw CommandException.invalid(
                    "--confidence must be in (0, 1), was " + confidence, "write for example 0.95");
        if (!(top >= 1)) throw CommandException.invalid("--top must be at least 1, was " + top, "leave it out");
        long start = console.nanoseconds().getAsLong();
        Path file = Sources.path(campaign);
        Campaign asked = CampaignFile.read(file);
        Map<Integer, byte[]> secrets =
                CampaignFile.secrets(Sources.path(key.orElse(CampaignCommand.keys(campaign))), asked);
        if (source.reports.isPresent() && !asked.says("local_plan"))
            throw CommandException.invalid(
                    "the campaign's answers have no guarantee of their own: they must be shuffled",
                    "give a batch that the shuffler has released");
        if (source.reports.isPresent() && spark.isPresent())
            throw CommandException.invalid("Spark counts batches alone", "leave --spark out, or give --batch");
        if (source.batches.size() > 1 && picture.isGiven())
            throw CommandException.invalid("--out is a picture of one batch", "give one --batch, or leave --out out");
        // all are counted before one is shown: a batch that is damaged refuses the whole command
        for (Analysis.Counted counted : counted(asked, secrets, file)) {
            Estimates estimates = Estimates.of(asked, counted, confidence, simultaneous);
            AnalysisReport report =
                    AnalysisReport.of(console.accountant(), asked, counted, estimates, top, source.reports.isEmpty());
            console.print(report, json, start);
            picture.write(report::picture);
        }
        return 0;
    }

    private List<Analysis.Counted> counted(Campaign asked, Map<Integer, byte[]> secrets, Path file) {
        if (spark.isPresent())
            return Clusters.find(BatchCluster.class)
                    .count(spark.get(), CampaignFile.content(file), secrets, source.batches);
        Analysis analysis = new Analysis(asked, secrets, Runtime.getRuntime().availableProcessors());
        if (source.reports.isPresent())
            return List.of(analysis.ofReports(
                    Sources.path(source.reports.get()), (int) Math.max(0, Math.min(day, Integer.MAX_VALUE))));
        return source.batches.stream().map(Sources::path).map(analysis::of).toList();
    }
}
