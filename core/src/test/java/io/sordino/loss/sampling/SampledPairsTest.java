package io.sordino.loss.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sordino.loss.Change;
import io.sordino.loss.Contained;
import io.sordino.loss.FiniteLaws;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Pairs of samples against laws that are mixed in sixty digits: no slack is given. */
class SampledPairsTest {
    private static final long SEED = 1526;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 5_000 : 80;

    private final SplittableRandom random = new SplittableRandom(SEED);

    private double rate() {
        return random.nextInt(3) == 0 ? random.nextDouble(0.3, 0.999) : Math.exp(random.nextDouble(-20, -0.5));
    }

    private static void assertSides(Pair pair, FiniteLaws truth, double epsilon, String what) {
        FiniteLaws made = FiniteLaws.of(pair);
        // its masses and losses are off by what it states, to either side
        double off = 2 * pair.edgeError(epsilon) + 16 * Math.ulp(1 + Math.abs(epsilon));
        BigDecimal error = Oracle.big(2 * pair.massError() + 1e-15);
        BigDecimal most = made.delta(epsilon - off).multiply(BigDecimal.ONE.add(error), Contained.MC);
        BigDecimal least = made.delta(epsilon + off).multiply(BigDecimal.ONE.subtract(error), Contained.MC);
        assertThat(most).as(what).isGreaterThanOrEqualTo(truth.delta(epsilon));
        assertThat(least).as(what).isLessThanOrEqualTo(truth.delta(epsilon));
    }

    @Test
    void samplesOfFiniteLawsAreHeld() {
        System.out.println("seed " + SEED);
        for (int i = 0; i < CASES; i++) {
            FiniteLaws base = FiniteLaws.random(random, 2 + random.nextInt(6), i % 4 == 0 ? 30 : 3, i % 3 == 0);
            double rate = rate();
            for (Change change : Change.values()) {
                FiniteLaws truth = base.sampled(rate, change);
                PoissonPair pair = new PoissonPair(rate, change, base.pair(), Side.UPPER);
                for (int k = 0; k < 5; k++) {
                    double epsilon = (k % 2 == 0 ? pair.lossMax() : -pair.lossMin()) * random.nextDouble(-1.3, 1.2);
                    // next to what no loss of an added record is above
                    if (k == 3) epsilon = -Math.log1p(-rate) * (1 - Math.exp(random.nextDouble(-33, -3)));
                    if (k == 4)
                        epsilon = pair.atoms()
                                .get(random.nextInt(pair.atoms().size()))
                                .loss();
                    String what =
                            "seed " + SEED + ", case " + i + ", " + change + " at rate " + rate + " and " + epsilon;
                    Bracket log = pair.logDelta(epsilon);
                    BigDecimal delta = truth.delta(epsilon);
                    Contained.assertHeld(log, delta, what);
                    if (delta.doubleValue() > 1e-6 * rate)
                        assertThat(log.width()).as(what).isLessThan(1e-6);
                    assertSides(pair, truth, epsilon, what);
                }
                if (change == Change.REMOVED) assertThat(pair.missing()).isEqualTo(Bracket.exactly(0));
                else assertThat(pair.infinity()).isEqualTo(Bracket.exactly(0));
                BigDecimal whole = FiniteLaws.of(pair).ofP();
                assertThat(whole.subtract(BigDecimal.ONE).abs().doubleValue()).isLessThan(1e-14);
            }
        }
    }

    /** A threshold test at an output z, which attains delta where z has loss epsilon. */
    private static BigDecimal tested(double epsilon, BigDecimal p, BigDecimal q) {
        return p.subtract(Oracle.exp(Oracle.big(epsilon), 90).multiply(q));
    }

    private static BigDecimal tail(double z, double shift) {
        return Oracle.normalSf(Oracle.big(z).subtract(Oracle.big(shift)), 90);
    }

    private static BigDecimal mixed(double rate, BigDecimal in, BigDecimal out) {
        return Oracle.big(rate)
                .multiply(in)
                .add(BigDecimal.ONE.subtract(Oracle.big(rate)).multiply(out));
    }

    /** The place where a rising loss is epsilon, to an ulp: a test there is worth delta up to the square of that. */
    private static double place(DoubleUnaryOperator loss, double epsilon) {
        double low = -60;
        double high = 60;
        for (int i = 0; i < 120; i++) {
            double middle = (low + high) / 2;
            if (loss.applyAsDouble(middle) < epsilon) low = middle;
            else high = middle;
        }
        return high;
    }

    /** delta up to 1e-20 of itself is what a test at the right place attains; both ends are a little farther. */
    private static void assertAttained(Bracket log, BigDecimal attained, String what) {
        if (!(attained.doubleValue() > 1e-200)) return;
        BigDecimal truth = Oracle.log(attained, 50);
        assertThat(Contained.isAtLeast(log.upper(), truth))
                .as(what + ": " + truth + " in " + log)
                .isTrue();
        assertThat(Contained.isAtMost(log.lower(), truth.add(BigDecimal.ONE.movePointLeft(18))))
                .as(what + ": " + truth + " in " + log)
                .isTrue();
    }

    @Test
    void samplesOfGaussianNoiseAreHeld() {
        for (int i = 0; i < CASES; i++) {
            double rate = rate();
            double mu = Math.exp(random.nextDouble(-2, 1.5));
            double z = mu / 2 + random.nextDouble(-3, 6);
            double ratio = Math.exp(mu * (z - mu / 2));
            for (Change change : Change.values()) {
                double epsilon =
                        change == Change.REMOVED ? Math.log1p(rate * (ratio - 1)) : -Math.log1p(rate * (1 / ratio - 1));
                BigDecimal with = tail(z, mu);
                BigDecimal without = tail(z, 0);
                BigDecimal attained = change == Change.REMOVED
                        ? tested(epsilon, mixed(rate, with, without), without)
                        : tested(epsilon, with, mixed(rate, without, with));
                Pair pair = new PoissonPair(rate, change, GaussianPair.of(mu));
                String what = "seed " + SEED + ", " + change + ", rate " + rate + ", mu " + mu + " at " + epsilon;
                assertThat(Contained.isAtLeast(
                                pair.logDelta(epsilon).upper(), Oracle.log(attained.max(Oracle.big(1e-300)), 50)))
                        .as(what)
                        .isTrue();
                if (attained.doubleValue() > 1e-12 * rate)
                    assertThat(pair.logDelta(epsilon).lower())
                            .as(what)
                            .isLessThan(Math.log(attained.doubleValue()) + 1e-7);
                // the cell from this loss on, under both laws
                double[] p = new double[1];
                double[] q = new double[1];
                pair.cells(new double[] {epsilon, Double.POSITIVE_INFINITY}, p, q);
                double ofP = (change == Change.REMOVED ? mixed(rate, with, without) : with).doubleValue();
                double ofQ = (change == Change.REMOVED ? without : mixed(rate, without, with)).doubleValue();
                double odds = rate * (change == Change.REMOVED ? ratio : 1 / ratio);
                double slope = odds / (1 - rate + odds);
                // next to an end of the range an output has no loss that a double tells from its neighbours'
                double doubt = 1e-12 + 40 * (pair.edgeError(epsilon) + Math.ulp(epsilon)) / (mu * slope);
                if (!(doubt < 1e-9)) continue;
                assertThat(p[0]).as(what).isCloseTo(ofP, within(doubt * ofP + 1e-300));
                assertThat(q[0]).as(what).isCloseTo(ofQ, within(doubt * ofQ + 1e-300));
            }
        }
    }

    /** One record moves from 1 to -1, Gaussian noise: (1-q) N(0) + q N(mu) against (1-q) N(0) + q N(-mu). */
    @Test
    void replacedRecordsInGaussianNoiseAreHeld() {
        for (int i = 0; i < CASES / 2; i++) {
            double rate = Math.exp(random.nextDouble(-9, -0.1));
            double sigma = Math.exp(random.nextDouble(-3, 3));
            double mu = 1 / sigma;
            double z = random.nextDouble(0, 5) + (i % 2 == 0 ? mu : 0);
            double a = rate / (1 - rate) * Math.exp(-mu * mu / 2);
            double epsilon = Math.log1p(a * Math.exp(mu * z)) - Math.log1p(a * Math.exp(-mu * z));
            if (!(epsilon > 0 && epsilon < 600)) continue;
            BigDecimal exact = BigDecimal.ONE.divide(Oracle.big(sigma), Contained.MC);
            double at = place(x -> Math.log1p(a * Math.exp(mu * x)) - Math.log1p(a * Math.exp(-mu * x)), epsilon);
            BigDecimal p = mixed(rate, Oracle.normalSf(Oracle.big(at).subtract(exact), 90), tail(at, 0));
            BigDecimal q = mixed(rate, Oracle.normalSf(Oracle.big(at).add(exact), 90), tail(at, 0));
            assertAttained(
                    new GaussianReplacePair(rate, mu).logDelta(epsilon),
                    tested(epsilon, p, q),
                    "seed " + SEED + ", rate " + rate + ", sigma " + sigma + " at " + epsilon);
        }
    }

    /** Several records of a group may be in the sample: a mixture of shifts against none. */
    @Test
    void groupsInGaussianNoiseAreHeld() {
        for (int i = 0; i < CASES / 2; i++) {
            double mu = Math.exp(random.nextDouble(-2, 1));
            double share = random.nextDouble(0.05, 0.95);
            List<Double> logs = List.of(Math.log(share), Math.log1p(-share));
            double z = random.nextDouble(-1, 6);
            DoubleUnaryOperator loss =
                    x -> Math.log(share * Math.exp(mu * (x - mu / 2)) + (1 - share) * Math.exp(2 * mu * (x - mu)));
            double epsilon = loss.applyAsDouble(z);
            if (!(Math.abs(epsilon) < 300)) continue;
            double at = place(loss, epsilon);
            BigDecimal in = mixed(share, tail(at, mu), tail(at, 2 * mu));
            GaussianMixturePair pair =
                    new GaussianMixturePair(logs, 4 * Math.ulp(1.0), List.of(mu, 2 * mu), Change.REMOVED);
            String what = "seed " + SEED + ", share " + share + ", mu " + mu + " at " + epsilon;
            assertAttained(pair.logDelta(epsilon), tested(epsilon, in, tail(at, 0)), what);
            // the other way round outputs below a place have the larger losses
            BigDecimal out = BigDecimal.ONE.subtract(tail(at, 0));
            GaussianMixturePair added =
                    new GaussianMixturePair(logs, 4 * Math.ulp(1.0), List.of(mu, 2 * mu), Change.ADDED);
            assertAttained(
                    added.logDelta(-epsilon), tested(-epsilon, out, BigDecimal.ONE.subtract(in)), what + ", added");
        }
    }

    /** A record that is hit several times, and pulls another way than its replacement; more hits than are listed are lost. */
    @Test
    void cornersInGaussianNoiseAreHeld() {
        for (int i = 0; i < CASES / 2; i++) {
            double mu = Math.exp(random.nextDouble(-3, 1));
            double back = i % 4 == 0 ? mu : mu * random.nextDouble(0.01, 1);
            double any = Math.exp(random.nextDouble(-7, -0.1));
            List<Double> hits = i % 2 == 0 ? List.of(any) : List.of(0.7 * any, 0.2 * any, 0.05 * any);
            double rest = i % 3 == 0 ? 0.001 * any : 0;
            CornerPair pair = new CornerPair(hits, rest, mu, back);
            double z = random.nextDouble(-2, 5);
            double epsilon = logOfCorner(hits, rest, mu, back, z);
            if (!(Math.abs(epsilon) < 300)) continue;
            double at = place(x -> logOfCorner(hits, rest, mu, back, x), epsilon);
            BigDecimal none = BigDecimal.ONE.subtract(Oracle.big(rest));
            for (double hit : hits) none = none.subtract(Oracle.big(hit));
            BigDecimal p = none.multiply(tail(at, 0));
            BigDecimal q = p;
            for (int k = 1; k <= hits.size(); k++) {
                p = p.add(Oracle.big(hits.get(k - 1)).multiply(tail(at, k * mu)));
                q = q.add(Oracle.big(hits.get(k - 1)).multiply(tail(at, -(k - 1) * mu - back)));
            }
            String what = "seed " + SEED + ", " + pair + " at " + epsilon;
            BigDecimal attained = tested(epsilon, p, q).add(Oracle.big(rest));
            Bracket log = pair.logDelta(epsilon);
            assertAttained(log, attained, what);
            if (rest == 0 && attained.doubleValue() > 1e-12 * any)
                assertThat(log.width()).as(what).isLessThan(1);
            double[] ofP = {7};
            double[] ofQ = {7};
            pair.cells(new double[] {epsilon, Double.POSITIVE_INFINITY}, ofP, ofQ);
            double slope = (logOfCorner(hits, rest, mu, back, at + 1e-3) - epsilon) / 1e-3;
            double doubt = 1e-12 + 40 * (pair.edgeError(epsilon) + Math.ulp(epsilon)) / slope;
            if (!(doubt < 1e-9)) continue;
            assertThat(ofP[0]).as(what).isCloseTo(p.doubleValue(), within(doubt * p.doubleValue()));
            assertThat(ofQ[0]).as(what).isCloseTo(q.doubleValue(), within(doubt * q.doubleValue()));
            assertThat(pair.infinity()).isEqualTo(Bracket.exactly(rest));
        }
        assertThatThrownBy(() -> new CornerPair(List.of(0.5), 0.5, 1, 1)).hasMessageContaining("hit");
        assertThatThrownBy(() -> new CornerPair(0, 1, 1)).hasMessageContaining("hit");
        assertThatThrownBy(() -> new CornerPair(0.5, 1, 1.01)).hasMessageContaining("back");
        assertThatThrownBy(() -> new CornerPair(0.5, 1, 0)).hasMessageContaining("back");
    }

    private static double logOfCorner(List<Double> hits, double rest, double mu, double back, double z) {
        double ahead = -rest;
        double behind = -rest;
        for (int k = 1; k <= hits.size(); k++) {
            double m = k * mu;
            double b = -(k - 1) * mu - back;
            ahead += hits.get(k - 1) * Math.expm1(m * (z - m / 2));
            behind += hits.get(k - 1) * Math.expm1(b * (z - b / 2));
        }
        return Math.log1p(ahead) - Math.log1p(behind);
    }

    /** Laplace noise and a record that moves from 1 to -1: tests at places between 0 and 1. */
    @Test
    void replacedRecordsInLaplaceNoiseAreHeld() {
        for (int i = 0; i < CASES; i++) {
            double rate = Math.exp(random.nextDouble(-9, -0.1));
            double theta = Math.exp(random.nextDouble(-4, 3));
            LaplaceReplacePair pair = new LaplaceReplacePair(rate, theta);
            double logC = Math.log1p(rate * Math.expm1(-theta));
            double z = i % 4 == 0 ? 1 - Math.exp(random.nextDouble(-20, 0)) : random.nextDouble();
            double epsilon = Math.log1p(rate * Math.expm1(theta * (2 * z - 1))) - logC;
            if (!(epsilon > 0)) continue;
            BigDecimal half = new BigDecimal("0.5");
            BigDecimal scale = Oracle.big(theta);
            BigDecimal none =
                    Oracle.exp(scale.multiply(Oracle.big(z)).negate(), 90).multiply(half);
            BigDecimal up = BigDecimal.ONE.subtract(
                    Oracle.exp(scale.multiply(Oracle.big(z).subtract(BigDecimal.ONE)), 90)
                            .multiply(half));
            BigDecimal down = Oracle.exp(
                            scale.multiply(Oracle.big(z).add(BigDecimal.ONE)).negate(), 90)
                    .multiply(half);
            BigDecimal attained = tested(epsilon, mixed(rate, up, none), mixed(rate, down, none));
            String what = "seed " + SEED + ", " + pair + " at " + epsilon;
            Bracket log = pair.logDelta(epsilon);
            if (attained.signum() > 0)
                assertThat(Contained.isAtLeast(log.upper(), Oracle.log(attained, 50)))
                        .as(what)
                        .isTrue();
            if (attained.doubleValue() > 1e-4 * rate) assertAttained(log, attained, what);
            assertThat(pair.logDelta(2 * pair.lossMax()).upper()).isEqualTo(Double.NEGATIVE_INFINITY);
        }
    }

    /** e^(theta z) of the output z between 0 and 1 with a loss, where a record moves from 1 to -1. */
    private static BigDecimal grown(double rate, double theta, BigDecimal loss) {
        BigDecimal in = Oracle.big(rate);
        BigDecimal scale = Oracle.exp(Oracle.big(theta), Contained.DIGITS);
        BigDecimal least = BigDecimal.ONE.subtract(in).add(in.divide(scale, Contained.MC));
        BigDecimal moved = Oracle.exp(loss, Contained.DIGITS).multiply(least).subtract(BigDecimal.ONE);
        BigDecimal ratio = BigDecimal.ONE.add(moved.divide(in, Contained.MC));
        return ratio.multiply(scale).sqrt(Contained.MC);
    }

    @Test
    void cellsOfReplacedRecordsInLaplaceNoiseAreHeld() {
        for (int i = 0; i < CASES; i++) {
            double rate = Math.exp(random.nextDouble(-7, -0.1));
            double theta = Math.exp(random.nextDouble(-3, 3));
            LaplaceReplacePair pair = new LaplaceReplacePair(rate, theta);
            double[] edges = new double[6];
            for (int k = 0; k < edges.length; k++) edges[k] = pair.lossMax() * (0.05 + 0.9 * random.nextDouble());
            Arrays.sort(edges);
            // narrow ones show where their edges are
            edges[1] = edges[0] + (edges[1] - edges[0]) * 1e-9;
            BigDecimal in = Oracle.big(rate);
            BigDecimal far = in.divide(Oracle.exp(Oracle.big(theta), Contained.DIGITS), Contained.MC);
            BigDecimal half = new BigDecimal("0.5");
            Contained.assertCells(
                    pair,
                    edges,
                    (from, to) -> {
                        BigDecimal a = grown(rate, theta, from);
                        BigDecimal b = grown(rate, theta, to);
                        return half.multiply(far.multiply(b.subtract(a))
                                .add(BigDecimal.ONE.subtract(in).multiply(inverses(a, b))));
                    },
                    (from, to) -> half.multiply(BigDecimal.ONE
                            .subtract(in)
                            .add(far)
                            .multiply(inverses(grown(rate, theta, from), grown(rate, theta, to)))),
                    "seed " + SEED + ", " + pair);
            // and they are known to a few ulps
            double steepest = pair.edgeError(pair.lossMax()) / Math.ulp(1.0);
            assertThat(steepest).isLessThan(200 * (1 + theta));
        }
    }

    private static BigDecimal inverses(BigDecimal a, BigDecimal b) {
        return BigDecimal.ONE.divide(a, Contained.MC).subtract(BigDecimal.ONE.divide(b, Contained.MC));
    }

    /** Discrete Laplace noise: three outcomes, a record above 0, at it and below it. */
    @Test
    void replacedRecordsInDiscreteLaplaceNoiseAreHeld() {
        for (int i = 0; i < CASES; i++) {
            double rate = rate();
            double scale = Math.exp(random.nextDouble(-1, 4));
            BigDecimal ratio = Oracle.exp(
                    BigDecimal.ONE.divide(Oracle.big(scale), Contained.MC).negate(), 60);
            BigDecimal in = Oracle.big(rate);
            BigDecimal out = BigDecimal.ONE.subtract(in);
            BigDecimal norm = BigDecimal.ONE.add(ratio);
            BigDecimal far = out.multiply(ratio).add(in).divide(norm, Contained.MC);
            BigDecimal near = ratio.multiply(out.add(in.multiply(ratio))).divide(norm, Contained.MC);
            BigDecimal middle = BigDecimal.ONE.subtract(far).subtract(near);
            Pair pair = DiscreteReplacePair.laplace(rate, scale);
            double epsilon = pair.lossMax() * random.nextDouble(-1.2, 1);
            BigDecimal order = Oracle.exp(Oracle.big(epsilon), 60);
            BigDecimal delta = far.subtract(order.multiply(near))
                    .max(BigDecimal.ZERO)
                    .add(middle.subtract(order.multiply(middle)).max(BigDecimal.ZERO))
                    .add(near.subtract(order.multiply(far)).max(BigDecimal.ZERO));
            Contained.assertHeld(
                    pair.logDelta(epsilon),
                    delta,
                    "seed " + SEED + ", rate " + rate + ", scale " + scale + " at " + epsilon);
        }
    }

    /** Discrete Gaussian noise, integer by integer. */
    @Test
    void replacedRecordsInDiscreteGaussianNoiseAreHeld() {
        for (int i = 0; i < CASES / 4; i++) {
            double rate = Math.exp(random.nextDouble(-9, -0.1));
            double sigma = Math.exp(random.nextDouble(-2, 1.5));
            Pair pair = DiscreteReplacePair.gaussian(rate, sigma);
            int reach = 2 + (int) (16 * sigma);
            BigDecimal[] weight = new BigDecimal[2 * reach + 3];
            BigDecimal norm = BigDecimal.ZERO;
            BigDecimal variance = Oracle.big(sigma).pow(2);
            for (int z = 0; z < weight.length; z++) {
                BigDecimal x = BigDecimal.valueOf(z - reach - 1L);
                weight[z] =
                        Oracle.exp(x.multiply(x).divide(variance.multiply(BigDecimal.valueOf(-2)), Contained.MC), 60);
                norm = norm.add(weight[z]);
            }
            double epsilon =
                    random.nextDouble(-1, 1) * Math.min(20, Math.log1p(rate * Math.expm1(Math.min(700, 4 / sigma))));
            BigDecimal order = Oracle.exp(Oracle.big(epsilon), 60);
            BigDecimal delta = BigDecimal.ZERO;
            for (int z = 1; z + 1 < weight.length; z++) {
                BigDecimal p = mixed(rate, weight[z - 1], weight[z]);
                BigDecimal q = mixed(rate, weight[z + 1], weight[z]);
                delta = delta.add(p.subtract(order.multiply(q)).max(BigDecimal.ZERO), Contained.MC);
            }
            delta = delta.divide(norm, Contained.MC);
            // what lies beyond is less than 1e-50
            String what = "seed " + SEED + ", rate " + rate + ", sigma " + sigma + " at " + epsilon;
            if (delta.doubleValue() > 1e-30) Contained.assertHeld(pair.logDelta(epsilon), delta, what);
        }
    }

    @Test
    void mixturesAndKnownSamplesAreHeld() {
        for (int i = 0; i < CASES; i++) {
            FiniteLaws one = FiniteLaws.random(random, 2 + random.nextInt(4), 3, i % 3 == 0);
            FiniteLaws other = FiniteLaws.random(random, 2 + random.nextInt(4), 3, i % 4 == 0);
            double rate = rate();
            FiniteLaws truth = FiniteLaws.either(rate, one, other);
            MixturePair mixture =
                    new MixturePair(List.of(rate, Math.nextUp(1 - rate)), List.of(one.pair(), other.pair()), 0);
            KnownSamplePair known = new KnownSamplePair(rate, one.pair());
            FiniteLaws told = FiniteLaws.either(rate, one, FiniteLaws.of(AtomicPair.equal()));
            for (int k = 0; k < 4; k++) {
                double epsilon = mixture.lossMax() * random.nextDouble(-1.2, 1.2);
                String what = "seed " + SEED + ", case " + i + " at " + epsilon;
                assertThat(Contained.isHeld(
                                Bracket.of(
                                        Double.NEGATIVE_INFINITY,
                                        mixture.logDelta(epsilon).upper()),
                                truth.delta(epsilon)))
                        .as(what)
                        .isTrue();
                assertSides(mixture, truth, epsilon, what);
                Contained.assertHeld(known.logDelta(epsilon), told.delta(epsilon), what);
                assertSides(known, told, epsilon, what);
                double delta = Math.exp(random.nextDouble(-12, -1));
                Bracket found = known.epsilon(delta);
                if (found.upper() < 1e6)
                    assertThat(told.delta(found.upper())).as(what).isLessThanOrEqualTo(Oracle.big(delta));
                if (found.lower() > 0 && found.lower() < 1e6)
                    assertThat(told.delta(found.lower())).as(what).isGreaterThanOrEqualTo(Oracle.big(delta));
            }
            // what none of the pairs covers is lost
            MixturePair short1 = new MixturePair(List.of(rate), List.of(one.pair()), 1 - rate);
            assertThat(short1.infinity().upper()).isGreaterThanOrEqualTo(1 - rate);
            assertThat(Math.exp(short1.logDelta(0).upper())).isGreaterThanOrEqualTo(1 - rate);
        }
        for (double rate : new double[] {0, 1, Double.NaN}) {
            assertThatThrownBy(() -> new KnownSamplePair(rate, AtomicPair.equal()))
                    .hasMessageContaining("rate");
            assertThatThrownBy(() -> new PoissonPair(rate, Change.ADDED, AtomicPair.equal()))
                    .hasMessageContaining("rate");
        }
    }

    /** e^epsilon times a normal tail, also where one of the two is no double: as near as it says, and it says little. */
    @Test
    void grownTailsAreAsNearAsTheySay() {
        for (int i = 0; i < 20 * CASES; i++) {
            double epsilon = random.nextDouble(-700, 1000);
            double x = random.nextDouble(-3, 45);
            BigDecimal tail = Oracle.normalSf(Oracle.big(x), 40);
            BigDecimal truth = Oracle.exp(Oracle.big(epsilon), 40).multiply(tail);
            double log = epsilon + Normal.logSf(x);
            if (!(Math.abs(log) < 600)) continue;
            double error = GrownTail.error(epsilon, x);
            String what = "seed " + SEED + ", e^" + epsilon + " P(N > " + x + ")";
            assertThat(Oracle.relativeError(GrownTail.of(epsilon, x), truth))
                    .as(what)
                    .isLessThanOrEqualTo(error);
            assertThat(error).as(what).isBetween(1e-16, 3e-14 * (1 + Math.abs(epsilon) + Math.abs(log - epsilon)));
            double density = Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
            if (x < 30) assertThat(GrownTail.hazard(x) * Normal.sf(x)).as(what).isGreaterThanOrEqualTo(density);
        }
    }

    /** The control: what another rate has is not held. */
    @Test
    void anotherRateIsSeen() {
        FiniteLaws base = FiniteLaws.response(1);
        for (Change change : Change.values())
            for (double off : new double[] {1 - 1e-12, 1 + 1e-12})
                assertThat(Contained.isHeld(
                                new PoissonPair(0.3, change, base.pair()).logDelta(0.1),
                                base.sampled(0.3 * off, change).delta(0.1)))
                        .isFalse();
    }
}
