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
import io.sordino.table.query.Rates;
import io.sordino.table.query.Schema;
import io.sordino.table.sql.Select;
import io.sordino.table.sql.SelectParser;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Intervals hold as often as they say, and what is released has the noise that its plan names. */
class CoverageTest {
    private static final Schema SCHEMA = new Schema(
            List.of(new Column("x", Column.Kind.NUMBER, "\"x\""), new Column("kind", Column.Kind.TEXT, "\"kind\"")));
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final int RUNS = SLOW ? 10_000 : 500;
    /** Four standard errors of a share. */
    private static final double SLACK = 4 * Math.sqrt(0.95 * 0.05 / RUNS);

    private static QueryPlan plan(String what, double epsilon, double delta, double rate) {
        return plan(what, epsilon, delta, rate < 1 ? Optional.of(rate) : Optional.empty(), Optional.empty());
    }

    private static QueryPlan plan(
            String what, double epsilon, double delta, Optional<Double> rate, Optional<Rates> rates) {
        Select select = SelectParser.parse("SELECT " + what + " AS a FROM data");
        Draft draft = new Draft(
                Optional.empty(),
                Optional.of(epsilon),
                Optional.of(delta),
                Optional.empty(),
                Optional.empty(),
                rate,
                Map.of(),
                rates,
                false,
                0.95,
                Optional.empty(),
                Optional.empty());
        return Planner.plan(Accountant.standard(), Binder.bind(select, SCHEMA, draft.with(select)));
    }

    private static Estimate released(QueryPlan plan, List<BigInteger> sums, RandomSource random) {
        return ofStrata(plan, List.of(integers(sums, List.of())), random);
    }

    private static Integers integers(List<BigInteger> sums, List<Map<Integer, BigInteger>> trees) {
        return new Integers(Map.of(List.of(), new Integers.Group(sums, trees)));
    }

    private static Estimate ofStrata(QueryPlan plan, List<Integers> strata, RandomSource random) {
        Cell cell = Releaser.release(plan, strata, random).value().rows().get(0).get(0);
        return ((Cell.Number) cell).estimate();
    }

    private interface Run {
        Estimate once();
    }

    /** How often an interval holds the truth. */
    private static double held(double truth, Run run) {
        int held = 0;
        for (int i = 0; i < RUNS; i++) {
            Estimate estimate = run.once();
            if (estimate.lower() <= truth && truth <= estimate.upper()) held++;
        }
        return held / (double) RUNS;
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
                    double held =
                            held(truth.getValue(), () -> released(plan, sampled(plan, values, rate, sampling), noise));
                    // a mean adds up the reaches of two Laplace noises, which is wider than it would have to be
                    double most = truth.getKey().startsWith("AVG") ? 1 : 0.95 + SLACK + 0.01;
                    assertThat(held)
                            .as("%s at rate %s, delta %s", truth.getKey(), rate, delta)
                            .isBetween(0.95 - SLACK, most);
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

    /** Two strata at rates that are far apart; in one of them all values lie at a bound. */
    @Test
    void intervalsOfStrataHold() {
        RandomSource noise = Tapes.seeded(21);
        Random sampling = new Random(22);
        Rates rates = Rates.parse("kind", "rare:0.5,*:0.05");
        double[] rare = new double[300];
        Arrays.fill(rare, 10);
        double[] rest = values(6000);
        double sum = 3000;
        for (double x : rest) sum += x;
        String bounds = "x, contribution_bounds_per_group => (0, 10)";
        Map<String, Double> truths =
                Map.of("COUNT(*)", 6300.0, "SUM(" + bounds + ")", sum, "AVG(" + bounds + ")", sum / 6300);
        truths.forEach((what, truth) -> {
            QueryPlan plan = plan(what, 1, 1e-6, Optional.empty(), Optional.of(rates));
            double held = held(
                    truth,
                    () -> ofStrata(
                            plan,
                            List.of(
                                    integers(sampled(plan, rare, 0.5, sampling), List.of()),
                                    integers(sampled(plan, rest, 0.05, sampling), List.of())),
                            noise));
            // each stratum has its share of what may be missed, so both together hold more often than said
            assertThat(held).as(what).isGreaterThanOrEqualTo(0.95 - SLACK);
        });
    }

    /** A rank is a sum of many noisy counts; of all of them, so the interval is wider than most data need. */
    @Test
    void intervalsOfQuantilesHold() {
        RandomSource noise = Tapes.seeded(31);
        Random sampling = new Random(32);
        Random random = new Random(33);
        double[] values = new double[20_000];
        // two lumps and a smooth part: the median lies at the foot of a lump
        for (int i = 0; i < values.length; i++)
            values[i] = i % 4 == 0 ? 3 : i % 4 == 1 ? 3.5 : 10 * random.nextDouble() * random.nextDouble();
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        for (double rate : new double[] {1, 0.2})
            for (double share : new double[] {0.1, 0.5, 0.9}) {
                String what = "QUANTILE(x, " + share + ", contribution_bounds_per_group => (0, 10))";
                QueryPlan plan = plan(what, 1, 1e-6, rate);
                double truth = sorted[(int) (share * sorted.length)];
                double held = held(
                        truth,
                        () -> ofStrata(
                                plan,
                                List.of(integers(
                                        List.of(),
                                        List.of(bins(
                                                (Part.Tree)
                                                        plan.layout().parts().get(0),
                                                values,
                                                rate,
                                                sampling)))),
                                noise));
                assertThat(held).as("%s at rate %s", what, rate).isGreaterThanOrEqualTo(0.95 - SLACK);
            }
    }

    private static Map<Integer, BigInteger> bins(Part.Tree tree, double[] values, double rate, Random random) {
        long[] counts = new long[tree.leaves()];
        for (double x : values)
            if (rate == 1 || random.nextDouble() < rate)
                counts[Math.min(tree.leaves() - 1, (int) Math.floor(x * tree.leaves() / 10))] += tree.fine();
        Map<Integer, BigInteger> bins = new HashMap<>();
        for (int i = 0; i < counts.length; i++) if (counts[i] > 0) bins.put(i, BigInteger.valueOf(counts[i]));
        return bins;
    }

    /** The interval is about the mean of what the blocks said, of which the noise is all that is not known. */
    @Test
    void intervalsOfBlocksHold() {
        RandomSource noise = Tapes.seeded(41);
        for (double delta : new double[] {0, 1e-6}) {
            QueryPlan plan = plan("SAMPLE_AND_AGGREGATE(MAX(x), blocks => 40, bounds => (0, 10))", 1, delta, 1);
            Part.BlockTotal part = (Part.BlockTotal) plan.layout().parts().get(0);
            BigInteger total = BigInteger.valueOf(Part.steps(40 * 1.7, part.exponent()));
            double held =
                    held(5 + 1.7, () -> ofStrata(plan, List.of(integers(List.of(), List.of(Map.of(0, total)))), noise));
            assertThat(held).isBetween(0.95 - SLACK, 0.95 + SLACK + 0.01);
        }
    }

    /** What is told is what most blocks have, and where no interval has far more than the next it is told as rarely as was promised. */
    @Test
    void proposalsThatPassAreRight() {
        RandomSource noise = Tapes.seeded(51);
        QueryPlan plan = plan("PROPOSE_TEST_RELEASE(MEDIAN(x), blocks => 60, width => 2)", 3, 1e-6, 1);
        int told = 0;
        int toldOfATie = 0;
        for (int i = 0; i < RUNS; i++) {
            if (agreed(plan, Map.of(3, BigInteger.valueOf(52), 4, BigInteger.valueOf(8)), noise)
                    instanceof Cell.Number number) {
                told++;
                assertThat(number.estimate().lower()).isEqualTo(6);
                assertThat(number.estimate().upper()).isEqualTo(8);
            }
            if (agreed(plan, Map.of(3, BigInteger.valueOf(31), 4, BigInteger.valueOf(29)), noise)
                    instanceof Cell.Number) toldOfATie++;
        }
        assertThat(told).isGreaterThan(RUNS / 2);
        assertThat(toldOfATie).isZero();
    }

    private static Cell agreed(QueryPlan plan, Map<Integer, BigInteger> votes, RandomSource noise) {
        return Releaser.release(plan, List.of(integers(List.of(), List.of(votes))), noise)
                .value()
                .rows()
                .get(0)
                .get(0);
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
