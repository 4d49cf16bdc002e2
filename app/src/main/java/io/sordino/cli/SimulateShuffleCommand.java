package io.sordino.cli;

import io.sordino.data.Incarnation;
import io.sordino.engine.protocol.ResponseProtocol;
import io.sordino.engine.protocol.SumProtocol;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.noise.RandomSource;
import io.sordino.report.planning.Simulation;
import io.sordino.report.planning.SimulationReport;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** sordino simulate shuffle. */
@Command(
        name = "shuffle",
        description =
                "Clients randomize, a shuffler permutes, an analyzer estimates: the error, and the central epsilon.",
        footer = {
            "",
            "Examples:",
            "  sordino simulate shuffle --clients 100000 --local-epsilon 4",
            "  sordino simulate shuffle --clients 100000 --noise-makers 2000",
            "  sordino simulate shuffle --clients 100000 --local-epsilon 4 --values 10",
            "  sordino simulate shuffle --clients 100000 --local-epsilon 4 --levels 20 --json"
        })
final class SimulateShuffleCommand implements Callable<Integer> {
    private static final int MOST_CLIENTS = 50_000_000;

    private final Console console;

    @Option(
            names = "--clients",
            required = true,
            paramLabel = "N",
            converter = NumberOptions.OfWhole.class,
            description = "How many clients send a report.")
    private long clients;

    @Option(
            names = "--local-epsilon",
            paramLabel = "EPSILON",
            converter = NumberOptions.OfReal.class,
            description = "The epsilon of each client's randomized response.")
    private Double localEpsilon = Double.NaN;

    @Option(
            names = "--noise-makers",
            paramLabel = "LAMBDA",
            converter = NumberOptions.OfReal.class,
            description = "Instead of an epsilon, how many clients answer by a fair coin on average (counting only).")
    private Double noiseMakers = Double.NaN;

    @Option(
            names = "--values",
            paramLabel = "K",
            converter = NumberOptions.OfWhole.class,
            description = "How many values a client may hold: 2 counts, more give a histogram (default 2).")
    private long values = 2;

    @Option(
            names = "--levels",
            paramLabel = "L",
            converter = NumberOptions.OfWhole.class,
            description = "Sum real numbers instead, each rounded at random to one of L + 1 levels.")
    private long levels;

    @Option(
            names = {"--delta", "--target-delta"},
            paramLabel = "DELTA",
            converter = NumberOptions.OfReal.class,
            description = "The delta at which the central epsilon is asked for (default 1e-6).")
    private double delta = 1e-6;

    @Option(
            names = "--confidence",
            paramLabel = "C",
            converter = NumberOptions.OfReal.class,
            description = "With what probability the interval holds (default 0.95).")
    private double confidence = 0.95;

    @Option(names = "--json", description = "Answer in JSON, on one line.")
    private boolean json;

    SimulateShuffleCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!(clients >= 2 && clients <= MOST_CLIENTS))
            throw CommandException.invalid(
                    "--clients must be in [2, 5e7], was " + clients, "give a number of clients in that range");
        if (!(confidence > 0 && confidence < 1))
            throw CommandException.invalid(
                    "--confidence must be in (0, 1), was " + confidence, "write for example 0.95");
        if (!(delta >= 0 && delta < 1))
            throw CommandException.invalid("--delta must be in [0, 1), was " + delta, "write for example 1e-6");
        if (Double.isNaN(localEpsilon) == Double.isNaN(noiseMakers))
            throw CommandException.invalid(
                    "either --local-epsilon or --noise-makers must be given, and not both",
                    "write for example --local-epsilon 4");
        long start = console.nanoseconds().getAsLong();
        console.print(new SimulationReport(simulated(), console.accountant(), delta), json, start);
        return 0;
    }

    private Simulation simulated() {
        try (Progress progress = Progress.on(console, "clients", clients)) {
            return simulated(progress::advance);
        }
    }

    private Simulation simulated(LongConsumer progress) {
        RandomSource random = Incarnation.source();
        int n = (int) clients;
        if (levels != 0) {
            if (Double.isNaN(localEpsilon))
                throw CommandException.invalid("--noise-makers is for counting", "give --local-epsilon with --levels");
            if (!(levels >= 1 && levels <= 1 << 16))
                throw CommandException.invalid(
                        "--levels must be in [1, 65536], was " + levels, "write for example --levels 20");
            return Simulation.sum(new SumProtocol(0, 1, (int) levels, localEpsilon), n, confidence, random, progress);
        }
        if (!(values >= 2 && values <= 1_000_000))
            throw CommandException.invalid(
                    "--values must be in [2, 1e6], was " + values, "write for example --values 10");
        if (!Double.isNaN(noiseMakers) && values != 2)
            throw CommandException.invalid("--noise-makers is for counting", "give --local-epsilon with --values");
        ResponseProtocol protocol = Double.isNaN(noiseMakers)
                ? new ResponseProtocol(new RandomizedResponse(localEpsilon, values))
                : ResponseProtocol.counting(n, noiseMakers);
        return Simulation.histogram(protocol, n, confidence, random, progress);
    }
}
