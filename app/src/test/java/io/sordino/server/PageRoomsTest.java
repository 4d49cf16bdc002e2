package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** The shuffle room and the last iterate, in a real Chromium. */
class PageRoomsTest extends Rooms {
    /** A fifth of the reports is made up, and the bars must reach the truth all the same. */
    @Test
    void errorBarsHoldWhatCorruptClientsDo() {
        browser().open(url() + "shuffle" + link("{\"clients\": 20000, \"corrupt\": 0.2, \"epsilon\": 4}"));
        browser().await("document.querySelector('#histogram').picture");
        browser().click("#finish");
        browser().await("Number(document.querySelector('#stats').dataset.honest) > 10000");
        JsonNode shown = picture("#histogram");
        for (int i = 0; i < shown.path("truth").size(); i++)
            assertThat(Math.abs(shown.path("truth").path(i).asDouble()
                            - shown.path("estimates").path(i).asDouble()))
                    .isLessThan(shown.path("half").path(i).asDouble());
    }

    @Test
    void linksOfRoomsAreKeptWithinTheirRanges() {
        String state = "#s=%7B%22clients%22%3A-5%2C%22answers%22%3A100%2C%22dropouts%22%3A7%2C%22epsilon%22%3A1e9%7D";
        browser().open(url() + "shuffle" + state);
        browser().await("document.querySelector('#curve').picture");
        assertThat(text("#problem")).isEmpty();
        browser().open(url() + "last-iterate#s=%7B%22steps%22%3A-3.5%2C%22place%22%3A0%2C%22order%22%3A%22no%22%7D");
        browser().await("document.querySelector('#epsilon').picture");
        assertThat(text("#stats")).contains("1 of 1");
        browser().open(url() + "last-iterate#s=%7B%22steps%22%3A10%2C%22place%22%3A50%7D");
        browser().await("document.querySelector('#epsilon').textContent.includes('costs nothing')");
        assertThat(text("#stats")).contains("0epsilon of the end");
    }

    /** An epsilon of the numbers before is none of those on the sliders. */
    @Test
    void whatIsOldIsPaleAtOnceOrGone() {
        browser().open(url() + "last-iterate");
        browser().await("document.querySelector('#epsilon').picture && document.querySelector('#position').picture");
        assertThat(text("#stats")).contains("0.1318epsilon of the end");
        assertThat(typed("#noise", "0.2", "plan", "epsilon", "position")).isEqualTo("true,true,true");
        assertThat(text("#stats")).contains("\u2026epsilon of the end", "\u2026if all steps were released");
        browser().await("!document.querySelector('.stale')");
        assertThat(text("#stats")).doesNotContain("\u2026", "0.1318");
        browser().open(url() + "shuffle");
        browser()
                .await("document.querySelector('#curve').picture &&"
                        + " document.querySelector('#models').dataset.shuffled");
        assertThat(typed("#epsilon", "4", "plan", "curve", "models")).isEqualTo("true,true,true");
        browser().await("!document.querySelector('.stale')");
    }

    /** Which boxes are pale as soon as something is typed. */
    private String typed(String field, String text, String... boxes) {
        return browser()
                .value("(b => { b.value = '" + text
                        + "'; b.dispatchEvent(new Event('input', {bubbles: true})); return ['"
                        + String.join("', '", boxes)
                        + "'].map(id => document.getElementById(id).classList.contains('stale')).join(); })"
                        + "(document.querySelector('" + field + "'))")
                .asText();
    }

    @Test
    void reportsArriveAndCentralEpsilonFalls() {
        browser().open(url() + "shuffle");
        browser().await("document.querySelector('#curve').picture");
        double before = Double.parseDouble(browser()
                .value("document.querySelector('#stats').dataset.central")
                .asText());
        assertThat(before).isEqualTo(2);
        browser().click("#run");
        browser().await("Number(document.querySelector('#stats').dataset.honest) > 50");
        browser().click("#finish");
        browser().await("Number(document.querySelector('#stats').dataset.honest) > 4000");
        double after = Double.parseDouble(browser()
                .value("document.querySelector('#stats').dataset.central")
                .asText());
        assertThat(after).isLessThan(before / 4);
        JsonNode histogram = picture("#histogram");
        double sum = 0;
        for (JsonNode share : histogram.path("estimates")) sum += share.doubleValue();
        assertThat(sum).isBetween(0.999, 1.001);
        // the corrupt send the last answer: it is overstated
        assertThat(histogram.path("estimates").path(3).doubleValue())
                .isGreaterThan(histogram.path("truth").path(3).doubleValue());
        for (int i = 0; i < 4; i++)
            assertThat(histogram.path("half").path(i).doubleValue())
                    .isCloseTo(half(histogram.path("estimates").path(i).doubleValue()), offset(1e-9));
        browser().fill("#dropouts", "0.5");
        browser().await("Number(document.querySelector('#stats').dataset.honest) < 3000");
        assertThat(browser().value("location.hash").asText()).contains("dropouts%22%3A0.5");
    }

    /** Whoever leaves or is corrupt hides nobody: fewer honest reports, a larger epsilon, and the accountant's own. */
    @Test
    void dropOutsAndCorruptClientsRaiseCentralEpsilonToTheAccountants() {
        browser().open(url() + "shuffle");
        browser().await("document.querySelector('#curve').picture");
        browser().click("#finish");
        double before = 0;
        int reports = 5000;
        for (String[] slider : new String[][] {{"#dropouts", "0"}, {"#dropouts", "0.4"}, {"#corrupt", "0.4"}}) {
            browser().fill(slider[0], slider[1]);
            browser().await("Number(document.querySelector('#stats').dataset.honest) < " + reports);
            reports = browser()
                    .value("Number(document.querySelector('#stats').dataset.honest)")
                    .asInt();
            JsonNode bracket = browser()
                    .value("fetch('/v1/epsilon', {method: 'POST', body: JSON.stringify({plan: 'shuffled(" + reports
                            + ", randomized_response(2, k=4))', delta: 1e-6, width: 1e-2})}).then(r => r.json())")
                    .path("epsilon");
            double upper = bracket.path("upper").doubleValue();
            browser().await("Number(document.querySelector('#stats').dataset.central) === " + upper);
            assertThat(upper).as(slider[0] + " " + slider[1]).isGreaterThan(before);
            before = upper;
        }
    }

    @Test
    void earlyRecordsFadeAndTheEndSaysLittle() {
        browser().open(url() + "last-iterate");
        browser().await("document.querySelector('#epsilon').picture && document.querySelector('#position').picture");
        JsonNode distance = picture("#distance").path("series").path(0).path("upper");
        assertThat(distance.size()).isEqualTo(101);
        assertThat(distance.path(19).doubleValue()).isZero();
        assertThat(distance.path(20).doubleValue()).isGreaterThan(0.1);
        assertThat(distance.path(100).doubleValue()).isLessThan(0.01);
        JsonNode epsilon = picture("#epsilon").path("series");
        int last = epsilon.path(0).path("upper").size() - 1;
        assertThat(epsilon.path(0).path("upper").path(last).doubleValue())
                .isLessThan(epsilon.path(1).path("upper").path(last).doubleValue() / 10);
        JsonNode places = picture("#position").path("series").path(0).path("upper");
        assertThat(places.path(0).doubleValue())
                .isLessThan(places.path(places.size() - 1).doubleValue());
        browser().fill("#order", "full");
        browser().await("document.querySelector('#plan').textContent.startsWith('last_iterate(steps=100,')");
        browser().click("#run");
        browser().click("#finish");
        assertThat(text("#stats")).contains("100 of 100");
    }

    /** Noise of a share among so many reports at 95 %, and what the corrupt can add or take away; four answers at epsilon 2. */
    private double half(double estimate) {
        double all = browser()
                .value("Number(document.querySelector('#stats').dataset.all)")
                .asDouble();
        double honest = browser()
                .value("Number(document.querySelector('#stats').dataset.honest)")
                .asDouble();
        assertThat(all - honest).isPositive();
        double p = Math.exp(2) / (Math.exp(2) + 3);
        double q = 1 / (Math.exp(2) + 3);
        double seen = q + estimate * (p - q);
        double noise = 1.96 * Math.sqrt(seen * (1 - seen) / all) / (p - q);
        double lies = (all - honest) / all * (1 - q) / (p - q);
        assertThat(noise).isLessThan(0.05);
        assertThat(lies).isLessThan(0.15);
        return noise + lies;
    }
}
