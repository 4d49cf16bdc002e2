package io.sordino.theorem.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Claim;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.loss.Change;
import io.sordino.loss.Loss;
import io.sordino.loss.Profile;
import io.sordino.loss.allocation.PoissonReductionProfile;
import io.sordino.loss.allocation.RateTailBounds;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.Known;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random allocation bounded by sampled steps: against the exact law, and the events called rare against simulation. */
final class ReductionsTest {
    private static final List<String> NAMES = List.of(
            "BennettReduction", "RecursiveReduction", "PoissonReduction", "PoissonDecomposition", "GeometricMean");
    private static final Precision ROUGH = new Precision(1e-2);
    private final Accountant accountant = Accountant.standard();

    @ParameterizedTest
    @CsvSource({
        "1, 1000, 1, 1e-6",
        "1, 1000, 1, 1e-12",
        "2, 50, 1, 1e-5",
        "0.5, 100, 1, 1e-6",
        "5, 1000, 1, 1e-9",
        "10, 10000, 1, 1e-6",
        "1, 100, 10, 1e-6",
        "1.1, 235, 15, 1e-5",
        "4, 2000, 3, 1e-8"
    })
    void noBoundIsBelowTheTruthInEitherDirection(double sigma, long steps, long epochs, double delta) {
        Mechanism plan = Plans.parse(
                (epochs > 1 ? epochs + " * " : "") + "allocated(1, " + steps + ", gaussian(" + sigma + "))");
        Guarantee all = accountant.explain(plan, Relation.ADD_OR_REMOVE_ONE, delta, ROUGH);
        Map<Direction, Double> truth = new TreeMap<>();
        for (Claim claim : all.claims())
            if (claim.reach().boundsBelow())
                truth.merge(claim.direction(), claim.answer().lower(), Math::max);
        assertThat(truth).hasSize(2);
        int seen = 0;
        for (Claim claim : all.claims()) {
            String name = claim.why().theorem().name();
            if (!NAMES.contains(name)) continue;
            seen++;
            assertThat(claim.answer().upper())
                    .as("%s, %s", name, claim.direction())
                    .isGreaterThanOrEqualTo(truth.get(claim.direction()));
        }
        assertThat(seen).isGreaterThanOrEqualTo(epochs > 1 ? 6 : 9);
    }

    @ParameterizedTest
    @CsvSource({"1, 1000, 0.1", "1, 1000, 0.3", "3, 400, 0.02", "3, 400, 0.1", "2, 100, 0.3"})
    void noDeltaIsBelowTheTruthEither(double sigma, long steps, double epsilon) {
        Mechanism plan = Plans.parse("allocated(1, " + steps + ", gaussian(" + sigma + "))");
        for (Direction direction : Relation.ADD_OR_REMOVE_ONE.directions()) {
            List<Known> known = accountant
                    .knowledge(plan, Relation.ADD_OR_REMOVE_ONE, direction, ROUGH)
                    .known();
            double truth = known.get(0).loss().logDelta(epsilon).lower();
            int useful = 0;
            for (Known one : known) {
                double upper = one.loss().logDelta(epsilon).upper();
                assertThat(upper)
                        .as("%s, %s", one.why().theorem().name(), direction)
                        .isGreaterThanOrEqualTo(truth);
                if (one.loss() instanceof PoissonReductionProfile && upper < -1) useful++;
            }
            assertThat(useful).as("reductions that say something").isPositive();
        }
    }

    @Test
    void theyComeCloseWhereStepsAreMany() {
        Guarantee all = accountant.explain(
                Plans.parse("allocated(1, 10000, gaussian(10))"), Relation.ADD_OR_REMOVE_ONE, 1e-6, ROUGH);
        for (Claim claim : all.claims())
            if (claim.why().theorem().name().endsWith("Reduction"))
                assertThat(claim.answer().upper())
                        .isLessThan(1.15 * all.epsilon().upper());
    }

    /** How often a step is taken to hold the record with a chance above x/t, drawn without the record. */
    private static double seen(int steps, double sigma, double x, int runs, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int rare = 0;
        for (int run = 0; run < runs; run++) {
            double sum = 0;
            for (int i = 0; i < steps; i++) {
                if (sum + steps - i < steps / x) {
                    rare++;
                    break;
                }
                double u = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
                double z = u * Math.cos(2 * Math.PI * random.nextDouble());
                sum += Math.exp(z / sigma - 0.5 / (sigma * sigma));
            }
        }
        return rare / (double) runs;
    }

    @ParameterizedTest
    @CsvSource({"20, 1, 1.5", "50, 1, 1.5", "50, 0.7, 2", "200, 2, 1.1", "30, 4, 1.1"})
    void whatIsRareIsNoMoreFrequentThanSaid(int steps, double sigma, double x) {
        long seed = 20250218;
        int runs = 40_000;
        double frequency = seen(steps, sigma, x, runs, seed);
        System.out.println("seed " + seed + ": frequency " + frequency);
        Loss added = accountant
                .knowledge(
                        Plans.parse("allocated(1, " + steps + ", gaussian(" + sigma + "))"),
                        Relation.ADD_OR_REMOVE_ONE,
                        Direction.ADD,
                        ROUGH)
                .known()
                .get(0)
                .loss();
        DoubleUnaryOperator bennett = RateTailBounds.bennett(steps, 1 / sigma);
        DoubleUnaryOperator hoeffding = RateTailBounds.hoeffding(steps, 1 / sigma);
        DoubleUnaryOperator doob = RateTailBounds.ofAdded((Profile) added);
        double noise = 4 * Math.sqrt(frequency / runs) + 4.0 / runs;
        for (DoubleUnaryOperator bound : List.of(bennett, hoeffding, doob))
            assertThat(Math.exp(bound.applyAsDouble(x))).isGreaterThanOrEqualTo(frequency - noise);
        // the control: a bound on half as many steps that fall behind as far would be refuted, were it used for all of
        // them
        if (steps == 50 && sigma == 1)
            assertThat(Math.exp(8 * bennett.applyAsDouble(x))).isLessThan(frequency - noise);
    }

    @Test
    void everyEpochCountsWhatIsRare() {
        DoubleUnaryOperator rare = RateTailBounds.bennett(1000, 1);
        double one = new PoissonReductionProfile(1000, 1, Change.ADDED, rare, rate -> new GaussianPair(100 * rate))
                .epsilon(1e-6)
                .upper();
        double many = new PoissonReductionProfile(1000, 50, Change.ADDED, rare, rate -> new GaussianPair(100 * rate))
                .epsilon(1e-6)
                .upper();
        assertThat(many).isGreaterThan(one * 1.01);
    }

    @Test
    void whatIsRareCanNotBeBoughtOff() {
        // at a delta below what any rate leaves there is no answer
        Bracket none = new PoissonReductionProfile(2, 1, Change.ADDED, RateTailBounds.bennett(2, 1), GaussianPair::new)
                .epsilon(1e-9);
        assertThat(none.upper()).isInfinite();
    }
}
