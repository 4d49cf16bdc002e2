package io.sordino.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sordino.account.LimitException;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.PlanException;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import io.sordino.refusal.Refusal;
import io.sordino.refusal.Remedy;
import io.sordino.report.Failure.Kind;
import io.sordino.report.answer.Flags;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** What an exception means to the one who asked is told by its type alone. */
class FailureTest {
    @Test
    void whatCarriesARefusalIsMeantForTheOneWhoAsked() {
        check(Failure.of(new InvalidException("rate must be in (0, 1], was 2")), Kind.INVALID, "was 2", "correct");
        check(Failure.of(new InvalidException("no records", "give one")), Kind.INVALID, "no records", "give one");
        check(Failure.of(new UnsupportedException("not covered", "ask less")), Kind.UNSUPPORTED, "not", "ask less");
        check(Failure.of(new LimitException("too long", "ask less")), Kind.LIMIT, "too long", "ask less");
        check(Failure.of(new CancellationException("stopped")), Kind.LIMIT, "stopped", "larger width");
        check(Failure.of(new StackOverflowError()), Kind.LIMIT, "nested too deep", "fewer");
        check(Failure.of(new OutOfMemoryError()), Kind.LIMIT, "more memory", "fewer");
    }

    @Test
    void guardOfARecordSpeaksToTheOneWhoAsked() {
        assertThat(Failure.of(thrown(() -> new Gaussian(-1))).kind()).isEqualTo(Kind.INVALID);
    }

    @Test
    void guardOfOurNumbersHasFoundABug() {
        Failure bug = Failure.of(thrown(() -> Bracket.of(2, 1)));
        check(
                bug,
                Kind.INTERNAL,
                "internal error: Contradiction: contradiction: the ends of [2.0, 1.0] cross",
                "report it");
    }

    @Test
    void whatNobodyMeantToThrowIsABug() {
        for (RuntimeException e : List.of(
                new IllegalStateException("torn"),
                new ArithmeticException("overflow"),
                new IllegalArgumentException("from a library; or from us"),
                new NumberFormatException("x"),
                new NullPointerException(),
                new RuntimeException("anything")))
            assertThat(Failure.of(e).kind()).as("%s", e).isEqualTo(Kind.INTERNAL);
    }

    @Test
    void semicolonsAndColonsOfAMessageMeanNothing() {
        Failure quoted = Failure.of(new InvalidException("there is no column 'a; b: c'"));
        check(quoted, Kind.INVALID, "there is no column 'a; b: c'", "correct the value");
        Failure hinted = Failure.of(new InvalidException("there is no column 'a; b'", "it has c; d"));
        check(hinted, Kind.INVALID, "there is no column 'a; b'", "it has c; d");
        assertThat(hinted.message()).isEqualTo("there is no column 'a; b'");
        Refusal refusal = Refusal.of("no theorem covers 'x: y': x needs y; and z", "take z");
        Failure covered = Failure.of(new UnsupportedException(refusal, "x needs y; and z"));
        assertThat(covered.message()).isEqualTo("no theorem covers 'x: y': x needs y; and z");
        assertThat(covered.why()).isEqualTo("x needs y; and z");
    }

    @Test
    void aPlanHasAPlace() {
        PlanException e = (PlanException) thrown(() -> Plans.parse("3 * gausian(1)"));
        assertThat(Failure.of(e).position()).hasValue(4);
        assertThat(Failure.of(e).json().toString())
                .startsWith(
                        "{\"kind\":\"invalid\",\"message\":\"unknown plan 'gausian'\",\"remedy\":\"did you mean gaussian?");
    }

    @Test
    void jsonNamesFieldsAndTheCommandLineFlags() {
        Remedy remedy = Relation.askUnder(Relation.ADD_OR_REMOVE_ONE, Relation.REPLACE_SPECIAL)
                .or("use poisson(...)");
        Failure failure = Failure.of(new UnsupportedException(Refusal.of("stated for others", remedy), ""));
        assertThat(failure.json().toString())
                .isEqualTo("{\"kind\":\"unsupported\",\"message\":\"stated for others\",\"remedy\":"
                        + "\"ask for relation add-remove or replace-special, or use poisson(...)\"}");
        assertThat(Flags.said(failure.remedy()))
                .isEqualTo("ask for --relation add-remove or replace-special, or use poisson(...)");
    }

    @Test
    void aPercentSignInAdviceIsOne() {
        assertThat(Flags.said(Remedy.of("write 5% or %s"))).isEqualTo("write 5% or %s");
    }

    private static void check(Failure failure, Kind kind, String message, String remedy) {
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.message()).contains(message);
        assertThat(failure.remedy().toString()).contains(remedy);
    }

    private static RuntimeException thrown(Runnable wrong) {
        return catchThrowableOfType(RuntimeException.class, wrong::run);
    }
}
