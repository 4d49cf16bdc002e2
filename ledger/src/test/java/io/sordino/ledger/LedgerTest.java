package io.sordino.ledger;

import static io.sordino.ledger.Ledgers.charge;
import static io.sordino.ledger.Ledgers.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.UnsupportedException;
import io.sordino.ledger.Decision.Granted;
import io.sordino.ledger.Decision.Refused;
import io.sordino.ledger.rule.Ask;
import io.sordino.ledger.store.LedgerException;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {
    @TempDir
    private Path folder = Path.of("");

    private static String left(Ledger ledger, String budget) {
        return ledger.status(budget).periods().values().iterator().next().left();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void tenTenthsFitIntoOneAndTheEleventhDoesNot() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.filter("sums", Terms.Kind.SUMS, "1", "0"));
            for (int i = 0; i < 10; i++)
                assertThat(charge(ledger, "sums", "r" + i, "laplace(10)")).isInstanceOf(Granted.class);
            assertThat(charge(ledger, "sums", "r10", "laplace(10)")).isInstanceOf(Refused.class);
            assertThat(charge(ledger, "sums", "r11", "laplace(1e15)")).isInstanceOf(Refused.class);
            assertThat(left(ledger, "sums")).isEqualTo("epsilon 0, delta 0");
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    @Test
    void aBankGivesEveryCouponOnceInWhateverOrder() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.bank("bank", "2 * gaussian(20) + laplace(10) + poisson(0.01, gaussian(1))", "1e-6"));
            assertThat(charge(ledger, "bank", "a", "laplace(12)")).isInstanceOf(Granted.class);
            assertThat(charge(ledger, "bank", "b", "laplace(10)")).isInstanceOf(Refused.class);
            assertThat(charge(ledger, "bank", "c", "poisson(0.005, gaussian(2))"))
                    .isInstanceOf(Granted.class);
            // 1/20^2 + 1/20^2 >= 1/15^2, though neither coupon dominates it alone
            assertThat(charge(ledger, "bank", "d", "gaussian(15)")).isInstanceOf(Granted.class);
            assertThat(charge(ledger, "bank", "e", "gaussian(1000)")).isInstanceOf(Refused.class);
            assertThat(left(ledger, "bank")).isEqualTo("nothing");
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    @Test
    void theSameRequestIsChargedOnceAndAnsweredWithTheSameBytesForEver() {
        AtomicInteger drawn = new AtomicInteger();
        for (int run = 0; run < 3; run++) {
            try (Ledger ledger = Ledgers.in(folder)) {
                if (run == 0) ledger.create(Ledgers.bank("bank", "3 * gaussian(20)", "1e-6"));
                Stored answer = ledger.release(
                        request("bank", "one", "gaussian(20)"), () -> bytes("noise " + drawn.incrementAndGet()));
                assertThat(answer.text()).isEqualTo("noise 1");
            }
        }
        assertThat(drawn).hasValue(1);
        try (Ledger ledger = Ledgers.in(folder)) {
            assertThat(left(ledger, "bank")).isEqualTo("2 * gaussian(20)");
            assertThat(ledger.verify().holds()).isTrue();
        }
    }

    @Test
    void anAnswerThatCameLateIsNotGiven() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.bank("bank", "gaussian(20)", "1e-6"));
            charge(ledger, "bank", "one", "gaussian(20)");
            // two programs found the charge without an answer and both drew
            assertThat(ledger.store("bank", "one", bytes("first")).text()).isEqualTo("first");
            assertThat(ledger.store("bank", "one", bytes("second")).text()).isEqualTo("first");
            assertThat(ledger.answer("bank", "one").orElseThrow().text()).isEqualTo("first");
        }
    }

    @Test
    void anAnswerWithoutAChargeIsRefused() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.bank("bank", "gaussian(20)", "1e-6"));
            assertThatThrownBy(() -> ledger.store("bank", "one", bytes("free"))).hasMessageContaining("never charged");
        }
    }

    @Test
    void aRequestIdIsNotUsedForAnotherPlan() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.bank("bank", "9 * gaussian(20)", "1e-6"));
            charge(ledger, "bank", "one", "gaussian(20)");
            assertThatThrownBy(() -> charge(ledger, "bank", "one", "gaussian(21)"))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("another request");
            assertThat(left(ledger, "bank")).isEqualTo("8 * gaussian(20)");
        }
    }

    @Test
    void whoFailsAfterTheChargeMayTryAgainWithoutPaying() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.bank("bank", "gaussian(20)", "1e-6"));
            Request request = request("bank", "one", "gaussian(20)");
            assertThatThrownBy(() -> ledger.release(request, () -> {
                        throw new IllegalStateException("out of power");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(ledger.release(request, () -> bytes("at last")).text()).isEqualTo("at last");
            assertThatThrownBy(() -> ledger.release(request("bank", "two", "gaussian(20)"), () -> bytes("more")))
                    .isInstanceOf(OverBudgetException.class);
        }
    }

    @Test
    void whatRanMustBeWhatWasCharged() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.bank("bank", "gaussian(20)", "1e-6"));
            Request request = request("bank", "one", "gaussian(20)");
            assertThatThrownBy(() -> ledger.releaseOf(request, () -> new Drawn(Plans.parse("gaussian(2)"), "42")))
                    .hasMessageContaining("what ran is gaussian(2), and what was charged is gaussian(20)");
            assertThat(ledger.answer("bank", "one")).isEmpty();
            assertThat(ledger.releaseOf(request, () -> new Drawn(Plans.parse("1 * gaussian(20)"), "41"))
                            .text())
                    .isEqualTo("41");
        }
    }

    @Test
    void whatIsRefusedChangesNothing() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.bank("bank", "gaussian(20)", "1e-6"));
            String before = ledger.status("bank").head().hash();
            charge(ledger, "bank", "much", "gaussian(1)");
            ledger.preview(request("bank", "look", "gaussian(20)"));
            assertThatThrownBy(() -> ledger.charge(new Request(
                            "bank",
                            "other",
                            Ask.of(Plans.parse("gaussian(20)")),
                            Optional.of(Relation.REPLACE_ONE),
                            Optional.empty(),
                            "")))
                    .hasMessageContaining("add-remove");
            assertThat(ledger.status("bank").head().hash()).isEqualTo(before);
        }
    }

    @Test
    void alertsSpeakOnceWhenTheirShareIsPassed() {
        List<Integer> heard = new ArrayList<>();
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.filter("sums", Terms.Kind.SUMS, "1", "0"));
            for (int i = 0; i < 10; i++)
                heard.addAll(((Granted) charge(ledger, "sums", "r" + i, "laplace(10)")).alerts());
        }
        assertThat(heard).containsExactly(50, 80, 95);
    }

    @Test
    void aPromiseThatThePlanDoesNotKeepIsNotCharged() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.filter("sums", Terms.Kind.SUMS, "1", "1e-6"));
            Ask honest = Ask.of(Plans.parse("gaussian(30)"), new BigDecimal("0.2"), new BigDecimal("1e-7"));
            Ask lie = Ask.of(Plans.parse("gaussian(30)"), new BigDecimal("0.02"), new BigDecimal("1e-7"));
            assertThat(ledger.charge(Request.of("sums", "a", honest))).isInstanceOf(Granted.class);
            assertThatThrownBy(() -> ledger.charge(Request.of("sums", "b", lie)))
                    .hasMessageContaining("does not keep");
            assertThatThrownBy(() -> charge(ledger, "sums", "c", "gaussian(30)"))
                    .hasMessageContaining("delta 0");
        }
    }

    @ParameterizedTest
    @CsvSource({
        // 2 rho = mu^2 = 1/20^2
        "ZCDP, gaussian(20), 70",
        "GDP, gaussian(20), 80",
        "ZCDP, laplace(20), 70",
        "GDP, 'poisson(0.01, gaussian(20))', 80",
        "RENYI, gaussian(20), 40",
    })
    void filtersGrantUpToTheirLimitAndNoFurther(Terms.Kind kind, String plan, int atLeast) {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.filter("filter", kind, "2", "1e-6"));
            long more = ledger.preview(request("filter", "look", plan)).more();
            assertThat(more).isGreaterThanOrEqualTo(atLeast).isLessThan(300);
            for (int i = 0; i < more; i++)
                assertThat(charge(ledger, "filter", "r" + i, plan)).isInstanceOf(Granted.class);
            assertThat(charge(ledger, "filter", "last", plan)).isInstanceOf(Refused.class);
            Status status = ledger.status("filter");
            assertThat(status.limit()).isLessThanOrEqualTo(2);
            assertThat(status.periods().values().iterator().next().spent()).isLessThanOrEqualTo(status.limit());
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    @Test
    void aFilterSaysWhatItCannotMeasure() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.filter("gdp", Terms.Kind.GDP, "2", "1e-6"));
            assertThatThrownBy(() -> charge(ledger, "gdp", "a", "dp(0.1, 1e-9)"))
                    .isInstanceOf(UnsupportedException.class)
                    .hasMessageContaining("dp(0.1, delta=1e-9)");
        }
    }

    @Test
    void unusedCouponsAreSwappedForWhatTheyDominate() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.bank("bank", "2 * gaussian(20)", "1e-6"));
            ledger.swap("bank", Plans.parse("gaussian(20)"), Plans.parse("4 * gaussian(40)"));
            assertThat(left(ledger, "bank")).isEqualTo("gaussian(20) + 4 * gaussian(40)");
            assertThatThrownBy(() -> ledger.swap("bank", Plans.parse("gaussian(20)"), Plans.parse("5 * gaussian(40)")))
                    .hasMessageContaining("does not dominate");
            assertThat(charge(ledger, "bank", "a", "4 * gaussian(40)")).isInstanceOf(Granted.class);
            assertThat(charge(ledger, "bank", "b", "gaussian(20)")).isInstanceOf(Granted.class);
            assertThat(charge(ledger, "bank", "c", "gaussian(99)")).isInstanceOf(Refused.class);
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    @Test
    void aBudgetRefillsForNewDataOnly() {
        Terms terms = Ledgers.terms(
                "monthly", Terms.Kind.SUMS, Optional.empty(), Optional.of("1"), "0", Refill.MONTH, "rider per month");
        try (Ledger ledger = Ledger.openOrCreate(
                folder.resolve("team.db").toString(), () -> Instant.parse("2026-11-18T12:00:00Z"))) {
            ledger.create(terms);
            for (String month : List.of("2026-10", "2026-11")) {
                assertThat(ledger.charge(monthly("a" + month, month))).isInstanceOf(Granted.class);
                assertThat(ledger.charge(monthly("b" + month, month))).isInstanceOf(Refused.class);
            }
            assertThatThrownBy(() -> ledger.charge(monthly("c", "2026-12"))).hasMessageContaining("has not begun");
            assertThatThrownBy(() -> ledger.charge(monthly("d", "yesterday"))).hasMessageContaining("is written");
            assertThatThrownBy(() -> charge(ledger, "monthly", "e", "dp(1)"))
                    .hasMessageContaining("whose data it reads");
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-02-30", "2026-2-3", "2026-11", "2026-11-31", "+2026-11-01", "2026-11-01 "})
    void aDayThatIsNotInTheCalendarHasNoBudget(String day) {
        Terms terms = Ledgers.terms(
                "daily", Terms.Kind.SUMS, Optional.empty(), Optional.of("1"), "0", Refill.DAY, "rider per day");
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(terms);
            Request request =
                    new Request("daily", "a", Ask.of(Plans.parse("dp(1)")), Optional.empty(), Optional.of(day), "");
            assertThatThrownBy(() -> ledger.charge(request)).hasMessageContaining("a period is written");
        }
    }

    private static Request monthly(String id, String period) {
        return new Request("monthly", id, Ask.of(Plans.parse("dp(1)")), Optional.empty(), Optional.of(period), "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "rider", "rider per day"})
    void aBudgetDoesNotRefillForUnitsThatLiveLonger(String unit) {
        assertThatThrownBy(() -> Ledgers.terms(
                        "monthly", Terms.Kind.SUMS, Optional.empty(), Optional.of("1"), "0", Refill.MONTH, unit))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("does not protect");
    }

    @Test
    void aClockThatIsBehindDoesNotTurnTimeBack() {
        String file = folder.resolve("team.db").toString();
        try (Ledger late = Ledger.openOrCreate(file, () -> Instant.parse("2026-11-18T12:00:00Z"))) {
            late.create(Ledgers.bank("bank", "9 * gaussian(20)", "1e-6"));
        }
        try (Ledger early = Ledger.open(file, () -> Instant.parse("2001-01-01T00:00:00Z"))) {
            Granted granted = (Granted) charge(early, "bank", "a", "gaussian(20)");
            assertThat(granted.entry().line()).contains("2026-11-18T12:00:00Z");
            assertThat(early.verify().problems()).isEmpty();
        }
    }

    @Test
    void aBudgetThatWouldPromiseNothingIsNotMade() {
        try (Ledger ledger = Ledgers.in(folder)) {
            for (Terms terms : List.of(
                    Ledgers.bank("a", "gaussian(1)", "0"),
                    Ledgers.bank("a", "dp(0, delta=0.5)", "1e-6"),
                    Ledgers.bank("a", "10 * gaussian(1)", "1e-400")))
                assertThatThrownBy(() -> ledger.create(terms))
                        .isInstanceOf(InvalidException.class)
                        .hasMessageContaining("promise nothing");
            for (Terms.Kind kind : List.of(Terms.Kind.ZCDP, Terms.Kind.GDP, Terms.Kind.RENYI))
                assertThatThrownBy(() -> ledger.create(Ledgers.filter("a", kind, "1e400", "1e-6")))
                        .isInstanceOf(InvalidException.class)
                        .hasMessageContaining("epsilon must be in");
            assertThat(ledger.names()).isEmpty();
        }
    }

    @Test
    void aNameIsGivenOnce() {
        try (Ledger ledger = Ledgers.in(folder)) {
            ledger.create(Ledgers.bank("bank", "gaussian(20)", "1e-6"));
            assertThatThrownBy(() -> ledger.create(Ledgers.bank("bank", "gaussian(2)", "1e-6")))
                    .hasMessageContaining("already");
        }
    }

    @Test
    void aLedgerThatIsNotThereIsNotMadeByLooking() {
        assertThatThrownBy(() -> Ledger.open(folder.resolve("none.db").toString()))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("there is no ledger");
        assertThat(folder.resolve("none.db")).doesNotExist();
    }
}
