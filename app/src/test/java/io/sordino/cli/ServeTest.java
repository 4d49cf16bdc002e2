package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong requests to serve and to reproduce are refused with the fix. */
class ServeTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void portsAndHostsAreChecked() {
        assertThat(Shell.run("serve", "--port", "99999").err()).contains("--port must be from 0 to 65535", "fix: ");
        assertThat(Shell.run("serve", "--host", "nowhere.invalid").err()).contains("is not known", "fix: ");
    }

    @Test
    void portInUseIsSaidSo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Shell.Outcome outcome = Shell.run("serve", "--port", String.valueOf(taken.getLocalPort()), "--no-browser");
            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.err()).contains("cannot listen on 127.0.0.1", "choose another --port");
        }
    }

    @Test
    void reproductionsAreNamed() throws IOException {
        assertThat(Shell.run("reproduce", "everything").err())
                .contains("there is no reproduction 'everything'", "steinke");
        Path page = folder.resolve("page.html");
        Shell.Outcome outcome = Shell.run("reproduce", "steinke", "--out", page.toString());
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains("Limits of amplification by sampling", "distance 0");
        assertThat(Files.readString(page)).contains("<section id=\"steinke\">");
    }
}
