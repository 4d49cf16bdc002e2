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
import java.util.Optional;
import java.util.concurrent.Callable;
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
                    : commandLine(console).execute(arguments);
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

    static CommandLine commandLine(Console console) {
        CommandLine root = new CommandLine(new Sordino(console))
                .addSubcommand(new EpsilonCommand(console))
                .addSubcommand(new DeltaCommand(console))
                .addSubcommand(new RenyiCommand(console))
                .addSubcommand(new CalibrateCommand(console))
                .addSubcommand(new CompareCommand(console))
                .addSubcommand(new SampleSizeCommand(console))
                .addSubcommand(new ExplainCommand(console))
                .addSubcommand(new StatementCommand(console))
                .addSubcommand(new ShufflePlanCommand(console))
                .addSubcommand(new ScheduleCommand(console))
                .addSubcommand(new PlotCommand(console))
                .addSubcommand(new AuditCommand(console))
                .addSubcommand(SimulateCommand.with(console))
                .addSubcommand(new ReproduceCommand(console))
                .addSubcommand(new QueryCommand(console))
                .addSubcommand(new TrainCommand(console))
                .addSubcommand(new PredictCommand(console))
                .addSubcommand(new EvaluateCommand(console))
                .addSubcommand(LedgerCommand.with(console))
                .addSubcommand(CampaignCommand.with(console))
                .addSubcommand(new ReportCommand(console))
                .addSubcommand(new ShufflerCommand(console))
                .addSubcommand(new AnalyzeCommand(console))
                .addSubcommand(new BatchCommand(console))
                .addSubcommand(new ServeCommand(console))
                .addSubcommand(new SupportCommand(console))
                .addSubcommand(new CompletionCommand(console));
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
