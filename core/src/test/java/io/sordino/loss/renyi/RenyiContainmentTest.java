package io.sordino.loss.renyi;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Change;
import io.sordino.loss.Contained;
import io.sordino.loss.FiniteLaws;
import io.sordino.loss.Pair;
import io.sordino.loss.RenyiConversion;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Renyi divergences of finite laws, which decimal arithmetic knows, inside what curves and moments say of them. */
class RenyiContainmentTest {
    private static final long SEED = 18111;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 10_000 : 300;

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** Laws from next to equal to far apart, some of them inside a sample. */
    private record Case(FiniteLaws truth, Pair pair, String what) {}

    private Case drawn() {
        double spread = Math.exp(random.nextDouble(-20, 4));
        FiniteLaws laws = FiniteLaws.random(random, 2 + random.nextInt(5), spread, false);
        String what = "spread " + spread + ", seed " + SEED;
        if (random.nextBoolean()) return new Case(laws, laws.pair(), what);
        double rate = Math.exp(random.nextDouble(-12, -0.01));
        Change change = random.nextBoolean() ? Change.ADDED : Change.REMOVED;
        return new Case(
                laws.sampled(rate, change),
                new PoissonPair(rate, change, laws.pair()),
                what + ", " + change + " at rate " + rate);
    }

    private double order() {
        return 1 + Math.exp(random.nextDouble(-4, 8));
    }

    @Test
    void curvesAndMomentsOfPairsHoldTheirDivergences() {
        for (int i = 0; i < CASES; i++) {
            Case drawn = drawn();
            double order = order();
            BigDecimal truth = drawn.truth.divergence(order);
            RenyiCurve curve = PairCurve.of(drawn.pair).orElseThrow();
            String what = drawn.what + ", order " + order;
            assertAtLeast(curve.at(order), truth, what);
            PairMoments moments = new PairMoments(drawn.pair, order);
            Contained.assertHolds(Bracket.of(moments.lower(), moments.upper(curve::at)), truth, what);
        }
    }

    @Test
    void theLargestLossIsNotBelowItself() {
        for (int i = 0; i < CASES; i++) {
            Case drawn = drawn();
            RenyiCurve curve = PairCurve.of(drawn.pair).orElseThrow();
            BigDecimal largest = drawn.truth.largestLoss();
            assertAtLeast(curve.at(Double.POSITIVE_INFINITY), largest, drawn.what);
            assertAtLeast(RenyiConversion.epsilon(curve, 0), largest.max(BigDecimal.ZERO), drawn.what);
            Contained.assertHolds(drawn.pair.epsilon(0), largest.max(BigDecimal.ZERO), drawn.what + ", delta 0");
        }
    }

    @Test
    void pureAndListedCurvesHoldResponses() {
        for (int i = 0; i < CASES; i++) {
            double epsilon = Math.exp(random.nextDouble(-20, 4));
            FiniteLaws response = FiniteLaws.response(epsilon);
            double order = order();
            String what = epsilon + ", order " + order + ", seed " + SEED;
            assertAtLeast(new PureCurve(epsilon).at(order), response.divergence(order), what);
            // known at three orders, asked between them
            List<Double> orders = new ArrayList<>();
            List<Double> divergences = new ArrayList<>();
            for (double factor : new double[] {0.5, 1.7, 2.9}) {
                double at = 1 + factor * (order - 1);
                orders.add(at);
                divergences.add(up(response.divergence(at)));
            }
            ListedOrdersCurve listed = new ListedOrdersCurve(orders, divergences);
            assertAtLeast(listed.at(order), response.divergence(order), what + ", listed");
        }
    }

    /** From divergences to deltas: what every order proves is no less than what the laws have. */
    @Test
    void convertedCurvesHoldDeltas() {
        for (int i = 0; i < CASES; i++) {
            Case drawn = drawn();
            RenyiCurve curve = PairCurve.of(drawn.pair).orElseThrow();
            double epsilon = drawn.truth.lossMax() * random.nextDouble(-0.5, 1.05);
            BigDecimal delta = drawn.truth.delta(epsilon);
            assertThat(Contained.isHeld(curve.logDelta(epsilon), delta.max(BigDecimal.ZERO)))
                    .as("%s at epsilon %s", drawn.what, epsilon)
                    .isTrue();
        }
    }

    /** The control: a curve of which a billionth is missing. */
    @Test
    void aCurveThatIsALittleLowIsSeen() {
        for (int i = 0; i < 50; i++) {
            FiniteLaws laws = FiniteLaws.random(random, 4, random.nextDouble(1, 5), false);
            double order = 1 + random.nextDouble(1, 20);
            BigDecimal truth = laws.divergence(order);
            double low = PairCurve.of(laws.pair()).orElseThrow().at(order) * (1 - 1e-9);
            if (truth.doubleValue() > 1e-3)
                assertThat(Contained.isAtLeast(low, truth)).as("seed %s", SEED).isFalse();
        }
    }

    private static double up(BigDecimal value) {
        return Math.nextUp(value.doubleValue());
    }

    private static void assertAtLeast(double found, BigDecimal truth, String what) {
        assertThat(Contained.isAtLeast(found, truth))
                .as("%s: %s for %s", what, found, truth.doubleValue())
                .isTrue();
    }

    @Test
    void laplaceCurvesHoldTheirIntegrals() {
        for (int i = 0; i < CASES; i++) {
            double theta = Math.exp(random.nextDouble(-20, 4));
            double order = order();
            BigDecimal a = Oracle.big(order);
            BigDecimal m = a.subtract(BigDecimal.ONE);
            BigDecimal t = Oracle.big(theta);
            BigDecimal first = a.multiply(Oracle.exp(m.multiply(t), Contained.DIGITS), Contained.MC);
            BigDecimal second = m.multiply(Oracle.exp(a.multiply(t).negate(), Contained.DIGITS), Contained.MC);
            BigDecimal moment = first.add(second).divide(a.add(m), Contained.MC);
            BigDecimal truth = Oracle.log(moment, 50).divide(m, Contained.MC);
            assertAtLeast(new LaplaceCurve(theta).at(order), truth, theta + ", order " + order + ", seed " + SEED);
        }
    }
}
