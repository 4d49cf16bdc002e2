package io.sordino.cli;

import io.sordino.report.Failure;
import io.sordino.report.answer.Flags;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in a line or two what went wrong and what to do, and never shows a stack trace. */
final class Errors {
    private final Console console;

    Errors(Console console) {
        this.console = console;
    }

    int failed(Exception e, CommandLine commandLine, ParseResult parsed) {
        return failed(e);
    }

    int failed(Exception e) {
        CommandException refusal = e instanceof CommandException one
                ? one
                : new CommandException(
                        Failure.of(e instanceof RuntimeException thrown ? thrown : new IllegalStateException(e)));
        print(
                refusal.failure().message(),
                refusal.excerpt(),
                Flags.said(refusal.failure().remedy()));
        return refusal.exitCode();
    }

    /** The request was larger than the memory that the JVM was given. */
    int exhausted(VirtualMachineError e) {
        Failure failure = Failure.of(e);
        print(failure.message(), "", "ask for less: fewer clients, records or parts, or a larger width");
        return CommandException.NOT_ANSWERED;
    }

    /** The wheel for Python carries what questions need, and no server. */
    int lacking() {
        print(
                "this installation does not carry what the command needs",
                "",
                "run it from a checkout or from an unpacked distribution");
        return CommandException.NOT_ANSWERED;
    }

    /** A full disk or a closed pipe: whoever asked has not been told, whatever the command has done. Warnings are part of an answer. */
    int unlessLost(int code) {
        boolean out = console.out().checkError();
        boolean err = console.err().checkError();
        if (!(out || err)) return code;
        if (out) print("standard output could not be written", "", "make room, or keep the reader of the pipe open");
        return CommandException.NOT_WRITTEN;
    }

    int misused(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        // picocli calls an option by its longest name
        String message =
                String.valueOf(e.getMessage()).lines().findFirst().orElse("").replace("--target-", "--");
        String remedy = "see " + name + " --help";
        // a misspelt option leaves its right name missing: the misspelling is what to report
        List<String> strays = command.getUnmatchedArguments();
        if (!strays.isEmpty()) {
            List<String> suggestions = new UnmatchedArgumentException(command, strays).getSuggestions();
            String word = strays.get(0);
            boolean wantsCommand = command.getParent() == null && !word.startsWith("-");
            message = (wantsCommand ? "unknown command '" : "unexpected argument '") + word + "'";
            if (!suggestions.isEmpty())
                remedy = "did you mean " + suggestions.get(0).strip() + "? " + remedy;
            else if (!wantsCommand && !word.startsWith("-")) remedy = "put the plan in quotes; " + remedy;
        }
        print(message, "", remedy);
        return CommandException.INVALID;
    }

    private void print(String message, String excerpt, String remedy) {
        PrintWriter err = console.err();
        err.print(console.errStyle().bad("sordino: ") + message + "\n");
        excerpt.lines().forEach(line -> err.print("  " + line + "\n"));
        err.print("fix: " + remedy + "\n");
        err.flush();
    }
}
