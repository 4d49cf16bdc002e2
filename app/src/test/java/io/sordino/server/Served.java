package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own, as a user starts it. */
record Served(Process process, BufferedReader out, String url) implements AutoCloseable {
    /** What the launcher gives a server. */
    static final String OPTIONS = "-XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:+ExitOnOutOfMemoryError";

    static Served with(String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "io.sordino.cli.Sordino",
                "serve",
                "--port",
                "0",
                "--no-browser"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = String.valueOf(out.readLine());
        assertThat(line).contains("sordino is at http://");
        return new Served(process, out, line.replaceAll(".*(http://\\S+).*", "$1"));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
