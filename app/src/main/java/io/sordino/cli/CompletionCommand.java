package io.sordino.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** sordino completion. */
@Command(
        name = "completion",
        description = "A completion script for bash and zsh.",
        footer = {"", "Example:", "  source <(./sordino completion)"})
final class CompletionCommand implements Callable<Integer> {
    private final Console console;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        CommandLine fresh = Sordino.commandLine(console);
        console.print(AutoComplete.bash("sordino", fresh).stripTrailing());
        return 0;
    }
}
