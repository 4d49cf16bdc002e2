package io.sordino.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The plan from a file: one of thousands of parts is longer than a command line may be. */
public final class PlanFileOption {
    @Option(
            names = "--plan-file",
            paramLabel = "FILE",
            description = "Reads the plan from a file, as @FILE in its place does; - reads standard input.")
    private Optional<String> file = Optional.empty();

    /** What stands for the plan: the argument, or the file. */
    public String or(String argument) {
        if (file.isPresent() && !argument.isEmpty())
            throw CommandException.invalid("--plan-file and PLAN both give a plan", "leave one of them out");
        return source().or(() -> Optional.of(argument).filter(given -> !given.isEmpty()))
                .orElseThrow(() -> CommandException.invalid(
                        "Missing required parameter: 'PLAN'", "give a plan, or a file with --plan-file FILE"));
    }

    /** All that are compared or drawn. */
    List<String> and(List<String> arguments) {
        return Stream.concat(arguments.stream(), source().stream()).toList();
    }

    private Optional<String> source() {
        return file.map(name -> name.equals("-") ? name : "@" + name);
    }
}
