package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The explorer in a real Chromium: answers, curves, words and proofs. */
class PageTest extends Rooms {
    private static final int KEYS = 3;

    @Test
    void explorerAnswersWithBracketCurvesWordsAndProof() {
        browser().open(url());
        browser().await(ANSWERED);
        assertThat(text("#answers .big")).matches("\u03b5 = 1\\.13\\d+");
        assertThat(text("#answers")).contains("certified: between 1.13", "add-remove");
        assertThat(text("#statement")).contains("differentially private with epsilon at most 1.13");
        assertThat(text("#proof")).contains("ProductOfPairs", "PoissonSampling", "GaussianNoise", "epsilon before");
        browser().await("document.querySelector('#schemes table')");
        assertThat(text("#schemes"))
                .contains(
                        "no amplification",
                        "Poisson sampling",
                        "sampling without replacement",
                        "sampling with replacement",
                        "random allocation",
                        "shuffled batches")
                .doesNotContain("not covered");
    }

    @ParameterizedTest
    @ValueSource(strings = {"profile", "tradeoff", "loss", "epsilon-vs-steps", "epsilon-vs-noise"})
    void everyCurveHasThePointsOfTheApi(String what) {
        explorer("{\"plans\": [\"20 * gaussian(10)\", \"30 * laplace(20)\"], \"tab\": \"" + what
                + "\", \"delta\": \"1e-6\"}");
        browser().await(ANSWERED);
        JsonNode shown = picture("#plot");
        JsonNode asked = browser()
                .value("fetch('/v1/curves', {method: 'POST', body: JSON.stringify({what: '" + what
                        + "', plans: ['20 * gaussian(10)', '30 * laplace(20)'], delta: 1e-6})}).then(r => r.json())");
        assertThat(shown.path("series")).isEqualTo(asked.path("series"));
        int curves = what.equals("tradeoff") ? 3 : 2;
        assertThat(shown.path("series").size()).isEqualTo(curves);
        assertThat(browser()
                        .value("document.querySelectorAll('#plot > svg .line').length")
                        .asInt())
                .isEqualTo(curves);
        assertThat(browser()
                        .value("document.querySelector('#plot').textContent")
                        .asText())
                .contains("gaussian(", "laplace(");
    }

    /** What is drawn is pale from the key on, not from the answer on. */
    @Test
    void whatIsOldIsPaleAtOnce() {
        explorer("{\"plans\": [\"gaussian(2)\"]}");
        browser().await(ANSWERED);
        assertThat(browser()
                        .value("(b => { b.value = 'gaussian(3)'; b.dispatchEvent(new Event('input'));"
                                + " return ['answers', 'plot', 'statement', 'proof'].map(i =>"
                                + " document.getElementById(i).classList.contains('stale')).join(); })"
                                + "(document.querySelector('#plan-0'))")
                        .asText())
                .isEqualTo("true,true,true,true");
        browser().await(ANSWERED);
        assertThat(browser()
                        .value("(document.querySelector('#tab-tradeoff').click(),"
                                + " document.querySelector('#plot').classList.contains('stale'))")
                        .asBoolean())
                .isTrue();
        browser().await(ANSWERED + " && document.querySelector('#plot').picture.y.name === 'missed members'");
        assertThat(browser()
                        .value("(b => { b.value = '3'; b.dispatchEvent(new Event('input'));"
                                + " return document.querySelector('#schemes').classList.contains('stale'); })"
                                + "(document.querySelector('#training-sigma'))")
                        .asBoolean())
                .isTrue();
        browser().await(ANSWERED);
    }

    @Test
    void warningsStandOnTheCardOfTheirPlan() {
        explorer("{\"plans\": [\"500 * gaussian(1)\", \"gaussian(5)\"], \"active\": 1}");
        browser().await(ANSWERED);
        browser().await("document.querySelector('#answers .active .warning')");
        browser()
                .await("[...document.querySelectorAll('#answers .answer')]"
                        + ".map(card => card.querySelectorAll('.warning-Critical').length).join() === '1,0'");
    }

    @Test
    void aRefusedPlanLeavesTheOthersTheirWordsAndProofs() {
        explorer("{\"plans\": [\"gaussian(2)\", \"gausian(2)\"], \"active\": 1}");
        browser().await(ANSWERED);
        assertThat(text("#statement")).contains("About plan 1", "differentially private");
        assertThat(picture("#plot").path("series").size()).isEqualTo(1);
    }

    @Test
    void aQuestionMarkIsCalibrated() {
        explorer("{\"plans\": [\"1000 * gaussian(?)\"], \"target\": \"2\", \"delta\": \"1e-5\"}");
        browser().await(ANSWERED);
        assertThat(text("#answers .big")).startsWith("? = 63.05");
        assertThat(text("#answers")).contains("keeps \u03b5 \u2264 2");
        assertThat(picture("#plot").path("series").size()).isEqualTo(1);
        browser().click("#copy-command");
        browser().await("document.querySelector('#toast').textContent");
        assertThat(copied()).contains("calibrate '1000 * gaussian(?)' --epsilon 2 --delta 1e-5");
    }

    @Test
    void picturesFollowTheSizeOfTheirPlace() {
        explorer("{\"plans\": [\"gaussian(2)\"]}");
        browser().await(ANSWERED);
        String box = "document.querySelector('#plot > svg').getAttribute('viewBox')";
        String wide = browser().value(box).asText();
        browser().resize(420, 900);
        browser().await(box + " !== '" + wide + "'");
        browser().resize(1280, 900);
        browser().await(box + " === '" + wide + "'");
    }

    /** A plan that is far more private than its neighbours in the picture is still a curve there, not a dot. */
    @Test
    void profilesOfVeryDifferentPlansAreAllCurves() {
        explorer("{\"plans\": [\"10 * gaussian(1)\", \"shuffled(1000, local(1))\", \"laplace(20)\"]}");
        browser().await(ANSWERED);
        JsonNode series = picture("#plot").path("series");
        assertThat(series.size()).isEqualTo(3);
        for (JsonNode one : series)
            assertThat(one.path("x").size()).as(one.path("name").asText()).isGreaterThan(5);
    }

    @Test
    void curvesHaveTheColourOfTheirPlanWhateverElseIsDrawn() {
        explorer("{\"plans\": [\"gausian(2)\", \"gaussian(2)\", \"shuffled(1000, randomized_response(2))\"],"
                + " \"tab\": \"epsilon-vs-n\", \"active\": 2}");
        browser().await(ANSWERED);
        assertThat(browser()
                        .value("[...document.querySelectorAll('#plot > svg path.line')].map(e =>"
                                + " e.getAttribute('class')).join()")
                        .asText())
                .isEqualTo("line k2");
        browser().click("#tab-profile");
        browser().await("document.querySelector('#plot').picture.series.length === 2");
        assertThat(browser()
                        .value("[...document.querySelectorAll('#plot > svg path.line')].map(e =>"
                                + " e.getAttribute('class')).join()")
                        .asText())
                .isEqualTo("line k1,line k2");
    }

    @Test
    void reportsGoAgainstN() {
        explorer("{\"plans\": [\"shuffled(1000, randomized_response(2))\"], \"tab\": \"epsilon-vs-n\"}");
        browser().await(ANSWERED);
        assertThat(picture("#plot").path("x").path("name").asText()).isEqualTo("n");
        assertThat(text("#answers")).contains("replace-one");
    }

    @Test
    void keysMoveTabsAndReadCurves() {
        explorer("{}");
        browser().await(ANSWERED);
        browser().value("document.querySelector('#tab-profile').focus()");
        browser().press("ArrowRight", 39);
        browser().await("document.activeElement.id === 'tab-tradeoff'");
        browser().await(ANSWERED + " && document.querySelector('#plot').picture.y.name === 'missed members'");
        browser().value("document.querySelector('#plot > svg').focus()");
        browser().press("End", 35);
        browser().await("document.querySelector('#plot .readout').textContent.startsWith('false accusations 1:')");
    }

    @ParameterizedTest
    @ValueSource(strings = {"500 * laplace(20)", "shuffled(100000, randomized_response(4))"})
    void answersComeAsOneTypes(String plan) {
        explorer("{}");
        browser().await(ANSWERED);
        String typed = "(async () => { const times = []; const box = document.querySelector('#answers');"
                + " for (let k = 0; k < " + KEYS + "; k++) {  const shown = new Promise(done => { const seen = new"
                + " MutationObserver(() => {    if (!box.classList.contains('stale')"
                + " || box.classList.contains('quick')) { seen.disconnect(); done();"
                + " } });    seen.observe(box, {attributes: true}); });  const area ="
                + " document.querySelector('#plan-0'); const start ="
                + " performance.now(); "
                + " area.value"
                + " = " + Browser.quoted(plan) + " + ' '.repeat(k);"
                + "  area.dispatchEvent(new Event('input', {bubbles: true})); await shown;"
                + "  times.push(performance.now() - start); await new Promise(next => setTimeout(next, 150)); }"
                + " return times.sort((a, b) => a - b); })()";
        JsonNode times = browser().value(typed);
        System.out.println("from key to answer: " + Math.round(times.path(0).asDouble()) + " ms at best, "
                + Math.round(times.path(times.size() / 2).asDouble()) + " ms in the median: " + plan);
        // how soon is for a machine that does nothing else
        assertThat(times.size()).isEqualTo(KEYS);
        if (Boolean.getBoolean("sordino.slow"))
            assertThat(times.path(0).asDouble()).isLessThan(100);
    }

    @Test
    void aServerThatIsGoneIsSaidSo() {
        explorer("{}");
        browser().await(ANSWERED);
        browser().value("(window.kept = window.fetch, window.fetch = () => Promise.reject(new TypeError('gone')), 1)");
        browser().fill("#plan-0", "3 * gaussian(4)");
        browser().await("document.querySelector('#unreachable')?.textContent.includes('sordino serve')");
        browser().value("(window.fetch = window.kept, 1)");
        browser().fill("#plan-0", "4 * gaussian(4)");
        browser().await(ANSWERED + " && !document.querySelector('#unreachable').textContent");
        browser().value("delete document.body.dataset.failed");
    }
}
