package io.sordino.cli;

import io.sordino.report.Failure;
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
        Refusal refusal = e instanceof Refusal one
                ? one
                : new Refusal(Failure.of(e instanceof RuntimeException thrown ? thrown : new IllegalStateException(e)));
        print(refusal.failure().message(), refusal.excerpt(), refusal.failure().remedy());
        return refusal.exitCode();
    }

    int misused(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        String remedy = "see " + name + " --help";
        if (e instanceof UnmatchedArgumentException unmatched) {
            List<String> suggestions = unmatched.getSuggestions();
            String word = unmatched.getUnmatched().isEmpty() ? "" : unmatched.getUnmatched().get(0);
            boolean wantsCommand = command.getParent() == null && !word.startsWith("-");
            message = (wantsCommand ? "unknown command '" : "unexpected argument '") + word + "'";
            if (!suggestions.isEmpty()) remedy = "did you mean " + suggestions.get(0).strip() + "? " + remedy;
            else if (!wantsCommand && !word.startsWith("-")) remedy = "put the plan in quotes; " + remedy;
        }
        print(message, "", remedy);
        return Refusal.INVALID;
    }

    private void print(String message, String excerpt, String remedy) {
        PrintWriter err = console.err();
        err.print(console.errStyle().bad("sordino: ") + message + "\n");
        excerpt.lines().forEach(line -> err.print("  " + line + "\n"));
        err.print("fix: " + remedy + "\n");
        err.flush();
    }
}
