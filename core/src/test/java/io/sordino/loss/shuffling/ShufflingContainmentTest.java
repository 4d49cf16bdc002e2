package io.sordino.loss.shuffling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Contained;
import io.sordino.loss.FiniteLaws;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What shuffled reports tell, against the law of all counts, enumerated in sixty digits: no end is on the wrong side of it. */
class ShufflingContainmentTest {
    private static final long SEED = 1816;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 2_000 : 60;

    private final SplittableRandom random = new SplittableRandom(SEED);

    private static BigDecimal exp(double epsilon) {
        return Oracle.exp(Oracle.big(epsilon), Contained.DIGITS);
    }

    /** k-ary response to a symbol. */
    private static BigDecimal[] response(double epsilon, int k, int symbol) {
        BigDecimal lie = BigDecimal.ONE.divide(exp(epsilon).add(BigDecimal.valueOf(k - 1)), Contained.MC);
        BigDecimal[] law = new BigDecimal[k];
        Arrays.fill(law, lie);
        law[symbol] = lie.multiply(exp(epsilon), Contained.MC);
        return law;
    }

    /** The number of ones in a bundle of responses to a bit. */
    private static BigDecimal[] bundle(double epsilon, int m, int bit) {
        BigDecimal[] one = response(epsilon, 2, bit);
        BigDecimal[] law = {BigDecimal.ONE};
        for (int i = 0; i < m; i++) {
            BigDecimal[] more = new BigDecimal[law.length + 1];
            Arrays.fill(more, BigDecimal.ZERO);
            for (int t = 0; t < law.length; t++) {
                more[t] = more[t].add(law[t].multiply(one[0], Contained.MC));
                more[t + 1] = more[t + 1].add(law[t].multiply(one[1], Contained.MC));
            }
            law = more;
        }
        return law;
    }

    /** The counts of all outcomes in a shuffled batch of the others and one of two victims. */
    private static FiniteLaws shuffled(List<BigDecimal[]> others, BigDecimal[] first, BigDecimal[] second) {
        Map<List<Integer>, BigDecimal> counts = new LinkedHashMap<>();
        counts.put(Collections.nCopies(first.length, 0), BigDecimal.ONE);
        for (BigDecimal[] other : others) counts = with(counts, other);
        Map<List<Integer>, BigDecimal> p = with(counts, first);
        Map<List<Integer>, BigDecimal> q = with(counts, second);
        List<BigDecimal> ofQ = new ArrayList<>();
        for (List<Integer> place : p.keySet()) ofQ.add(q.get(place));
        return FiniteLaws.of(List.copyOf(p.values()), ofQ);
    }

    private static Map<List<Integer>, BigDecimal> with(Map<List<Integer>, BigDecimal> counts, BigDecimal[] law) {
        Map<List<Integer>, BigDecimal> more = new LinkedHashMap<>();
        counts.forEach((place, mass) -> {
            for (int i = 0; i < law.length; i++) {
                List<Integer> next = new ArrayList<>(place);
                next.set(i, next.get(i) + 1);
                more.merge(next, mass.multiply(law[i], Contained.MC), BigDecimal::add);
            }
        });
        return more;
    }

    private static FiniteLaws bits(int reports, int ones, double epsilon) {
        List<BigDecimal[]> others = new ArrayList<>();
        for (int i = 1; i < reports; i++) others.add(response(epsilon, 2, i <= ones ? 1 : 0));
        return shuffled(others, response(epsilon, 2, 0), response(epsilon, 2, 1));
    }

    private static BigDecimal larger(FiniteLaws laws, double epsilon) {
        return laws.delta(epsilon).max(laws.swapped().delta(epsilon));
    }

    private static boolean isBelow(double log, BigDecimal truth) {
        return Contained.isHeld(Bracket.of(log, Double.POSITIVE_INFINITY), truth);
    }

    private static boolean isAbove(double log, BigDecimal truth) {
        return Contained.isHeld(Bracket.of(Double.NEGATIVE_INFINITY, log), truth);
    }

    private void assertSides(Pair upper, Pair lower, FiniteLaws laws, double epsilon, String what) {
        BigDecimal truth = laws.delta(epsilon);
        assertThat(Contained.isAtLeast(upper.delta(epsilon).upper(), truth))
                .as(what)
                .isTrue();
        assertThat(Contained.isAtMost(lower.delta(epsilon).lower(), truth))
                .as(what)
                .isTrue();
    }

    private double localEpsilon(int i) {
        return i % 3 == 0 ? random.nextDouble(20, 90) : Math.exp(random.nextDouble(-3, 2.5));
    }

    @Test
    void binaryResponsesAreHeldForEveryDataset() {
        System.out.println("seed " + SEED);
        for (int i = 0; i < CASES; i++) {
            int reports = 2 + random.nextInt(7);
            double epsilon0 = localEpsilon(i);
            double epsilon = epsilon0 * random.nextDouble();
            BigDecimal worst = BigDecimal.ZERO;
            for (int ones = 0; ones < reports; ones++) {
                BigDecimal truth = larger(bits(reports, ones, epsilon0), epsilon);
                worst = worst.max(truth);
                Contained.assertHeld(
                        new BitCounts(reports, ones, epsilon0, -60).logDelta(epsilon),
                        truth,
                        "seed " + SEED + ", case " + i + ", " + ones + " of " + reports + ", " + epsilon0 + " at "
                                + epsilon);
            }
            ShuffledBits all = ShuffledBits.all(reports, epsilon0, 1e-9);
            String what = "seed " + SEED + ", case " + i + ", " + reports + " of " + epsilon0 + " at " + epsilon;
            Contained.assertHeld(all.logDelta(epsilon), worst, what);
            assertThat(Contained.isAtLeast(all.pair(Side.UPPER).delta(epsilon).upper(), worst))
                    .as(what)
                    .isTrue();
            assertThat(Contained.isAtMost(all.pair(Side.LOWER).delta(epsilon).lower(), worst))
                    .as(what)
                    .isTrue();
        }
    }

    /** Masses next to the edge of a window may be too heavy or too light by all that is unsure, and their losses with them. */
    @Test
    void whatIsAttainedInANarrowWindowIsBelow() {
        int told = 0;
        for (int i = 0; i < CASES / 2; i++) {
            int reports = 30 + random.nextInt(60);
            int ones = i % 3 == 0 ? 0 : random.nextInt(reports);
            double epsilon0 = Math.exp(random.nextDouble(-2, 1.5));
            double logOutside = -random.nextDouble(0.5, 20);
            FiniteLaws laws = bits(reports, ones, epsilon0);
            Pair attained = new BitCounts(reports, ones, epsilon0, logOutside).attained();
            for (int k = 0; k < 8; k++) {
                double epsilon = epsilon0 * k / 8;
                double lower = attained.delta(epsilon).lower();
                if (lower > 0) told++;
                assertThat(Contained.isAtMost(lower, larger(laws, epsilon)))
                        .as("seed " + SEED + ", case " + i + ", " + ones + " of " + reports + ", " + epsilon0 + " at "
                                + epsilon + ", outside e^" + logOutside)
                        .isTrue();
            }
        }
        assertThat(told).isGreaterThan(CASES);
    }

    /** Counts of which most are no doubles: the search for the best event must not end among them. */
    @Test
    void masslessCountsEndNoSearch() {
        for (int ones : new int[] {0, 7, 60, 100, 150, 175, 199}) {
            Bracket found = new BitCounts(200, ones, 100, -44).delta(1);
            assertThat(found.upper()).as("%s ones", ones).isBetween(1 - 1e-12, 1.0);
            assertThat(found.lower()).as("%s ones", ones).isGreaterThan(1 - 1e-9);
        }
    }

    @Test
    void responsesAmongEqualsAreBelow() {
        for (int i = 0; i < CASES; i++) {
            int reports = 2 + random.nextInt(7);
            int k = 2 + random.nextInt(4);
            double epsilon0 = localEpsilon(i);
            double epsilon = epsilon0 * random.nextDouble();
            // the symbols that nobody holds are alike
            BigDecimal[] held = merged(response(epsilon0, k, 0));
            FiniteLaws laws = shuffled(Collections.nCopies(reports - 1, held), held, merged(response(epsilon0, k, 1)));
            double log = new ResponseAmongEquals(reports, epsilon0, k)
                    .logDelta(epsilon)
                    .lower();
            BigDecimal truth = larger(laws, epsilon);
            String what =
                    "seed " + SEED + ", case " + i + ", " + reports + " of " + k + ", " + epsilon0 + " at " + epsilon;
            assertThat(isBelow(log, truth)).as(what).isTrue();
            if (truth.doubleValue() > 1e-20 && epsilon0 < 20)
                assertThat(log).as(what).isGreaterThan(Math.log(truth.doubleValue()) - 1e-8);
        }
    }

    private static BigDecimal[] merged(BigDecimal[] law) {
        BigDecimal rest = BigDecimal.ZERO;
        for (int i = 2; i < law.length; i++) rest = rest.add(law[i]);
        return new BigDecimal[] {law[0], law[1], rest};
    }

    @Test
    void clonesAreHeldAndTheirPairsAreOnTheirSides() {
        for (int i = 0; i < CASES; i++) {
            int reports = 2 + random.nextInt(7);
            double epsilon0 = localEpsilon(i);
            double e0 = Math.exp(epsilon0);
            // all weights together have mean 1, and no more
            double most = 2 / (e0 + 1) * (1 - 1e-15);
            double rate = most * random.nextDouble(0.1, 0.9);
            double share = (1 - rate / most) / (1 - rate) * (1 - 1e-15);
            ClonesLaw law = i % 2 == 0
                    ? new ClonesLaw(reports, epsilon0, rate, share, 1, 0, 1)
                    : ClonesLaw.ofTwoCounts(reports, epsilon0, most, 1);
            FiniteLaws laws = clones(law);
            for (double part : new double[] {random.nextDouble(), 0.99}) {
                double epsilon = epsilon0 * part;
                String what = "seed " + SEED + ", case " + i + ", " + law + " at " + epsilon;
                ShuffledCounts upper = new ShuffledCounts(law, Side.UPPER);
                ShuffledCounts lower = new ShuffledCounts(law, Side.LOWER);
                BigDecimal truth = laws.delta(epsilon);
                assertThat(isAbove(upper.logDelta(epsilon).upper(), truth))
                        .as(what)
                        .isTrue();
                assertThat(isBelow(lower.logDelta(epsilon).lower(), truth))
                        .as(what)
                        .isTrue();
                assertSides(upper.pair(Side.UPPER), lower.pair(Side.LOWER), laws, epsilon, what);
            }
        }
    }

    /** The law of heads, tails, heavy and light reports. */
    private static FiniteLaws clones(ClonesLaw law) {
        BigDecimal half = Oracle.big(law.rate()).divide(BigDecimal.valueOf(2), Contained.MC);
        BigDecimal rest = BigDecimal.ONE.subtract(Oracle.big(law.rate()));
        BigDecimal heavy = rest.multiply(Oracle.big(law.share()));
        BigDecimal[] one = {half, half, heavy, rest.subtract(heavy)};
        Map<List<Integer>, BigDecimal> counts = new LinkedHashMap<>();
        counts.put(List.of(0, 0, 0, 0), BigDecimal.ONE);
        for (int i = 0; i < law.reports(); i++) counts = with(counts, one);
        List<BigDecimal> p = new ArrayList<>();
        List<BigDecimal> q = new ArrayList<>();
        BigDecimal e0 = exp(law.epsilon());
        counts.forEach((place, mass) -> {
            BigDecimal heads = BigDecimal.valueOf(place.get(0));
            BigDecimal tails = BigDecimal.valueOf(place.get(1));
            BigDecimal neutral = Oracle.big(law.heavy())
                    .multiply(BigDecimal.valueOf(place.get(2)))
                    .add(Oracle.big(law.light()).multiply(BigDecimal.valueOf(place.get(3))));
            BigDecimal each = mass.divide(BigDecimal.valueOf(law.reports()), Contained.MC);
            p.add(each.multiply(e0.multiply(heads).add(tails).add(neutral), Contained.MC));
            q.add(each.multiply(e0.multiply(tails).add(heads).add(neutral), Contained.MC));
        });
        return FiniteLaws.of(p, q);
    }

    @Test
    void bundlesAreHeldForEveryDataset() {
        for (int i = 0; i < CASES / 3; i++) {
            int reports = 2 + random.nextInt(3);
            int m = 2 + random.nextInt(2);
            double epsilon = Math.exp(random.nextDouble(-2, 2));
            double at = m * epsilon * random.nextDouble();
            BigDecimal worst = BigDecimal.ZERO;
            for (int ones = 0; ones < reports; ones++) {
                List<BigDecimal[]> others = new ArrayList<>();
                for (int j = 1; j < reports; j++) others.add(bundle(epsilon, m, j <= ones ? 1 : 0));
                worst = worst.max(larger(shuffled(others, bundle(epsilon, m, 0), bundle(epsilon, m, 1)), at));
            }
            String what = "seed " + SEED + ", case " + i + ", " + reports + " of " + m + " of " + epsilon + " at " + at;
            assertThat(isAbove(
                            new BundledCounts(reports, m, epsilon, Side.UPPER)
                                    .logDelta(at)
                                    .upper(),
                            worst))
                    .as(what)
                    .isTrue();
            assertThat(isBelow(
                            new BundledCounts(reports, m, epsilon, Side.LOWER)
                                    .logDelta(at)
                                    .lower(),
                            worst))
                    .as(what)
                    .isTrue();
        }
    }

    @Test
    void messagesOfABlanketAreHeld() {
        for (int i = 0; i < CASES; i++) {
            int clients = 1 + random.nextInt(40);
            double rate = i % 5 == 0 ? 1 - Math.exp(-20 * random.nextDouble()) : Math.exp(-8 * random.nextDouble());
            List<BigDecimal> with = new ArrayList<>(List.of(BigDecimal.ZERO));
            BigDecimal in = Oracle.big(rate);
            BigDecimal out = BigDecimal.ONE.subtract(in);
            BigDecimal choices = BigDecimal.ONE;
            for (int k = 0; k <= clients; k++) {
                with.add(choices.multiply(in.pow(k, Contained.MC)).multiply(out.pow(clients - k, Contained.MC)));
                choices = choices.multiply(BigDecimal.valueOf(clients - k))
                        .divide(BigDecimal.valueOf(k + 1L), Contained.MC);
            }
            List<BigDecimal> without = new ArrayList<>(with.subList(1, with.size()));
            without.add(BigDecimal.ZERO);
            FiniteLaws laws = FiniteLaws.of(with, without);
            double epsilon = random.nextDouble(0, 5);
            String what = "seed " + SEED + ", case " + i + ", " + clients + " at rate " + rate + " at " + epsilon;
            for (int side = 0; side < 2; side++)
                assertSides(
                        MessageCounts.blanket(Side.UPPER, clients, rate)
                                .get(side)
                                .pair(),
                        MessageCounts.blanket(Side.LOWER, clients, rate)
                                .get(side)
                                .pair(),
                        side == 0 ? laws : laws.swapped(),
                        epsilon,
                        what + ", side " + side);
        }
    }

    /** Hoeffding's bound of a blanket, in its own words, for local epsilons whose power is next to 1. */
    @Test
    void blanketsOfSmallEpsilonsLoseNoDigits() {
        for (int i = 0; i < CASES; i++) {
            double epsilon0 = Math.exp(random.nextDouble(-36, 1));
            double epsilon = epsilon0 * random.nextDouble(0.3, 0.9);
            int k = 2 + random.nextInt(5);
            int n = 1000;
            BigDecimal e0 = exp(epsilon0);
            BigDecimal x = exp(epsilon);
            BigDecimal a = x.subtract(BigDecimal.ONE);
            BigDecimal gamma = BigDecimal.valueOf(k).divide(e0.add(BigDecimal.valueOf(k - 1)), Contained.MC);
            BigDecimal range = BigDecimal.ONE
                    .subtract(gamma)
                    .multiply(BigDecimal.valueOf(k))
                    .multiply(x.add(BigDecimal.ONE));
            BigDecimal exponent = a.divide(range, Contained.MC).pow(2).multiply(BigDecimal.valueOf(-2));
            BigDecimal fall = BigDecimal.ONE
                    .subtract(gamma)
                    .add(gamma.multiply(Oracle.exp(exponent, Contained.DIGITS)))
                    .pow(n, Contained.MC);
            BigDecimal bound = range.pow(2)
                    .divide(a.multiply(gamma).multiply(BigDecimal.valueOf(4L * n)), Contained.MC)
                    .multiply(fall);
            if (bound.compareTo(BigDecimal.ONE) >= 0) continue;
            double log = new BlanketBound(n, epsilon0, k, BlanketBound.Inequality.HOEFFDING)
                    .logDelta(epsilon)
                    .upper();
            String what = "seed " + SEED + ", case " + i + ", " + k + " symbols, " + epsilon0 + " at " + epsilon;
            assertThat(isAbove(log, bound)).as(what).isTrue();
        }
    }

    /** The control: one report more or less is told from what is found. */
    @Test
    void anotherNumberOfReportsIsSeen() {
        Bracket found = new BitCounts(6, 2, 1.5, -60).logDelta(0.7);
        assertThat(Contained.isHeld(found, larger(bits(6, 2, 1.5), 0.7))).isTrue();
        assertThat(Contained.isHeld(found, larger(bits(7, 2, 1.5), 0.7))).isFalse();
        assertThat(Contained.isHeld(found, larger(bits(5, 2, 1.5), 0.7))).isFalse();
    }

    /** The number of ones where all others answer zeros, and the victim zeros or ones. */
    private static FiniteLaws untied(int clients, int messages, double epsilon) {
        BigDecimal[] others = bundle(epsilon, (clients - 1) * messages, 0);
        BigDecimal[] own = bundle(epsilon, messages, 1);
        BigDecimal[] moved = new BigDecimal[others.length + messages];
        Arrays.fill(moved, BigDecimal.ZERO);
        for (int i = 0; i < others.length; i++)
            for (int j = 0; j < own.length; j++)
                moved[i + j] = moved[i + j].add(others[i].multiply(own[j], Contained.MC));
        return FiniteLaws.of(List.of(bundle(epsilon, clients * messages, 0)), List.of(moved));
    }

    @Test
    void responsesThatNobodyCanLinkAreNotAboveTheirLaw() {
        System.out.println("seed " + SEED);
        double nearest = 0;
        for (int i = 0; i < 5 * CASES; i++) {
            int clients = 2 + random.nextInt(4);
            int messages = 1 + random.nextInt(4);
            double epsilon0 = localEpsilon(i);
            double epsilon = messages * epsilon0 * (i % 2 == 0 ? random.nextDouble() : 1 - 0.05 * random.nextDouble());
            double flip = 1 / (1 + Math.exp(epsilon0));
            for (boolean reversed : new boolean[] {false, true}) {
                FiniteLaws laws = untied(clients, messages, epsilon0);
                BigDecimal truth = (reversed ? laws.swapped() : laws).delta(epsilon);
                double lower = MessageCounts.unlinked(clients, messages, flip, reversed)
                        .delta(epsilon)
                        .lower();
                assertThat(Contained.isAtMost(lower, truth))
                        .as("case %s, %s clients, %s messages of %s at %s", i, clients, messages, epsilon0, epsilon)
                        .isTrue();
                if (truth.signum() > 0) nearest = Math.max(nearest, lower / truth.doubleValue());
            }
        }
        assertThat(nearest).isGreaterThan(0.999);
    }
}
