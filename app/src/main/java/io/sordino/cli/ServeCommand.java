package io.sordino.cli;

import io.sordino.server.Server;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
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
            converter = Numbers.OfWhole.class,
            description = "The port (default 8765); 0 takes a free one.")
    private long port = 8765;

    @Option(names = "--no-browser", description = "Do not open the page in a browser.")
    private boolean noBrowser;

    ServeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!(port >= 0 && port <= MOST_PORT))
            throw Refusal.invalid(
                    "--port must be from 0 to " + MOST_PORT + ", was " + port, "choose a port, or 0 for a free one");
        InetSocketAddress address = new InetSocketAddress(host, (int) port);
        if (address.isUnresolved())
            throw Refusal.invalid("--host '" + host + "' is not known", "use 127.0.0.1, or an address of this machine");
        Server server = started(address);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.close();
            stopped.countDown();
        }));
        console.print("sordino is at " + server.url() + "  (Ctrl-C stops it)");
        server.warm();
        if (!noBrowser) open(server.url());
        stopped.await();
        return 0;
    }

    private Server started(InetSocketAddress address) {
        try {
            return new Server(console.accountant(), address, new Sordino.Version().getVersion()[0].substring(8));
        } catch (BindException e) {
            throw Refusal.invalid(
                    "cannot listen on " + host + " port " + port + ": " + e.getMessage(),
                    "choose another --port (0 takes a free one) or --host");
        } catch (IOException e) {
            throw Refusal.invalid("cannot start the server: " + e.getMessage(), "check --host and --port");
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
