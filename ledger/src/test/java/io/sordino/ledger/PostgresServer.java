package io.sordino.ledger;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A server of its own for a test, from the binaries of the system. They refuse to be root, who is the user postgres here. */
public final class PostgresServer implements AutoCloseable {
    private static final boolean ROOT = System.getProperty("user.name").equals("root");
    private static final int MOST_STARTS = 20;

    private final Path binaries;
    private final Path folder;
    private final int port;
    private int databases;

    private PostgresServer(Path binaries) throws Exception {
        this.binaries = binaries;
        // short, since the path of a socket is
        folder = Files.createTempDirectory("ledger-pg");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        if (ROOT)
            Files.setOwner(
                    folder,
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("postgres"));
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        run("initdb", "-D", data(), "-A", "trust", "-U", "ledger", "--no-instructions", "--no-sync", "-E", "UTF8");
        start();
    }

    /** One, or the test is skipped where there is no PostgreSQL; with -Dsordino.postgres=required it fails then. */
    public static PostgresServer startOrSkip() throws Exception {
        Optional<Path> binaries = binaries();
        if ("required".equals(System.getProperty("sordino.postgres")) && binaries.isEmpty())
            throw new IllegalStateException("there is no PostgreSQL that this user can run");
        assumeTrue(binaries.isPresent(), "there is no PostgreSQL that this user can run");
        return new PostgresServer(binaries.orElseThrow());
    }

    private static Optional<Path> binaries() throws IOException {
        if (ROOT && !hasUser()) return Optional.empty();
        List<Path> folders = new ArrayList<>();
        for (String one : System.getenv("PATH").split(":", -1)) folders.add(Path.of(one));
        // Debian keeps them off the path, by version
        Path debian = Path.of("/usr/lib/postgresql");
        if (Files.isDirectory(debian)) {
            try (Stream<Path> versions = Files.list(debian)) {
                versions.map(version -> version.resolve("bin"))
                        .sorted(Comparator.reverseOrder())
                        .forEach(folders::add);
            }
        }
        return folders.stream()
                .filter(one -> Stream.of("initdb", "pg_ctl", "postgres")
                        .allMatch(name -> Files.isExecutable(one.resolve(name))))
                .findFirst();
    }

    private static boolean hasUser() throws IOException {
        try {
            Path.of("/").getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("postgres");
            return true;
        } catch (UserPrincipalNotFoundException e) {
            return false;
        }
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    /** Where all that it holds is, its log too. */
    public Path files() {
        return folder.resolve("data");
    }

    /** A new and empty database. */
    public String database() throws Exception {
        String name = "d" + ++databases;
        try (Connection connection = DriverManager.getConnection(url("postgres"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return url(name);
    }

    int port() {
        return port;
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=ledger";
    }

    /** A socket or a segment of one that was killed may be in the way for a moment. */
    public void start() throws Exception {
        String options = "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories=" + folder
                + " -c max_connections=100";
        for (int attempt = 1; ; attempt++) {
            try {
                run(
                        "pg_ctl",
                        "-D",
                        data(),
                        "-w",
                        "-t",
                        "300",
                        "-l",
                        folder.resolve("log").toString(),
                        "-o",
                        options,
                        "start");
                return;
            } catch (IllegalStateException e) {
                if (attempt == MOST_STARTS) throw e;
                Thread.sleep(500);
            }
        }
    }

    /** kill -9 of the server and of every process that it has started. */
    public void kill() throws Exception {
        String first = Files.readAllLines(folder.resolve("data").resolve("postmaster.pid"))
                .get(0)
                .strip();
        ProcessHandle server = ProcessHandle.of(Long.parseLong(first)).orElseThrow();
        List<ProcessHandle> all = new ArrayList<>(server.descendants().toList());
        all.add(0, server);
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle one : all) one.onExit().join();
    }

    private void run(String program, String... arguments) throws IOException, InterruptedException {
        List<String> whole = new ArrayList<>();
        if (ROOT) whole.addAll(List.of("runuser", "-u", "postgres", "--"));
        whole.add(binaries.resolve(program).toString());
        whole.addAll(List.of(arguments));
        Path log = Files.createTempFile("postgres", ".log");
        try {
            Process process = new ProcessBuilder(whole)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (process.waitFor() != 0) throw new IllegalStateException(whole + ": " + Files.readString(log));
        } finally {
            Files.delete(log);
        }
    }

    @Override
    public void close() throws Exception {
        run("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(one);
        }
    }
}
