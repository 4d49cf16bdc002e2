package io.sordino.theorem;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.GoldenTable;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.Alone.Ends;
import io.sordino.theorem.catalogue.Theorems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An answer moves on purpose or not at all. Both ends of some hundreds of questions, of every theorem alone and of the accountant, are kept in
 * recorded/answers.csv. A wider bracket, another choice of a lattice, a window or a tilt is sound and would pass every table of truths; here
 * it is seen. After a change that was meant, -Dsordino.rewrite=true writes the new ends, and the difference is read before it is committed.
 */
class RecordedAnswersTest {
    private static final String RESOURCE = "/recorded/answers.csv";
    private static final Path FILE = Path.of("src/test/resources" + RESOURCE);
    /** What another library of exp and log moves. */
    private static final double SAME = 1e-7;

    private static final String EVERYONE = "everyone";

    private record Answer(
            String theorem, String plan, String relation, String given, double at, double width, Ends recorded) {
        static Answer read(List<String> cells) {
            return new Answer(
                    cells.get(0),
                    cells.get(1),
                    cells.get(2),
                    cells.get(3),
                    Double.parseDouble(cells.get(4)),
                    Double.parseDouble(cells.get(5)),
                    new Ends(Double.parseDouble(cells.get(6)), Double.parseDouble(cells.get(7))));
        }

        /** What is asked in one test: few questions, so that a mutant meets those that reach it and no others. */
        String group() {
            return theorem.equals(EVERYONE) ? EVERYONE + ": " + plan : theorem;
        }

        RowRelation neighbours() {
            return new RowRelation(relation);
        }

        Ends now() {
            return theorem.equals(EVERYONE) ? ofEveryone() : alone();
        }

        private Ends ofEveryone() {
            Accountant accountant = Accountant.standard();
            Guarantee found = given.equals("delta")
                    ? accountant.epsilon(Plans.parse(plan), neighbours().relation(), at, new Precision(width))
                    : accountant.delta(Plans.parse(plan), neighbours().relation(), at, new Precision(width));
            Bracket bracket = given.equals("delta") ? found.epsilon() : found.delta();
            return new Ends(bracket.lower(), bracket.upper());
        }

        private Ends alone() {
            return neighbours().directions().stream()
                    .map(direction -> Alone.ends(
                            Alone.named(theorem)
                                    .holds(Plans.parse(plan), neighbours().relation(), direction, width),
                            loss -> given.equals("delta") ? loss.epsilon(at) : loss.delta(at)))
                    .reduce(Ends::worse)
                    .orElseThrow();
        }

        String line(Ends ends) {
            return String.join(
                    ",",
                    theorem,
                    '"' + plan + '"',
                    relation,
                    given,
                    String.valueOf(at),
                    String.valueOf(width),
                    String.valueOf(ends.lower()),
                    String.valueOf(ends.upper()));
        }
    }

    private static final List<Answer> ALL =
            GoldenTable.cellsOf(RESOURCE).stream().map(Answer::read).toList();

    static Stream<String> groups() {
        return ALL.stream().map(Answer::group).distinct();
    }

    private static boolean same(double a, double b) {
        return Double.compare(a, b) == 0 || Math.abs(a - b) <= SAME * Math.max(Math.abs(a), Math.abs(b));
    }

    private static boolean moved(Answer answer, Ends now) {
        return !same(answer.recorded().lower(), now.lower())
                || !same(answer.recorded().upper(), now.upper());
    }

    @ParameterizedTest
    @MethodSource("groups")
    void noAnswerMoves(String group) throws IOException {
        Map<String, String> moved = new LinkedHashMap<>();
        for (Answer answer : ALL) {
            if (!answer.group().equals(group)) continue;
            Ends now = answer.now();
            if (moved(answer, now)) moved.put(answer.line(answer.recorded()), answer.line(now));
        }
        if (Boolean.getBoolean("sordino.rewrite")) rewrite(moved);
        else assertThat(moved).isEmpty();
    }

    private static void rewrite(Map<String, String> moved) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(FILE)) lines.add(moved.getOrDefault(line, line));
        Files.write(FILE, lines);
    }

    /** The control: an end that moves in the seventh digit is seen, one in the last digits is not. */
    @Test
    void aMovedEndIsSeen() {
        Answer answer = new Answer(
                "GaussianNoise", "gaussian(2)", "add-remove", "delta", 1e-5, 1e-3, new Ends(1.4, Double.NaN));
        assertThat(moved(answer, new Ends(1.4 * (1 + 1e-12), Double.NaN))).isFalse();
        assertThat(moved(answer, new Ends(1.4 * (1 + 1e-6), Double.NaN))).isTrue();
        assertThat(moved(answer, new Ends(1.4, 1.5))).isTrue();
    }

    @Test
    void everyTheoremIsAsked() {
        assertThat(ALL.stream().map(Answer::theorem))
                .containsAll(Theorems.ALL.stream()
                        .map(t -> t.citation().name())
                        .distinct()
                        .toList())
                .contains(EVERYONE);
    }
}
