package io.sordino.cli;

import io.sordino.cli.ledger.LedgerCommand;
import io.sordino.cli.query.QueryCommand;
import io.sordino.cli.reports.AnalyzeCommand;
import io.sordino.cli.reports.CampaignCommand;
import io.sordino.cli.reports.ReportCommand;
import io.sordino.cli.reports.ShufflerCommand;
import io.sordino.cli.train.EvaluateCommand;
import io.sordino.cli.train.PredictCommand;
import io.sordino.cli.train.TrainCommand;
import io.sordino.report.text.Style;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;

/** The command line's entry point. */
@Command(
        name = "sordino",
        versionProvider = Sordino.Version.class,
        description = "How private is a randomized analysis? Certified answers, with the reasons.",
        footer = {
            "",
            "Examples:",
            "  sordino epsilon '500 * laplace(20)' --delta 1e-6",
            "  sordino calibrate '1000 * gaussian(?)' --epsilon 2 --delta 1e-5",
            "  sordino explain '10 * gaussian(5) + laplace(3)' --delta 1e-5",
            "",
            "Exit codes: 0 answered, 1 above --at-most, or an audit found a violated claim, 2 the request was wrong,"
                    + " 3 no theorem covers it or it would take too long, 4 over budget, 5 the answer could not be written."
        })
public final class Sordino implements Callable<Integer> {
    private static final String[] STREAM = {"batch", "-"};

    private static final Map<String, Function<Console, Object>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("epsilon", EpsilonCommand::new);
        COMMANDS.put("delta", DeltaCommand::new);
        COMMANDS.put("renyi", RenyiCommand::new);
        COMMANDS.put("loss", LossCommand::new);
        COMMANDS.put("calibrate", CalibrateCommand::new);
        COMMANDS.put("compare", CompareCommand::new);
        COMMANDS.put("sample-size", SampleSizeCommand::new);
        COMMANDS.put("explain", ExplainCommand::new);
        COMMANDS.put("statement", StatementCommand::new);
        COMMANDS.put("shuffle-plan", ShufflePlanCommand::new);
        COMMANDS.put("schedule", ScheduleCommand::new);
        COMMANDS.put("plot", PlotCommand::new);
        COMMANDS.put("audit", AuditCommand::new);
        COMMANDS.put("simulate", SimulateCommand::with);
        COMMANDS.put("reproduce", ReproduceCommand::new);
        COMMANDS.put("query", QueryCommand::new);
        COMMANDS.put("train", TrainCommand::new);
        COMMANDS.put("predict", PredictCommand::new);
        COMMANDS.put("evaluate", EvaluateCommand::new);
        COMMANDS.put("ledger", LedgerCommand::with);
        COMMANDS.put("campaign", CampaignCommand::with);
        COMMANDS.put("report", ReportCommand::new);
        COMMANDS.put("shuffler", ShufflerCommand::new);
        COMMANDS.put("analyze", AnalyzeCommand::new);
        COMMANDS.put("batch", BatchCommand::new);
        COMMANDS.put("serve", ServeCommand::new);
        COMMANDS.put("support", SupportCommand::new);
        COMMANDS.put("completion", CompletionCommand::new);
    }

    private final Console console;

    private Sordino(Console console) {
        this.console = console;
    }

    public static void main(String[] arguments) {
        int code = run(Console.system(), arguments);
        // not a return: work that was given up may still occupy a thread
        System.exit(code);
    }

    static int run(Console console, String... arguments) {
        Errors errors = new Errors(console);
        int code;
        try {
            code = Arrays.equals(arguments, STREAM)
                    ? stream(console)
                    : asked(console, arguments).execute(arguments);
        } catch (OutOfMemoryError | StackOverflowError e) {
            code = errors.exhausted(e);
        } catch (NoClassDefFoundError e) {
            code = errors.lacking();
        }
        return code == 0 ? errors.unlessLost(code) : code;
    }

    /** What a program that keeps us running says: it waits for its first answer, and half of that would be spent on other commands' options. */
    private static int stream(Console console) {
        try {
            return BatchCommand.ofStandardInput(console).call();
        } catch (RuntimeException e) {
            return new Errors(console).failed(e);
        }
    }

    /** Whoever names no command first wants to see them all, or to hear which one comes near. */
    private static CommandLine asked(Console console, String... arguments) {
        return arguments.length > 0 && COMMANDS.containsKey(arguments[0])
                ? commandLine(console, Set.of(arguments[0]))
                : commandLine(console);
    }

    static CommandLine commandLine(Console console) {
        return commandLine(console, COMMANDS.keySet());
    }

    /** With these commands alone: an answer should not wait for the options of all the others. */
    private static CommandLine commandLine(Console console, Set<String> names) {
        CommandLine root = new CommandLine(new Sordino(console));
        COMMANDS.forEach((name, command) -> {
            if (names.contains(name)) root.addSubcommand(name, command.apply(console));
        });
        Errors errors = new Errors(console);
        root.getCommandSpec().mixinStandardHelpOptions(true);
        for (CommandLine command : root.getSubcommands().values()) {
            command.getCommandSpec().mixinStandardHelpOptions(true);
            for (CommandLine inner : command.getSubcommands().values())
                inner.getCommandSpec().mixinStandardHelpOptions(true);
        }
        // @FILE is ours: it names the file of a plan
        return root.setExpandAtFiles(false)
                .setOut(console.out())
                .setErr(console.err())
                .setColorScheme(
                        CommandLine.Help.defaultColorScheme(console.outStyle() == Style.COLOUR ? Ansi.ON : Ansi.OFF))
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(100)
                .setExecutionExceptionHandler(errors::failed)
                .setParameterExceptionHandler(errors::misused);
    }

    @Override
    public Integer call() {
        commandLine(console).usage(console.out());
        return 0;
    }

    /** The version that the jar's manifest states; classes that run outside a jar have none. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Optional.ofNullable(Sordino.class.getPackage().getImplementationVersion())
                    .orElse("(development)");
            return new String[] {"sordino " + version};
        }
    }
}
