package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sordino.account.Accountant;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * A server and a real Chromium that looks at its rooms. Tests are skipped where there is none, unless -Dsordino.browser=required.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Rooms {
    static final String ANSWERED = "document.querySelector('#answers .big') && !document.querySelector('.stale')"
            + " && document.querySelector('#plot').picture && document.querySelector('#proof li')";

    /** The run that the page compares under every scheme takes seconds; most tests are about something else. */
    private static final String SMALL_RUN =
            "\"training\": {\"n\": \"400\", \"b\": \"100\", \"sigma\": \"2\", \"epochs\": \"2\"}";

    private Optional<Server> server = Optional.empty();
    private Optional<Browser> opened = Optional.empty();

    @BeforeAll
    void start() throws Exception {
        Optional<Path> executable = Browser.installed();
        if ("required".equals(System.getProperty("sordino.browser")))
            assertThat(executable).as("a chromium on the path").isPresent();
        assumeTrue(executable.isPresent(), "there is no chromium on the path");
        server = Optional.of(
                new Server(Accountant.standard(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), "test"));
        opened = Optional.of(new Browser(executable.orElseThrow()));
    }

    @AfterAll
    void stop() throws Exception {
        if (opened.isPresent()) opened.get().close();
        server.ifPresent(Server::close);
    }

    @BeforeEach
    void fresh() {
        browser().resize(1280, 900);
        browser().dark(false);
        browser().complaints();
        browser().requested();
    }

    /** Whatever a test did: a quiet console, and nothing from anywhere else. */
    @AfterEach
    void quietAndAlone() {
        assertThat(browser().complaints()).isEmpty();
        assertThat(browser().requested())
                .isNotEmpty()
                .allMatch(address -> address.startsWith(url()) || address.startsWith("about:"));
        assertThat(browser().value("document.body.dataset.failed ?? ''").asText())
                .isEmpty();
    }

    final Browser browser() {
        return opened.orElseThrow();
    }

    final String url() {
        return server.orElseThrow().url();
    }

    /** The explorer as a link opens it, with a small run to compare unless the link says otherwise. */
    final void explorer(String state) {
        String whole = state.contains("\"training\"")
                ? state
                : state.replaceFirst("\\{", "{" + SMALL_RUN + (state.equals("{}") ? "" : ", "));
        browser().open(url() + link(whole));
    }

    static String link(String state) {
        return "#s=" + URLEncoder.encode(state, StandardCharsets.UTF_8).replace("+", "%20");
    }

    final JsonNode picture(String figure) {
        return browser().value("document.querySelector('" + figure + "').picture");
    }

    final String text(String selector) {
        return browser()
                .value("document.querySelector(" + Browser.quoted(selector) + ").textContent")
                .asText();
    }

    /** What was copied, or what the page asks to copy by hand. */
    final String copied() {
        return browser()
                .value("(t => t.dataset.copied ?? t.textContent)(document.querySelector('#toast'))")
                .asText();
    }
}
