package io.sordino.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** sordino serve. */
@Command(
        name = "serve",
        description = "The page and the HTTP API, on this machine alone unless told otherwise.",
        footer = {
            "",
            "Examples:",
            "  sordino serve",
            "  sordino serve --port 0 --no-browser",
            "  sordino serve --host 0.0.0.0 --name accountant.example.org --access-log access.jsonl",
            "  sordino serve --ledger team.db --tokens tokens.jsonl",
            "  curl -d '{\"plan\": \"gaussian(2)\", \"delta\": 1e-5}' http://127.0.0.1:8765/v1/epsilon"
        })
final class ServeCommand implements Callable<Integer> {
    private static final int MOST_PORT = 65535;

    private final Console console;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "Where to listen (default 127.0.0.1); 0.0.0.0 for everyone.")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            converter = NumberOptions.OfWhole.class,
            description = "The port (default 8765); 0 takes a free one.")
    private long port = 8765;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "A name under which clients know this server; may be given again.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--access-log",
            paramLabel = "FILE",
            description = "Add a line of JSON for every request, without plans; - for standard error.")
    private Optional<String> log = Optional.empty();

    @Option(
            names = "--ledger",
            paramLabel = "FILE|URL",
            description = "Budgets to show and, with --tokens, to spend: a file or a JDBC URL of PostgreSQL.")
    private Optional<String> ledger = Optional.empty();

    @Option(
            names = "--tokens",
            paramLabel = "FILE",
            description = "Who may look, spend and create: a file of sordino ledger token.")
    private Optional<String> tokens = Optional.empty();

    @Option(
            names = "--campaign",
            paramLabel = "FILE",
            description = "A campaign whose released batches the shuffle room shows; its keys are beside it.")
    private Optional<String> campaign = Optional.empty();

    @Option(names = "--store", paramLabel = "FOLDER", description = "Where the shuffler of --campaign releases.")
    private Optional<String> store = Optional.empty();

    @Option(names = "--no-browser", description = "Do not open the page in a browser.")
    private boolean noBrowser;

    ServeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!(port >= 0 && port <= MOST_PORT))
            throw CommandException.invalid(
                    "--port must be from 0 to " + MOST_PORT + ", was " + port, "choose a port, or 0 for a free one");
        if (tokens.isPresent() && ledger.isEmpty())
            throw CommandException.invalid("--tokens are for a ledger", "give --ledger too");
        if (campaign.isPresent() != store.isPresent())
            throw CommandException.invalid("--campaign and --store go together", "give both, or none");
        return new Serving(console, host, (int) port, !noBrowser, names, log, ledger, tokens, campaign, store).run();
    }
}
