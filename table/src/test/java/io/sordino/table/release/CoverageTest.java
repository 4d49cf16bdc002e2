package io.sordino.table.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.engine.Estimate;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import io.sordino.table.plan.Integers;
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
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Intervals hold as often as they say, and what is released has the noise that its plan names. */
class CoverageTest {
    private static final Schema SCHEMA = new Schema(List.of(new Column("x", Column.Kind.NUMBER, "\"x\"")));
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final int RUNS = SLOW ? 10_000 : 500;

    private static QueryPlan plan(String what, double epsilon, double delta, double rate) {
        Select select = SelectParser.parse("SELECT " + what + " AS a FROM data");
        Draft draft = new Draft(
                Optional.empty(),
                Optional.of(epsilon),
                Optional.of(delta),
                Optional.empty(),
                Optional.empty(),
                rate < 1 ? Optional.of(rate) : Optional.empty(),
                Map.of(),
                false,
                0.95);
        return Planner.plan(Accountant.standard(), Binder.bind(select, SCHEMA, draft.with(select)));
    }

    private static Estimate released(QueryPlan plan, List<BigInteger> sums, RandomSource random) {
        Integers integers = new Integers(Map.of(List.of(), new Integers.Group(sums, List.of())));
        Cell cell =
                Releaser.release(plan, integers, random).value().rows().get(0).get(0);
        return ((Cell.Number) cell).estimate();
    }

    private static double[] values(int n) {
        Random random = new Random(4);
        double[] values = new double[n];
        for (int i = 0; i < n; i++) values[i] = random.nextDouble() < 0.3 ? 10 : 0;
        return values;
    }

    /** Values that lie at the bounds are the worst ones: there intervals are as narrow as they may be. */
    @Test
    void intervalsHoldAsOftenAsTheySay() {
        RandomSource noise = Tapes.seeded(11);
        Random sampling = new Random(12);
        double[] values = values(4000);
        double sum = 0;
        for (double x : values) sum += x;
        double mean = sum / values.length;
        String bounds = "x, contribution_bounds_per_group => (0, 10)";
        Map<String, Double> truths =
                Map.of("COUNT(*)", 4000.0, "SUM(" + bounds + ")", sum, "AVG(" + bounds + ")", mean);
        for (double rate : new double[] {1, 0.1})
            for (double delta : new double[] {0, 1e-6})
                for (Map.Entry<String, Double> truth : truths.entrySet()) {
                    QueryPlan plan = plan(truth.getKey(), 0.5, delta, rate);
                    int held = 0;
                    for (int run = 0; run < RUNS; run++) {
                        Estimate estimate = released(plan, sampled(plan, values, rate, sampling), noise);
                        if (estimate.lower() <= truth.getValue() && truth.getValue() <= estimate.upper()) held++;
                    }
                    double slack = 4 * Math.sqrt(0.95 * 0.05 / RUNS);
                    // a mean adds up the reaches of two Laplace noises, which is wider than it would have to be
                    double most = truth.getKey().startsWith("AVG") ? 1 : 0.95 + slack + 0.01;
                    assertThat(held / (double) RUNS)
                            .as("%s at rate %s, delta %s", truth.getKey(), rate, delta)
                            .isBetween(0.95 - slack, most);
                }
    }

    private static List<BigInteger> sampled(QueryPlan plan, double[] values, double rate, Random random) {
        long[] sums = new long[plan.layout().parts().size()];
        for (double x : values) {
            if (rate < 1 && random.nextDouble() >= rate) continue;
            for (int i = 0; i < sums.length; i++) {
                Part.Scalar part = (Part.Scalar) plan.layout().parts().get(i);
                sums[i] += switch (part.bounding()) {
                    case COUNT, ONE -> 1;
                    case CLAMP -> Part.steps(x, part.exponent());
                    case SHRINK -> Part.steps(x - 5, part.exponent());
                };
            }
        }
        List<BigInteger> all = new ArrayList<>();
        for (long one : sums) all.add(BigInteger.valueOf(one));
        return all;
    }

    /** The mean square of the noise against that of the plan's law: a scale that is off by 2 % moves it by 4 %. */
    @Test
    void noiseIsThatOfThePlan() {
        int draws = SLOW ? 400_000 : 60_000;
        RandomSource random = Tapes.seeded(13);
        for (double delta : new double[] {0, 1e-6}) {
            QueryPlan plan = plan("SUM(x, contribution_bounds_per_group => (0, 10))", 0.7, delta, 1);
            double multiplier = plan.noises().get(0) instanceof Laplace laplace
                    ? Math.sqrt(2) * laplace.noiseMultiplier()
                    : ((Gaussian) plan.noises().get(0)).noiseMultiplier();
            double squares = 0;
            for (int i = 0; i < draws; i++) {
                double error = released(plan, List.of(BigInteger.valueOf(1L << 40)), random)
                                .value()
                        - ((Part.Scalar) plan.layout().parts().get(0)).value(0x1p40);
                squares += error * error;
            }
            double ratio = squares / draws / (100 * multiplier * multiplier);
            // four standard errors, for kurtosis 6
            double slack = 4 * Math.sqrt(5.0 / draws);
            assertThat(slack).isLessThan(0.04);
            assertThat(ratio).isBetween(1 - slack, 1 + slack);
        }
    }

    @Test
    void thePlanKeepsItsPromise() {
        for (double rate : new double[] {1, 0.01})
            for (double epsilon : new double[] {0.1, 1, 5}) {
                QueryPlan plan = plan("AVG(x, contribution_bounds_per_group => (0, 10))", epsilon, 1e-6, rate);
                assertThat(plan.guarantee().epsilon().upper()).isLessThanOrEqualTo(epsilon);
                // and no more noise than it takes
                assertThat(plan.guarantee().epsilon().lower()).isGreaterThan(0.98 * epsilon);
            }
    }
}
