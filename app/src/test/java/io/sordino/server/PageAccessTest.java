package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every room for everybody: axe, small screens, few bytes. With -Dsordino.screenshots=FOLDER pictures of the rooms are written there. */
class PageAccessTest extends Rooms {
    private static final int WHOLE_PAGE = 10_000;

    @Test
    void phonesShowTheAnswerBelowThePlan() {
        browser().resize(390, 844);
        explorer("{}");
        browser().await(ANSWERED);
        assertThat(browser()
                        .value(
                                "[...document.querySelectorAll('main section h2')].slice(0, 3).map(e => e.textContent).join()")
                        .asText())
                .isEqualTo("Plans,Answer,What if?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "shuffle", "last-iterate"})
    void accessibilityHasNoSeriousFinding(String room) throws IOException {
        for (boolean dark : List.of(false, true)) {
            browser().dark(dark);
            browser().open(url() + room);
            browser().await("document.querySelector('figure#plot, figure#curve, figure#epsilon').picture");
            browser().await("!document.querySelector('.stale')");
            browser().value("document.querySelectorAll('details').forEach(one => one.open = true)");
            assertThat(seriousFindings()).as(room + (dark ? " dark" : " light")).isEmpty();
        }
    }

    @Test
    void accessibilityHoldsWhereAPlanIsWrong() throws IOException {
        explorer("{\"plans\": [\"gaussian(2)\", \"3 * gausian(2)\"], \"active\": 1}");
        browser().await("document.querySelector('#problem-1').textContent && document.querySelector('#plot').picture");
        browser().await("!document.querySelector('.stale')");
        // a refused plan silences nobody: the proof of the other one stands
        assertThat(text("#proof")).startsWith("gaussian(2) epsilon");
        assertThat(seriousFindings()).isEmpty();
        browser().fill("#delta", "none");
        browser().await("document.querySelector('#answers').textContent === 'Waiting for a delta.'");
        assertThat(seriousFindingsBesidePaleParts()).isEmpty();
    }

    private static final String SERIOUS =
            ".then(r => r.violations.filter(v => v.impact === 'serious' || v.impact === 'critical')"
                    + ".map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 120)).join(' | ')))";

    private JsonNode seriousFindings() throws IOException {
        browser().value(axe());
        return browser().value("axe.run(document, {resultTypes: ['violations']})" + SERIOUS);
    }

    /** As above where something stays out of date: that is pale on purpose, and inactive, and may have less contrast, but nothing else. */
    private JsonNode seriousFindingsBesidePaleParts() throws IOException {
        browser().value(axe());
        String allButContrast =
                "axe.run(document, {resultTypes: ['violations'], rules: {'color-contrast': {enabled: false}}})";
        String contrast = "axe.run({exclude: [['.stale']]}, {resultTypes: ['violations'],"
                + " runOnly: {type: 'rule', values: ['color-contrast']}})";
        return browser()
                .value(allButContrast + SERIOUS + ".then(first => " + contrast + SERIOUS
                        + ".then(second => first.concat(second)))");
    }

    private static String axe() throws IOException {
        try (InputStream in = Objects.requireNonNull(PageAccessTest.class.getResourceAsStream("/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8) + "; true";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "shuffle", "last-iterate"})
    void phonesNeedNoSidewaysScrolling(String room) {
        browser().resize(360, 740);
        browser().open(url() + room);
        browser().await("!document.querySelector('.stale') && document.querySelector('figure svg, canvas')");
        assertThat(browser().value("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(360);
    }

    @Test
    void pageIsSmallAndPaintsSoon() {
        browser().open(url());
        browser().await(ANSWERED);
        int bytes = browser()
                .value("performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
                        + ".filter(e => !e.name.includes('/v1/')).reduce((sum, e) => sum + e.transferSize, 0)")
                .asInt();
        double paint = browser()
                .value("performance.getEntriesByName('first-contentful-paint')[0].startTime")
                .asDouble();
        System.out.println("page: " + bytes + " bytes, first paint after " + Math.round(paint) + " ms");
        assertThat(bytes).isBetween(1000, 150_000);
    }

    @Test
    void screenshotsAreWrittenWhereAsked() throws IOException {
        explorer("{}");
        browser().await(ANSWERED);
        Optional<String> folder = Optional.ofNullable(System.getProperty("sordino.screenshots"));
        if (folder.isEmpty()) {
            assertThat(browser().screenshot(WHOLE_PAGE)).startsWith('R', 'I', 'F', 'F');
            return;
        }
        Path target = Files.createDirectories(Path.of(folder.get()));
        browser().resize(1280, 1000);
        explorer("{\"plans\": [\"1000 * poisson(0.01, gaussian(1))\", \"500 * laplace(20)\"], \"delta\": \"1e-6\"}");
        browser().await(ANSWERED + " && document.querySelector('#schemes table')");
        Files.write(target.resolve("explorer.webp"), browser().screenshot(WHOLE_PAGE));
        browser().dark(true);
        browser().open(url() + "shuffle");
        browser().await("document.querySelector('#curve').picture");
        browser().click("#run");
        browser().await("Number(document.querySelector('#stats').dataset.honest) > 1500");
        Files.write(target.resolve("shuffle-room.webp"), browser().screenshot(WHOLE_PAGE));
        browser().dark(false);
        browser().open(url() + "last-iterate");
        browser().await("document.querySelector('#epsilon').picture && document.querySelector('#position').picture");
        browser().await("!document.querySelector('.stale')");
        Files.write(target.resolve("last-iterate-room.webp"), browser().screenshot(WHOLE_PAGE));
        browser().resize(390, 844);
        explorer("{}");
        browser().await(ANSWERED);
        Files.write(target.resolve("explorer-phone.webp"), browser().screenshot(1700));
    }
}
