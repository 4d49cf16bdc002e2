package io.sordino.cli.ledger;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.Sources;
import io.sordino.server.budget.Role;
import io.sordino.server.budget.Tokens;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** sordino ledger token. */
@Command(
        name = "token",
        description = "Lets somebody use a ledger over HTTP: prints a token, once, and adds its hash to a file.",
        footer = {
            "",
            "Examples:",
            "  sordino ledger token --tokens tokens.jsonl --name alice --role spend --budget trips",
            "  sordino serve --ledger team.db --tokens tokens.jsonl"
        })
final class TokenCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--tokens",
            required = true,
            paramLabel = "FILE",
            description = "The file; made where there is none.")
    private String file = "";

    @Option(names = "--name", required = true, paramLabel = "NAME", description = "Whose it is; stands in the entries.")
    private String name = "";

    @Option(
            names = "--role",
            required = true,
            paramLabel = "ROLE",
            description = "look, spend (may look too) or create (may spend too).")
    private String role = "";

    @Option(
            names = "--budget",
            paramLabel = "NAME",
            description = "Only this budget; may be given again. All unless it is given.")
    private List<String> budgets = new ArrayList<>();

    TokenCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!(!name.isBlank() && name.length() <= 100 && name.codePoints().noneMatch(Character::isISOControl)))
            throw CommandException.invalid("--name has 1 to 100 visible characters", "name whoever gets the token");
        Tokens.Holder holder = new Tokens.Holder(name, Role.of(role), budgets);
        String token = Tokens.fresh();
        append(Sources.path(file), Tokens.line(holder, token) + "\n");
        console.print(token);
        return 0;
    }

    private static void append(Path target, String line) {
        try {
            if (!Files.exists(target)
                    && target.getFileSystem().supportedFileAttributeViews().contains("posix"))
                Files.createFile(
                        target, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(
                    target, line, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw CommandException.invalid(
                    "cannot write --tokens '" + target + "': " + e.getClass().getSimpleName(),
                    "check that the folder exists and may be written");
        }
    }
}
