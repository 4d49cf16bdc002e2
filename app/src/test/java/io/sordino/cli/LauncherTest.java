package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher beside a Maven and a Java that only pretend: what it does when several start at once, are killed, or may not write. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LauncherTest {
    private static final int ROUNDS = 6;
    private static final int AT_ONCE = 4;

    @TempDir
    Path folder = Path.of("");

    private Path root = Path.of("");
    private Path java = Path.of("");

    private record Ended(int code, String out) {}

    @BeforeEach
    void checkout() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/bash")));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        root = Files.createDirectory(folder.resolve("checkout"));
        for (String module : List.of("client", "core", "run", "table", "ledger", "reports", "app")) {
            Files.createDirectories(root.resolve(module + "/src/main"));
            Files.writeString(root.resolve(module + "/pom.xml"), "");
        }
        Files.writeString(root.resolve("pom.xml"), "");
        Files.copy(Path.of("..", "sordino"), root.resolve("sordino"), StandardCopyOption.COPY_ATTRIBUTES);
        // a build that notices another beside it, and takes as long as whoever holds the pipe
        script(
                root.resolve("mvnw"),
                "mkdir building || echo overlap >>overlaps",
                "[ ! -p wait ] || { echo begun >begun; read -r _ <wait; }",
                "echo built >>builds",
                "touch app/target/sordino.jar",
                "rmdir building");
        java = folder.resolve("java");
        Files.createDirectories(java.resolve("bin"));
        Files.writeString(java.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        script(java.resolve("bin/javac"), "exit 0");
        script(
                java.resolve("bin/java"),
                "for word; do case $word in -XX:SharedClassListFile*) exit 0 ;; esac; done",
                "echo \"locale ${LC_ALL:-none} ran ${*: -1}\"");
    }

    private static void script(Path file, String... lines) throws IOException {
        Files.writeString(file, "#!/bin/bash\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process start(Map<String, String> environment, String... before) throws IOException {
        List<String> command = new ArrayList<>(List.of(before));
        command.addAll(List.of(root.resolve("sordino").toString(), "--version"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", java.toString());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static Ended ended(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out);
    }

    private void apart(Map<String, String> environment) throws IOException, InterruptedException {
        for (int round = 1; round <= ROUNDS; round++) {
            Files.deleteIfExists(root.resolve("app/target/sordino.jar"));
            List<Process> all = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) all.add(start(environment));
            for (Process one : all) {
                Ended end = ended(one);
                assertThat(end.code).as(end.out).isZero();
                assertThat(end.out).contains("ran --version");
            }
            assertThat(root.resolve("overlaps")).doesNotExist();
            assertThat(Files.readAllLines(root.resolve("builds"))).hasSize(round);
        }
    }

    @Test
    void buildsAreKeptApart() throws IOException, InterruptedException {
        // what earlier launchers left when they were killed; the process is a live one, and none of ours
        Files.createDirectories(root.resolve("app/target"));
        Files.createSymbolicLink(root.resolve("app/target/build.lock"), Path.of("1"));
        apart(Map.of());
    }

    @Test
    void buildsAreKeptApartWithoutFlock() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")));
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : List.of(
                "bash",
                "basename",
                "cat",
                "cksum",
                "cut",
                "dirname",
                "find",
                "head",
                "locale",
                "mkdir",
                "mv",
                "perl",
                "readlink",
                "rm",
                "rmdir",
                "sed",
                "touch",
                "uname")) {
            Path real = Files.isExecutable(Path.of("/bin", tool)) ? Path.of("/bin", tool) : Path.of("/usr/bin", tool);
            script(tools.resolve(tool), "exec " + real + " \"$@\"");
        }
        apart(Map.of("PATH", tools.toString()));
    }

    /** Everybody waits for a server while it collects; whoever asks one question waits for the start. */
    @Test
    void aServerHasShortPausesWhateverStartsIt() throws IOException, InterruptedException {
        script(
                java.resolve("bin/java"),
                "for word; do case $word in -XX:SharedClassListFile*) exit 0 ;; esac; done",
                "echo $*");
        Path image = Files.createDirectories(folder.resolve("image/bin"));
        Files.copy(
                Path.of("..", "distribution", "sordino"), image.resolve("sordino"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(java.resolve("bin/java"), image.resolve("java"), StandardCopyOption.COPY_ATTRIBUTES);
        for (Path launcher : List.of(root.resolve("sordino"), image.resolve("sordino")))
            for (String command : List.of("serve", "epsilon")) {
                ProcessBuilder builder = new ProcessBuilder(launcher.toString(), command);
                builder.environment().put("JAVA_HOME", java.toString());
                String ran = ended(builder.start()).out;
                String shortPauses = "-XX:+UseG1GC -XX:MaxGCPauseMillis=20";
                assertThat(ran).contains(command.equals("serve") ? shortPauses : "-XX:+UseSerialGC");
                assertThat(ran).doesNotContain(command.equals("serve") ? "-XX:+UseSerialGC" : shortPauses);
                assertThat(ran.contains("-XX:+ExitOnOutOfMemoryError")).isEqualTo(command.equals("serve"));
            }
    }

    @Test
    void buildThatOutlivesItsLauncherIsWaitedFor() throws IOException, InterruptedException {
        for (String pipe : List.of("wait", "begun"))
            assertThat(ended(new ProcessBuilder("mkfifo", root.resolve(pipe).toString()).start()).code)
                    .isZero();
        Process killed = start(Map.of());
        assertThat(Files.readString(root.resolve("begun"))).isEqualTo("begun\n");
        killed.destroyForcibly().waitFor();
        Process second = start(Map.of());
        try (BufferedReader lines = reader(second)) {
            assertThat(lines.readLine()).isEqualTo("sordino: waiting for another build");
            // the build of the dead one goes on
            Files.writeString(root.resolve("wait"), "go\n");
            assertThat(lines.lines().toList()).last().asString().contains("ran --version");
        }
        assertThat(second.waitFor()).isZero();
        assertThat(root.resolve("overlaps")).doesNotExist();
        assertThat(Files.readAllLines(root.resolve("builds"))).hasSize(1);
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    @Test
    void javaUnderstandsNamesThatAreNotAscii() throws IOException, InterruptedException {
        assertThat(ended(start(Map.of("LC_ALL", "C"))).out).contains("locale C.UTF-8 ran");
        assertThat(ended(start(Map.of("LC_ALL", "C.UTF-8"))).out).contains("locale C.UTF-8 ran");
    }

    @Test
    void checkoutThatMayNotBeWrittenIsRunAsItIs() throws IOException, InterruptedException {
        assertThat(ended(start(Map.of())).code).isZero();
        Files.delete(root.resolve("app/target/build.locked"));
        // no archive of classes could be kept: here there is none
        for (String writable : List.of("rwxrwxrwx", "r-xr-xr-x")) {
            Files.setPosixFilePermissions(root.resolve("app/target"), PosixFilePermissions.fromString("r-xr-xr-x"));
            Files.setPosixFilePermissions(root.resolve("app"), PosixFilePermissions.fromString(writable));
            Ended end = ended(startAsNobody());
            assertThat(end.code).as(end.out).isZero();
            assertThat(end.out).contains("ran --version").doesNotContain("sordino: ");
        }
        Files.writeString(root.resolve("core/src/main/New.java"), "");
        assertThat(ended(startAsNobody()).out)
                .contains("built from older sources")
                .contains("ran --version");
        Files.delete(root.resolve("app/target/sordino.jar"));
        Ended end = ended(startAsNobody());
        assertThat(end.code).isEqualTo(1);
        assertThat(end.out).contains("is not built");
        for (String inside : List.of("app", "app/target"))
            Files.setPosixFilePermissions(root.resolve(inside), PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    /** Root may write everywhere. */
    private Process startAsNobody() throws IOException {
        if (!"root".equals(System.getProperty("user.name"))) return start(Map.of());
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")));
        return start(Map.of(), "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    }
}
