package io.sordino.ledger;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server of its own for a test, from the binaries on the path; initdb and postgres refuse to be root. */
final class PostgresServer implements AutoCloseable {
    private final Path folder;
    private final int port;

    PostgresServer(Path folder) throws Exception {
        this.folder = folder.resolve("data");
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        for (Path up = folder; up != null && Files.isWritable(up) && up.getNameCount() > 1; up = up.getParent())
            Files.setPosixFilePermissions(up, PosixFilePermissions.fromString("rwxrwxrwx"));
        run("initdb", "-D", this.folder.toString(), "-A", "trust", "-U", "ledger", "--no-instructions");
        start();
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=ledger";
    }

    void start() throws Exception {
        String options = "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories=" + folder
                + " -c max_connections=100";
        run(
                "pg_ctl",
                "-D",
                folder.toString(),
                "-w",
                "-t",
                "120",
                "-l",
                folder.resolveSibling("log").toString(),
                "-o",
                options,
                "start");
    }

    /** kill -9 of the postmaster; its children notice and go. */
    void kill() throws Exception {
        String first =
                Files.readAllLines(folder.resolve("postmaster.pid")).get(0).strip();
        ProcessHandle server = ProcessHandle.of(Long.parseLong(first)).orElseThrow();
        List<ProcessHandle> children = server.children().toList();
        server.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        server.onExit().get(60, TimeUnit.SECONDS);
        for (ProcessHandle child : children) child.onExit().get(60, TimeUnit.SECONDS);
    }

    private static void run(String... command) throws IOException, InterruptedException {
        List<String> whole = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) whole.addAll(List.of("runuser", "-u", "postgres", "--"));
        whole.addAll(List.of(command));
        Path log = Files.createTempFile("postgres", ".log");
        Process process = new ProcessBuilder(whole)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.waitFor() != 0) throw new IllegalStateException(whole + ": " + Files.readString(log));
    }

    @Override
    public void close() throws Exception {
        run("pg_ctl", "-D", folder.toString(), "-m", "immediate", "stop");
    }
}
