package io.sordino.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** sordino simulate. */
@Command(name = "simulate", description = "Runs a protocol in this process, on made-up data, to see what it costs.")
final class SimulateCommand implements Callable<Integer> {
    private SimulateCommand() {}

    static CommandLine with(Console console) {
        return new CommandLine(new SimulateCommand()).addSubcommand(new SimulateShuffleCommand(console));
    }

    @Override
    public Integer call() {
        throw CommandException.invalid(
                "nothing to simulate", "write sordino simulate shuffle --clients N --local-epsilon E");
    }
}
