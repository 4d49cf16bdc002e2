package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sordino.account.Accountant;
import io.sordino.ledger.Draft;
import io.sordino.ledger.Ledger;
import io.sordino.ledger.Refill;
import io.sordino.ledger.Request;
import io.sordino.ledger.rule.Ask;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.server.budget.BudgetDesk;
import io.sordino.server.budget.Role;
import io.sordino.server.budget.Tokens;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page of budgets in a real Chromium; skipped or required as in {@link PageTest}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BudgetPageTest {
    private static final int WHOLE_PAGE = 10_000;

    private final List<AutoCloseable> open = new ArrayList<>();
    private Optional<Browser> browser = Optional.empty();
    private String url = "";

    private static Ledger filled(Path file) {
        Ledger ledger = Ledger.openOrCreate(file.toString(), InstantSource.system());
        ledger.create(draft(
                "trips",
                Optional.of("500 * poisson(0.01, gaussian(1)) + 40 * gaussian(20)"),
                Optional.empty(),
                Refill.NEVER,
                "rider"));
        ledger.create(draft("monthly", Optional.empty(), Optional.of("1"), Refill.MONTH, "rider per month"));
        for (int i = 0; i < 12; i++)
            ledger.charge(Request.of(
                    "trips",
                    "2026-11-18/map-" + i,
                    Ask.of(Plans.parse(i % 3 == 0 ? "3 * gaussian(22)" : "gaussian(25)"))));
        return ledger;
    }

    private static io.sordino.ledger.Terms draft(
            String name, Optional<String> bank, Optional<String> epsilon, Refill refill, String unit) {
        return new Draft(
                        name,
                        "trips.parquet",
                        unit,
                        Relation.ADD_OR_REMOVE_ONE,
                        bank.map(Plans::parse),
                        epsilon.map(BigDecimal::new),
                        new BigDecimal("1e-6"),
                        Optional.empty(),
                        Optional.empty(),
                        Draft.ALERTS,
                        refill)
                .terms();
    }

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        Optional<Path> executable = Browser.installed();
        if ("required".equals(System.getProperty("sordino.browser")))
            assertThat(executable).as("a chromium on the path").isPresent();
        assumeTrue(executable.isPresent(), "there is no chromium on the path");
        Ledger ledger = filled(folder.resolve("team.db"));
        url = serve(BudgetDesk.errands(ledger, Tokens.lookOnly()));
        open.add(ledger);
        browser = Optional.of(new Browser(executable.orElseThrow()));
    }

    private String serve(List<Errand> errands) throws IOException {
        Server server = new Server(
                Accountant.standard(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                "test",
                Server.Settings.usual().with(errands));
        open.add(server);
        return server.url();
    }

    @AfterAll
    void stop() throws Exception {
        if (browser.isPresent()) browser.get().close();
        for (AutoCloseable one : open) one.close();
    }

    private Browser browser() {
        return browser.orElseThrow();
    }

    private String text(String selector) {
        return browser()
                .value("document.querySelector(" + Browser.quoted(selector) + ").textContent")
                .asText();
    }

    @Test
    void budgetsHistoryAndHowManyMoreAreShown() throws IOException {
        browser().resize(1280, 900);
        browser().complaints();
        browser().open(url + "budget#s=%7B%22budget%22%3A%22trips%22%2C%22plan%22%3A%22gaussian(25)%22%7D");
        browser()
                .await("document.querySelector('#count') && document.querySelector('#history tbody tr') &&"
                        + " document.querySelector('#plot').picture");
        // four of three coupons and eight of one are 20 of 40
        assertThat(text("#count")).isEqualTo("20");
        assertThat(text("#budgets")).contains("trips50 % spent", "monthly0 % spent");
        assertThat(text("#one")).contains("epsilon at most", "20 * gaussian(20)", "one rider");
        assertThat(text("#history")).contains("2026-11-18/map-11", "gaussian(25)", "50 %");
        browser().fill("#plan", "gaussian(1)");
        assertThat(browser()
                        .value("document.querySelector('#more').classList.contains('stale')")
                        .asBoolean())
                .as("20 is of another query")
                .isTrue();
        browser().await("document.querySelector('#count')?.textContent === '0'");
        browser().fill("#plan", "gauss(1)");
        browser().await("document.querySelector('#more-problem').textContent.includes('gauss')");
        // a plan that is no plan is a 400, which browsers tell their console
        assertThat(browser().complaints()).allMatch(said -> said.contains("400"));
        assertThat(browser().value("document.body.dataset.failed ?? ''").asText())
                .isEmpty();
        browser().fill("#plan", "gaussian(25)");
        browser().await("document.querySelector('#count')?.textContent === '20'");
        browser().value(axe());
        assertThat(browser()
                        .value("axe.run(document, {resultTypes: ['violations']}).then(r =>"
                                + " r.violations.filter(v => ['serious',"
                                + " 'critical'].includes(v.impact)).map(v => v.id + ' ' +"
                                + " v.nodes[0].html))"))
                .isEmpty();
        Optional<String> folder = Optional.ofNullable(System.getProperty("sordino.screenshots"));
        if (folder.isPresent()) {
            Files.write(Path.of(folder.get()).resolve("budget.webp"), browser().screenshot(WHOLE_PAGE));
            browser().resize(390, 800);
            Files.write(
                    Path.of(folder.get()).resolve("budget-phone.webp"),
                    browser().screenshot(WHOLE_PAGE));
        }
    }

    private static String axe() throws IOException {
        try (InputStream in = Objects.requireNonNull(BudgetPageTest.class.getResourceAsStream("/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8) + "; true";
        }
    }

    @Test
    void aTokenLetsIn(@TempDir Path folder) throws IOException {
        String token = Tokens.fresh();
        Ledger ledger = filled(folder.resolve("other.db"));
        String guarded = serve(BudgetDesk.errands(
                ledger, Tokens.of(Tokens.line(new Tokens.Holder("lou", Role.LOOK, List.of("monthly")), token))));
        open.add(ledger);
        browser().open(guarded + "budget");
        browser().await("!document.querySelector('#entrance').hidden");
        assertThat(text("#problem")).isEmpty();
        browser().fill("#token", "wrong");
        browser().click("#enter");
        browser().await("document.querySelector('#problem').textContent.includes('needs a token')");
        browser().fill("#token", token);
        browser().click("#enter");
        browser().await("document.querySelector('#budgets button')");
        assertThat(text("#budgets")).contains("monthly").doesNotContain("trips");
        assertThat(browser().value("document.querySelector('#entrance').hidden").booleanValue())
                .isTrue();
        browser().value("sessionStorage.clear()");
        browser().complaints();
    }

    @Test
    void aServerWithoutALedgerSaysSo() throws IOException {
        browser().open(serve(List.of()) + "budget");
        browser().await("document.querySelector('#problem').textContent.includes('serve --ledger')");
        browser().complaints();
    }
}
