package io.sordino.loss.shuffling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Contained;
import io.sordino.loss.FiniteLaws;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Numbers of messages, against their laws in sixty digits: no end is on the wrong side. */
class MessagesContainmentTest {
    private static final long SEED = 20261;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 2_000 : 40;
    private static final int ORDERS = 6;

    private final SplittableRandom random = new SplittableRandom(SEED);

    private static BigDecimal[] binomial(long n, BigDecimal rate) {
        BigDecimal[] law = {BigDecimal.ONE};
        for (long i = 0; i < n; i++) law = sum(law, BigDecimal.ONE.subtract(rate), rate);
        return law;
    }

    private static BigDecimal[] sum(BigDecimal[] law, BigDecimal... other) {
        BigDecimal[] sum = new BigDecimal[law.length + other.length - 1];
        Arrays.fill(sum, BigDecimal.ZERO);
        for (int i = 0; i < law.length; i++)
            for (int j = 0; j < other.length; j++) sum[i + j] = sum[i + j].add(law[i].multiply(other[j], Contained.MC));
        return sum;
    }

    /** A law and the same with one more. */
    private static FiniteLaws oneMore(BigDecimal... law) {
        List<BigDecimal> more = new ArrayList<>(List.of(BigDecimal.ZERO));
        more.addAll(List.of(law));
        List<BigDecimal> none = new ArrayList<>(List.of(law));
        none.add(BigDecimal.ZERO);
        return FiniteLaws.of(more, none);
    }

    private double epsilon() {
        return random.nextInt(3) == 0 ? 0 : Math.exp(random.nextDouble(-5, 1));
    }

    private void assertAbove(Pair pair, BigDecimal truth, double epsilon, String what) {
        assertThat(Contained.isAtLeast(pair.delta(epsilon).upper(), truth))
                .as(what)
                .isTrue();
    }

    private void assertBelow(Pair pair, BigDecimal truth, double epsilon, String what) {
        assertThat(Contained.isAtMost(pair.delta(epsilon).lower(), truth))
                .as(what)
                .isTrue();
    }

    @Test
    void oneMessageMoreIsHeld() {
        System.out.println("seed " + SEED);
        for (int i = 0; i < CASES; i++) {
            long clients = 1L + random.nextInt(60);
            double rate = i % 8 == 0 ? 1 : Math.exp(random.nextDouble(-8, 0));
            FiniteLaws laws = oneMore(binomial(clients, Oracle.big(rate)));
            Pair more = MessageCounts.blanket(Side.UPPER, clients, rate).get(0).pair();
            Pair less = MessageCounts.blanket(Side.UPPER, clients, rate).get(1).pair();
            Pair moreBelow =
                    MessageCounts.blanket(Side.LOWER, clients, rate).get(0).pair();
            Pair lessBelow =
                    MessageCounts.blanket(Side.LOWER, clients, rate).get(1).pair();
            for (int k = 0; k < ORDERS; k++) {
                double epsilon = epsilon();
                String what = "seed " + SEED + ", case " + i + ", " + clients + " at " + rate + ", epsilon " + epsilon;
                assertAbove(more, laws.delta(epsilon), epsilon, what);
                assertAbove(less, laws.swapped().delta(epsilon), epsilon, what);
                assertBelow(moreBelow, laws.delta(epsilon), epsilon, what);
                assertBelow(lessBelow, laws.swapped().delta(epsilon), epsilon, what);
                double truth = laws.delta(epsilon).doubleValue();
                assertThat(more.delta(epsilon).upper()).as(what).isLessThan(truth * (1 + 1e-6) + 1e-250);
                assertThat(moreBelow.delta(epsilon).lower()).as(what).isGreaterThan(truth * (1 - 1e-6) - 1e-250);
            }
        }
    }

    @Test
    void unlinkedReportsAreBelow() {
        for (int i = 0; i < CASES; i++) {
            int clients = 2 + random.nextInt(12);
            int messages = 1 + random.nextInt(5);
            double flip = Math.exp(random.nextDouble(-6, Math.log(0.5)));
            BigDecimal q = Oracle.big(flip);
            BigDecimal[] all = binomial((long) clients * messages, q);
            BigDecimal[] moved =
                    sum(binomial((clients - 1L) * messages, q), binomial(messages, BigDecimal.ONE.subtract(q)));
            FiniteLaws laws = FiniteLaws.of(List.of(all), List.of(moved));
            for (int k = 0; k < ORDERS; k++) {
                double epsilon = epsilon();
                String what = "seed " + SEED + ", case " + i + ", " + clients + " of " + messages + " at " + flip
                        + ", epsilon " + epsilon;
                assertBelow(MessageCounts.unlinked(clients, messages, flip, false), laws.delta(epsilon), epsilon, what);
                assertBelow(
                        MessageCounts.unlinked(clients, messages, flip, true),
                        laws.swapped().delta(epsilon),
                        epsilon,
                        what);
            }
        }
    }

    /** The signs' common part is a binomial number and a geometric one, which is cut where it is below any double. */
    @Test
    void floodedCountsAreHeld() {
        for (int i = 0; i < CASES / 2; i++) {
            int clients = 1 + random.nextInt(20);
            double rate = Math.exp(random.nextDouble(-5, 0));
            double scale = Math.exp(random.nextDouble(-1.5, 1));
            BigDecimal t = Oracle.exp(
                    BigDecimal.ONE.divide(Oracle.big(scale), Contained.MC).negate(), Contained.DIGITS);
            BigDecimal square = t.multiply(t, Contained.MC);
            BigDecimal[] geometric = new BigDecimal[(int) (100 * scale) + 4];
            geometric[0] = BigDecimal.ONE.subtract(square);
            for (int w = 1; w < geometric.length; w++) geometric[w] = geometric[w - 1].multiply(square, Contained.MC);
            BigDecimal cut = geometric[geometric.length - 1].multiply(square).divide(geometric[0], Contained.MC);
            BigDecimal[] common = sum(binomial(clients, Oracle.big(rate)), geometric);
            FiniteLaws laws = flooded(common, t, square);
            for (int k = 0; k < ORDERS; k++) {
                double epsilon = epsilon();
                String what = "seed " + SEED + ", case " + i + ", " + clients + " at " + rate + ", scale " + scale
                        + ", epsilon " + epsilon;
                BigDecimal truth = laws.delta(epsilon);
                // a law that lost a mass is that mass away from the whole one
                BigDecimal slack = cut.multiply(BigDecimal.valueOf(8 + 8 * Math.exp(epsilon)));
                assertAbove(
                        MessageCounts.flooded(Side.UPPER, clients, rate, scale), truth.subtract(slack), epsilon, what);
                assertBelow(MessageCounts.flooded(Side.LOWER, clients, rate, scale), truth.add(slack), epsilon, what);
            }
        }
    }

    /** With D the difference of both signs' noise and W their common part: a + raises D and, where D was negative, W. */
    private static FiniteLaws flooded(BigDecimal[] common, BigDecimal t, BigDecimal square) {
        BigDecimal whole = BigDecimal.ONE.add(t);
        List<BigDecimal> p = new ArrayList<>();
        List<BigDecimal> q = new ArrayList<>();
        for (int w = 0; w <= common.length; w++) {
            BigDecimal here = w < common.length ? common[w].divide(whole, Contained.MC) : BigDecimal.ZERO;
            BigDecimal before = w > 0 ? common[w - 1].multiply(square).divide(whole, Contained.MC) : BigDecimal.ZERO;
            p.addAll(List.of(here, before));
            q.addAll(List.of(before, here));
        }
        BigDecimal same = t.multiply(BigDecimal.ONE.subtract(t)).divide(whole, Contained.MC);
        p.add(same);
        q.add(same);
        return FiniteLaws.of(p, q);
    }

    /** The control: a law that has lost a thousandth of its largest loss is seen. */
    @Test
    void aLighterLawIsSeen() {
        BigDecimal[] law = binomial(20, Oracle.big(0.25));
        Pair more = MessageCounts.blanket(Side.UPPER, 20, 0.25).get(0).pair();
        BigDecimal truth = oneMore(law).delta(0.5);
        assertThat(Contained.isAtLeast(more.delta(0.5).upper(), truth)).isTrue();
        assertThat(Contained.isAtLeast(more.delta(0.5).upper() * 0.999, truth)).isFalse();
        Pair below = MessageCounts.blanket(Side.LOWER, 20, 0.25).get(0).pair();
        assertThat(Contained.isAtMost(below.delta(0.5).lower() * 1.001, truth)).isFalse();
    }
}
