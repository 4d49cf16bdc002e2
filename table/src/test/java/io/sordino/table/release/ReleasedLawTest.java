package io.sordino.table.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.noise.GridNoise;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import io.sordino.table.plan.Errors;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.KeySelection;
import io.sordino.table.plan.Part;
import io.sordino.table.plan.Planner;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Binder;
import io.sordino.table.query.Column;
import io.sordino.table.query.Draft;
import io.sordino.table.query.Schema;
import io.sordino.table.sql.Select;
import io.sordino.table.sql.SelectParser;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * What leaves the room has the law of its plan, aggregate by aggregate. The scale that the released numbers show is compared with the plan's to 1 %, which
 * is four standard errors, and a scale that is off by 2 % is seen.
 */
class ReleasedLawTest {
    private static final Schema SCHEMA = new Schema(List.of(
            new Column("x", Column.Kind.NUMBER, "\"x\""),
            new Column("y", Column.Kind.NUMBER, "\"y\""),
            new Column("u", Column.Kind.INTEGER, "\"u\"")));
    private static final int DRAWS = 160_000;
    private static final double TOLERANCE = 0.01;
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");

    private static QueryPlan plan(String what, double delta) {
        Select select = SelectParser.parse("SELECT " + what + " AS a FROM data");
        Draft draft = new Draft(
                Optional.of("u"),
                Optional.of(0.8),
                Optional.of(delta),
                Optional.empty(),
                Optional.of(3L),
                Optional.empty(),
                Map.of(),
                false,
                0.95);
        return Planner.plan(Accountant.standard(), Binder.bind(select, SCHEMA, draft.with(select)));
    }

    /** The scale that the errors show, over that of the law: mean absolute error of Laplace, root of mean square of normal noise. */
    private static double ratio(double[] errors, Mechanism noise, double unit) {
        double sum = 0;
        boolean laplace = noise instanceof Laplace;
        for (double error : errors) sum += laplace ? Math.abs(error) : error * error;
        double shown = laplace ? sum / errors.length : Math.sqrt(sum / errors.length);
        return shown / unit;
    }

    /** What is released of a number that is added up, less the number. */
    private static double[] errors(QueryPlan plan, Integers.Group exact, ToDoubleFunction<Cell> read, long seed) {
        RandomSource random = Tapes.seeded(seed);
        Integers integers = new Integers(Map.of(List.of(), exact));
        double[] errors = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++)
            errors[i] = read.applyAsDouble(Releaser.release(plan, integers, random)
                    .value()
                    .rows()
                    .get(0)
                    .get(0));
        return errors;
    }

    private static double number(Cell cell) {
        return ((Cell.Number) cell).estimate().value();
    }

    private static void check(String as, double[] errors, Mechanism noise, double unit) {
        double ratio = ratio(errors, noise, unit);
        assertThat(ratio).as(as).isBetween(1 - TOLERANCE, 1 + TOLERANCE);
        // the control: noise that is 2 % too small or too large does not pass
        for (double factor : new double[] {0.98, 1.02})
            assertThat(Math.abs(factor * ratio - 1)).as(as + " times " + factor).isGreaterThan(TOLERANCE);
    }

    /** What the statistic is for noise of the plan's scale that is rounded to whole steps. */
    private static double scale(QueryPlan plan, int part) {
        Part of = plan.layout().parts().get(part);
        var law = Errors.law(of, plan.noises().get(part));
        double step = law.rootMeanSquare() == 0 ? 0 : step(of);
        return law.scale() > 0
                ? step / (2 * Math.sinh(step / (2 * law.scale())))
                : Math.sqrt(law.deviation() * law.deviation() + step * step / 12);
    }

    private static double step(Part part) {
        if (part instanceof Part.Scalar scalar) return scalar.value(1);
        if (part instanceof Part.Vector vector) return vector.value(1);
        if (part instanceof Part.Tree tree) return 1.0 / tree.fine();
        Part.BlockTotal total = (Part.BlockTotal) part;
        return total.value(1) / total.of().blocks();
    }

    private static Integers.Group sums(long... values) {
        List<BigInteger> all = new ArrayList<>();
        for (long value : values) all.add(BigInteger.valueOf(value));
        return new Integers.Group(all, List.of());
    }

    @Test
    void totalsHaveTheNoiseOfTheirPlan() {
        for (double delta : SLOW ? new double[] {0, 1e-6} : new double[] {0}) {
            for (String what :
                    List.of("COUNT(*)", "COUNT(DISTINCT u)", "SUM(x, contribution_bounds_per_group => (-1, 7))")) {
                QueryPlan plan = plan(what, delta);
                check(
                        what + " " + plan.noises(),
                        errors(plan, sums(0), ReleasedLawTest::number, 31),
                        plan.noises().get(0),
                        scale(plan, 0));
            }
        }
    }

    /** The count is so large that its own noise is not seen. */
    @Test
    void theSumBehindAMeanHasTheNoiseOfItsPlan() {
        QueryPlan plan = plan("AVG(x BETWEEN 0 AND 4)", 0);
        double count = 0x1p40;
        double[] errors = errors(plan, sums(0, 1L << 40), cell -> (number(cell) - 2) * count, 32);
        check("AVG " + plan.noises(), errors, plan.noises().get(0), scale(plan, 0));
    }

    @Test
    void vectorsHaveTheNoiseOfTheirPlan() {
        QueryPlan plan = plan("VECTOR_SUM(x, y, l2_bound => 3)", 1e-6);
        for (int coordinate : SLOW ? new int[] {0, 1} : new int[] {1}) {
            double[] errors = errors(
                    plan,
                    sums(0, 0),
                    cell -> ((Cell.Numbers) cell).estimates().get(coordinate).value(),
                    33 + coordinate);
            check("VECTOR_SUM " + plan.noises(), errors, plan.noises().get(0), scale(plan, 0));
        }
    }

    @Test
    void binsOfHistogramsAndNodesOfTreesHaveTheNoiseOfTheirPlan() {
        for (String what : List.of("HISTOGRAM(x, bins => (0, 1))", "MEDIAN(x BETWEEN 0 AND 1)"))
            for (double delta : SLOW ? new double[] {0, 1e-6} : new double[] {1e-6}) {
                QueryPlan plan = plan(what, delta);
                Part.Tree tree = (Part.Tree) plan.layout().parts().get(0);
                GridNoise noise = GridNoise.of(plan.noises().get(0), tree.cells());
                RandomSource random = Tapes.seeded(35);
                double[] errors = new double[DRAWS];
                NoisyTree counts = new NoisyTree(tree, Map.of(), noise, random);
                for (int i = 0; i < DRAWS; i++) {
                    if (i % tree.leaves() == 0) counts = new NoisyTree(tree, Map.of(), noise, random);
                    errors[i] = counts.count(tree.levels() - 1, i % tree.leaves());
                }
                check(what + " " + plan.noises(), errors, plan.noises().get(0), scale(plan, 0));
            }
    }

    @Test
    void meansOfBlocksHaveTheNoiseOfTheirPlan() {
        for (double delta : SLOW ? new double[] {0, 1e-6} : new double[] {0}) {
            QueryPlan plan = plan("SAMPLE_AND_AGGREGATE(MEDIAN(x), blocks => 20, bounds => (-2, 6))", delta);
            double[] errors =
                    errors(plan, new Integers.Group(List.of(), List.of(Map.of())), cell -> number(cell) - 2, 36);
            check("blocks " + plan.noises(), errors, plan.noises().get(0), scale(plan, 0));
        }
    }

    /** Blocks that agree by a margin are answered as often as the noise on the margin says; without a margin hardly ever. */
    @Test
    void agreementIsToldAsOftenAsItsLawSays() {
        QueryPlan plan = plan("PROPOSE_TEST_RELEASE(MEDIAN(x), blocks => 400, width => 1)", 1e-3);
        long threshold = Objects.requireNonNull(plan.thresholds().get(0));
        Map<Integer, BigInteger> close = Map.of(3, BigInteger.valueOf(2 * threshold - 9), 4, BigInteger.ONE);
        long distance = Part.BlockVotes.distance(close).longValueExact();
        assertThat(distance).isEqualTo(threshold - 6);
        RandomSource random = Tapes.seeded(37);
        int told = 0;
        int runs = 100_000;
        for (int i = 0; i < runs; i++) {
            Integers integers = new Integers(Map.of(List.of(), new Integers.Group(List.of(), List.of(close))));
            Cell cell = Releaser.release(plan, integers, random)
                    .value()
                    .rows()
                    .get(0)
                    .get(0);
            if (cell instanceof Cell.Number number) {
                told++;
                assertThat(number.estimate().value()).isEqualTo(3.5);
            }
        }
        // P(noise >= 6), from the probability that one unit's key is shown at threshold 7
        double expected = new KeySelection(plan.noises().get(0), 0.5, 7).ofOne();
        assertThat(told / (double) runs).isBetween(expected - 0.006, expected + 0.006);
        // a tie can be told by luck alone
        assertThat(Part.BlockVotes.distance(Map.of(1, BigInteger.TEN, 2, BigInteger.TEN)))
                .isZero();
        double luck = new KeySelection(plan.noises().get(0), 0.5, threshold + 1).ofOne();
        assertThat(luck).isLessThanOrEqualTo(5e-4);
    }
}
