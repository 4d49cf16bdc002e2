package io.sordino.cli;

import io.sordino.cli.reports.CampaignDesk;
import io.sordino.ledger.Ledger;
import io.sordino.server.Errand;
import io.sordino.server.Server;
import io.sordino.server.budget.BudgetDesk;
import io.sordino.server.budget.Tokens;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * A server from its start to its end. Apart from the command, whose methods picocli looks at: no other command loads a server.
 *
 * @param browser whether to open the page
 * @param names under which clients know the server
 * @param log a file for a line about every request, or - for standard error
 * @param ledger budgets to show and spend
 * @param tokens a file of who may do what with them
 * @param campaign a campaign whose batches are shown
 * @param store where they are released
 */
record Serving(
        Console console,
        String host,
        int port,
        boolean browser,
        List<String> names,
        Optional<String> log,
        Optional<String> ledger,
        Optional<String> tokens,
        Optional<String> campaign,
        Optional<String> store) {
    /** Returns when the process is told to end. */
    int run() throws InterruptedException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved())
            throw CommandException.invalid(
                    "--host '" + host + "' is not known", "use 127.0.0.1, or an address of this machine");
        Optional<Ledger> budgets = budgets(address);
        Server server = started(address, budgets);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.close();
            budgets.ifPresent(Ledger::close);
            stopped.countDown();
        }));
        console.print("sordino is at " + server.url() + "  (Ctrl-C stops it)");
        server.warm();
        if (browser) open(server.url());
        stopped.await();
        return 0;
    }

    /** Who is not at the machine needs a token, to look too. */
    private Optional<Ledger> budgets(InetSocketAddress address) {
        if (ledger.isPresent() && tokens.isEmpty() && !address.getAddress().isLoopbackAddress())
            throw CommandException.invalid(
                    "--ledger on an address that others reach needs --tokens",
                    "make one with sordino ledger token --tokens FILE ..., or leave --host out");
        if (campaign.isPresent() && !address.getAddress().isLoopbackAddress())
            throw CommandException.invalid(
                    "--campaign is shown on this machine alone: estimates belong to the analyzer", "leave --host out");
        return ledger.map(Ledger::open);
    }

    private Tokens known() {
        return tokens.map(file -> Tokens.of(text(file))).orElseGet(Tokens::lookOnly);
    }

    private static String text(String file) {
        try {
            return Files.readString(Sources.path(file));
        } catch (IOException e) {
            throw CommandException.invalid(
                    "cannot read --tokens '" + file + "': " + e.getClass().getSimpleName(), "check the file");
        }
    }

    private Server started(InetSocketAddress address, Optional<Ledger> budgets) {
        try {
            return new Server(
                    console.accountant(),
                    address,
                    new Sordino.Version().getVersion()[0].substring(8),
                    settings(budgets));
        } catch (BindException e) {
            throw CommandException.invalid(
                    "cannot listen on " + host + " port " + port + ": " + e.getMessage(),
                    "choose another --port (0 takes a free one) or --host");
        } catch (IOException e) {
            throw CommandException.invalid("cannot start the server: " + e.getMessage(), "check --host and --port");
        }
    }

    private Server.Settings settings(Optional<Ledger> budgets) {
        List<Errand> errands = new ArrayList<>(
                budgets.map(open -> BudgetDesk.errands(open, known())).orElse(List.of()));
        campaign.ifPresent(file -> errands.addAll(CampaignDesk.errands(console.accountant(), file, store.orElse(""))));
        Server.Settings usual = Server.Settings.usual().named(Set.copyOf(names)).with(errands);
        return log.map(file -> usual.logged(stream(file))).orElse(usual);
    }

    private static PrintStream stream(String file) {
        if (file.equals("-")) return System.err;
        try {
            return new PrintStream(
                    Files.newOutputStream(Sources.path(file), StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                    false,
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw CommandException.invalid(
                    "cannot write --access-log '" + file + "': " + e.getClass().getSimpleName(),
                    "check that the folder exists and may be written");
        }
    }

    /** Opens the page where there is a desktop; where there is none, the address was printed. */
    private static void open(String url) {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        boolean desktop = Optional.ofNullable(System.getenv("DISPLAY")).isPresent()
                || Optional.ofNullable(System.getenv("WAYLAND_DISPLAY")).isPresent();
        List<String> command = system.contains("mac")
                ? List.of("open", url)
                : system.contains("win")
                        ? List.of("rundll32", "url.dll,FileProtocolHandler", url)
                        : List.of("xdg-open", url);
        if (!(desktop || system.contains("mac") || system.contains("win"))) return;
        try {
            new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException noBrowserFound) {
            return;
        }
    }
}
