package io.sordino.theorem;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Claim;
import io.sordino.account.GoldenTable;
import io.sordino.account.GoldenTable.Row;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.loss.Loss;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.Alone.Ends;
import io.sordino.theorem.Theorem.Holds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What every theorem must satisfy, asked alone. Its test class is named after it, brings the table golden/&lt;Theorem&gt;.csv and
 * at least one plan of which it says nothing; what is special to it comes after.
 *
 * <p>How a row is read: `exact` holds the truth, which the bracket must meet; `realised` holds what some attacker attains;
 * `formula` holds the published number, in which every end that the theorem gives must lie; `bound` has an attained number below and
 * a known bound above, between which the upper end must lie. The relation of a row that speaks of one direction is `add` or `remove`.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class TheoremContract {
    /** In units of the largest epsilon of a plan's rows. */
    private static final double[] PLACES = {-2, -0.5, 0, 0.3, 0.7, 1, 1.5};

    private static final int ZERO = 2;
    private static final int LARGEST = 5;
    /** How much better a bound may be that was searched for with less noise. */
    private static final double SEARCHED = 5e-3;

    /** A plan on which the theorem is silent, and some words of the reason. */
    protected record Unmet(String plan, String relation, String reason) {}

    /** How wide answers may be: narrower where the theorem speaks for those who wait alone. */
    protected double width() {
        return Precision.DEFAULT.width();
    }

    /** Whether curves of a plan may be drawn, some twenty deltas each: of the others, what the table asks is asked alone. */
    protected boolean isQuick(String plan) {
        return true;
    }

    /** Hypotheses that fail. */
    protected abstract List<Unmet> unmet();

    protected static Unmet silentOn(String plan, String relation, String reason) {
        return new Unmet(plan, relation, reason);
    }

    /** For a theorem whose hypotheses never fail: a plan that it is not about. */
    protected static Unmet notAbout(String plan) {
        return new Unmet(plan, Relation.ADD_OR_REMOVE_ONE.label(), "");
    }

    /** How wide a bracket may be around an exact row where the theorem gives both ends. */
    protected double widest() {
        return 2 * width();
    }

    /** What is asked of a plan: its directions, each apart. */
    private record Question(String plan, String relation) {
        Mechanism mechanism() {
            return Plans.parse(plan);
        }

        Relation asked() {
            return new RowRelation(relation).relation();
        }

        List<Direction> directions() {
            return new RowRelation(relation).directions();
        }
    }

    private final String name;
    private final Alone alone;
    private final List<Row> rows;
    private final Map<List<Object>, Ends> answered = new HashMap<>();
    private final Map<List<Object>, List<Curve>> drawn = new HashMap<>();

    /** The theorem and the table that the test class is named after. */
    protected TheoremContract() {
        name = getClass().getSimpleName().replaceFirst("Test$", "");
        alone = Alone.named(name);
        rows = GoldenTable.read(name + ".csv").rows();
    }

    /** Any theorem and any rows, for the control. */
    TheoremContract(Theorem<?> theorem, List<Row> rows) {
        name = theorem.citation().name();
        alone = new Alone(List.of(theorem));
        this.rows = rows;
    }

    private List<Holds> holds(Question question, Direction direction, double width) {
        return alone.holds(question.mechanism(), question.asked(), direction, width);
    }

    private Ends ends(Question question, double width, Function<Loss, Bracket> asked) {
        return question.directions().stream()
                .map(direction -> Alone.ends(holds(question, direction, width), asked))
                .reduce(Ends::worse)
                .orElseThrow();
    }

    private Ends ends(Row row, double width) {
        Question question = new Question(row.plan(), row.relation());
        return answered.computeIfAbsent(
                List.of(question, row.given(), row.at(), width),
                first -> ends(
                        question, width, loss -> row.asksEpsilon() ? loss.epsilon(row.at()) : loss.delta(row.at())));
    }

    /** The plans of the table with the largest epsilon of their rows. */
    private Map<Question, Double> plans() {
        Map<Question, Double> plans = new LinkedHashMap<>();
        for (Row row : rows) {
            if (!isQuick(row.plan())) continue;
            double epsilon = row.asksEpsilon() ? row.upper() : row.at();
            plans.merge(new Question(row.plan(), row.relation()), epsilon > 0 ? epsilon : 1e-2, Math::max);
        }
        return plans;
    }

    @Test
    final void itIsOnTheListAndItsTableHasRows() {
        assertThat(alone.forms()).as("theorems named %s", name).isNotEmpty();
        assertThat(rows).as("rows of %s", name).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    final void everyGoldenValueHolds() {
        assertThat(rows.stream().flatMap(row -> refutation(row, ends(row, width())).stream()))
                .isEmpty();
    }

    /** The control: a table with a false value in it does not pass. */
    @Test
    final void aFalseValueIsSeen() {
        assertThat(rows.stream()
                        .flatMap(row -> Stream.of(0.9, 1.1).map(factor -> moved(row, factor)))
                        .anyMatch(row -> refutation(row, ends(row, width())).isPresent()))
                .as("%s has a row that could fail", name)
                .isTrue();
    }

    private static Row moved(Row row, double factor) {
        return new Row(
                row.plan(),
                row.relation(),
                row.given(),
                row.at(),
                row.lower() * factor,
                row.upper() * factor,
                row.kind());
    }

    /** Why the ends contradict the row. */
    final Optional<String> refutation(Row row, Ends ends) {
        boolean ok = ends.above() || ends.below();
        if (ends.above()) ok &= ends.upper() >= row.lower();
        if (ends.below() && ends.above()) ok &= ends.lower() <= ends.upper();
        switch (row.kind()) {
            case "exact" -> {
                if (ends.below()) ok &= ends.lower() <= row.upper();
                if (ends.below() && ends.above()) ok &= ends.upper() - ends.lower() <= widest() * ends.upper();
            }
            case "realised" -> {
                if (ends.below()) ok &= ends.lower() <= row.upper();
            }
            case "bound" -> ok &= ends.above() && ends.upper() <= row.upper() * (1 + 1e-9);
            case "formula" -> {
                if (ends.above()) ok &= ends.upper() <= row.upper();
                if (ends.below()) ok &= ends.lower() <= row.upper() && ends.lower() >= row.lower();
            }
            default -> throw new AssertionError("unknown kind " + row.kind());
        }
        return ok ? Optional.empty() : Optional.of(row + " but was " + ends);
    }

    @Test
    final void deltaIsAProbabilityThatFallsInEpsilon() {
        everyCurve((as, scale, curve) -> {
            Bracket before = Bracket.exactly(1);
            for (int i = 0; i < PLACES.length; i++) {
                Bracket delta = curve.deltas().get(i);
                assertThat(delta.lower()).as("%s at %s", as, PLACES[i] * scale).isBetween(0.0, before.upper());
                assertThat(delta.upper()).as("%s at %s", as, PLACES[i] * scale).isBetween(delta.lower(), 1.0);
                before = delta;
            }
        });
    }

    @Test
    final void deltaIsConvexInTheExponentialOfEpsilon() {
        everyCurve((as, scale, curve) -> {
            for (int i = 0; i + 2 < PLACES.length; i++) {
                double left = PLACES[i] * scale;
                double share = Math.expm1(PLACES[i + 1] * scale - left) / Math.expm1(PLACES[i + 2] * scale - left);
                if (!(share >= 0 && share <= 1)) continue;
                double chord = (1 - share) * curve.deltas().get(i).upper()
                        + share * curve.deltas().get(i + 2).upper();
                assertThat(curve.deltas().get(i + 1).lower())
                        .as("%s at %s", as, PLACES[i + 1] * scale)
                        .isLessThanOrEqualTo(chord * (1 + 1e-12));
            }
        });
    }

    /** Everything is told apart where e^epsilon is nothing; an upper end that is smaller there is unsound. */
    @Test
    final void deltaTendsToOneFarBelowZero() {
        everyCurve((as, scale, curve) -> {
            Holds one = curve.of();
            for (double epsilon : new double[] {-scale, -5, -40, -800, -1e6})
                if (one.reach().boundsAbove())
                    assertThat(one.loss().delta(epsilon).upper())
                            .as("%s at %s", as, epsilon)
                            .isGreaterThanOrEqualTo(-Math.expm1(epsilon));
            double lower = one.loss().delta(-1e6).lower();
            // 0 says that nothing is known from below
            if (one.reach() == Reach.EXACT && lower > 0)
                assertThat(lower).as(as).isGreaterThan(0.99);
        });
    }

    @Test
    final void moreNoiseIsNeverWorse() {
        plans().forEach((question, scale) -> {
            Question noisier = new Question(Noisier.than(question.plan()), question.relation());
            assertThat(noisier.mechanism()).isNotEqualTo(question.mechanism());
            for (Direction direction : question.directions()) {
                List<Curve> less = curves(question, direction, scale);
                List<Holds> more = holds(noisier, direction, width());
                for (int i : new int[] {ZERO, LARGEST}) {
                    double epsilon = PLACES[i] * scale;
                    String as = noisier + " " + direction + " at " + epsilon;
                    Ends with = Alone.ends(more, loss -> loss.delta(epsilon));
                    Ends without = ends(less, i);
                    if (with.below() && without.above())
                        assertThat(with.lower()).as(as).isLessThanOrEqualTo(without.upper());
                    if (with.above() && without.above())
                        assertThat(with.upper()).as(as).isLessThanOrEqualTo(without.upper() * (1 + SEARCHED));
                }
            }
        });
    }

    private static Ends ends(List<Curve> curves, int place) {
        Map<Loss, Bracket> deltas = new IdentityHashMap<>();
        for (Curve curve : curves) deltas.put(curve.of().loss(), curve.deltas().get(place));
        return Alone.ends(curves.stream().map(Curve::of).toList(), deltas::get);
    }

    @Test
    final void twoWidthsMeet() {
        for (Row row : rows) {
            Ends wide = ends(row, 1e-2);
            Ends narrow = ends(row, 1e-4);
            if (wide.below() && narrow.above())
                assertThat(wide.lower()).as("%s", row).isLessThanOrEqualTo(narrow.upper());
            if (narrow.below() && wide.above())
                assertThat(narrow.lower()).as("%s", row).isLessThanOrEqualTo(wide.upper());
        }
    }

    /** Whatever any theorem says from below is at most what any theorem says from above. */
    @Test
    final void itMeetsEveryOtherTheorem() {
        for (Row row : firstOfEachPlan()) {
            double delta = row.asksEpsilon() ? row.at() : Math.min(0.5, row.upper());
            if (!(delta > 1e-100)) continue;
            Question question = new Question(row.plan(), row.relation());
            Guarantee everyone = Accountant.standard()
                    .explain(question.mechanism(), question.asked(), delta, new Precision(width()));
            for (Direction direction : question.asked().directions()) {
                List<Claim> claims = everyone.claims().stream()
                        .filter(claim -> claim.direction() == direction)
                        .toList();
                for (Claim below : claims)
                    for (Claim above : claims)
                        if (below.reach().boundsBelow() && above.reach().boundsAbove())
                            assertThat(below.answer().lower())
                                    .as("%s at delta %s: %s and %s", row.plan(), delta, below.why(), above.why())
                                    .isLessThanOrEqualTo(above.answer().upper());
            }
            assertThat(everyone.claims().stream()
                            .map(claim -> claim.why().theorem().name()))
                    .as("%s", row.plan())
                    .contains(name);
        }
    }

    private List<Row> firstOfEachPlan() {
        Map<Question, Row> first = new LinkedHashMap<>();
        for (Row row : rows) first.putIfAbsent(new Question(row.plan(), row.relation()), row);
        return new ArrayList<>(first.values());
    }

    @Test
    final void itIsSilentWhereAHypothesisFails() {
        assertThat(unmet()).isNotEmpty();
        for (Unmet unmet : unmet()) {
            Question question = new Question(unmet.plan(), unmet.relation());
            if (unmet.reason().isEmpty()) {
                assertThat(alone.isAbout(question.mechanism())).as("%s", unmet).isFalse();
                continue;
            }
            for (Direction direction : question.directions())
                assertThat(alone.silence(question.mechanism(), question.asked(), direction))
                        .as("%s in direction %s", unmet, direction)
                        .hasValueSatisfying(why -> assertThat(why).contains(unmet.reason()));
        }
    }

    /** One of the losses that the theorem holds of a plan, and delta at every place. */
    private record Curve(Holds of, List<Bracket> deltas) {}

    private List<Curve> curves(Question question, Direction direction, double scale) {
        return drawn.computeIfAbsent(
                List.of(question, direction),
                first -> holds(question, direction, width()).stream()
                        .map(one -> new Curve(
                                one,
                                Arrays.stream(PLACES)
                                        .mapToObj(place -> one.loss().delta(place * scale))
                                        .toList()))
                        .toList());
    }

    private interface Check {
        void of(String as, double scale, Curve curve);
    }

    private void everyCurve(Check check) {
        plans().forEach((question, scale) -> {
            for (Direction direction : question.directions())
                for (Curve curve : curves(question, direction, scale))
                    check.of(question + " " + direction + " " + curve.of().reach(), scale, curve);
        });
    }
}
