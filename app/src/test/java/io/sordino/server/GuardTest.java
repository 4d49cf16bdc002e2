package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a page of another site makes a browser send is refused. */
class GuardTest {
    private static final Guard LOOPBACK = new Guard(Set.of(), false);
    private static final Guard OPEN = new Guard(Set.of("accountant.example.org"), true);

    private static int status(Guard guard, Map<String, String> headers, String method, boolean room) {
        return guard.refusal(name -> headers.getOrDefault(name, ""), method, room)
                .map(Reply::status)
                .orElse(200);
    }

    private static int status(Guard guard, Map<String, String> headers) {
        return status(guard, headers, "POST", false);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:8765, 200, 200",
        "LOCALHOST, 200, 200",
        "127.0.0.1:1, 200, 200",
        "[::1]:8765, 200, 200",
        "evil.example, 421, 421",
        "localhost.evil.example, 421, 421",
        "127.0.0.1.evil.example, 421, 421",
        "accountant.example.org, 421, 200",
        "Accountant.Example.Org:80, 421, 200",
        "192.168.1.7:8765, 421, 200",
        "[fe80::1], 421, 200"
    })
    void onlyOwnNamesAreAnswered(String host, int loopback, int open) {
        assertThat(status(LOOPBACK, Map.of("Host", host))).isEqualTo(loopback);
        assertThat(status(OPEN, Map.of("Host", host))).isEqualTo(open);
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:8765, 200",
        "https://localhost:8765, 200",
        "HTTP://LOCALHOST:8765, 200",
        "http://localhost:8766, 403",
        "http://localhost, 403",
        "http://127.0.0.1:8765, 403",
        "https://evil.example, 403",
        "null, 403"
    })
    void onlyTheOwnPageMayAsk(String origin, int expected) {
        assertThat(status(LOOPBACK, Map.of("Host", "localhost:8765", "Origin", origin)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"same-origin, 200", "none, 200", "cross-site, 403", "same-site, 403", "new-value, 403"})
    void fetchesOfOtherSitesAreRefused(String site, int expected) {
        assertThat(status(LOOPBACK, Map.of("Host", "localhost", "Sec-Fetch-Site", site)))
                .isEqualTo(expected);
    }

    @Test
    void linksToThePageAreFollowedAndNothingElse() {
        Map<String, String> link = Map.of(
                "Host", "localhost",
                "Sec-Fetch-Site", "cross-site",
                "Sec-Fetch-Mode", "navigate",
                "Sec-Fetch-Dest", "document");
        assertThat(status(LOOPBACK, link, "GET", true)).isEqualTo(200);
        assertThat(status(LOOPBACK, link, "GET", false)).isEqualTo(403);
        assertThat(status(LOOPBACK, link, "POST", true)).isEqualTo(403);
        Map<String, String> frame = Map.of(
                "Host", "localhost",
                "Sec-Fetch-Site", "cross-site",
                "Sec-Fetch-Mode", "navigate",
                "Sec-Fetch-Dest", "iframe");
        assertThat(status(LOOPBACK, frame, "GET", true)).isEqualTo(403);
    }
}
