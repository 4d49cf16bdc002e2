package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Normal;
import io.sordino.plan.Plans;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Sampled black boxes in adaptive composition: mechanisms that answer with one bit, each chosen by the bits before it, on the
 * same two neighbouring datasets, counted out.
 */
final class SamplingAttackTest {
    private static final long SEED = 20240911;
    private static final double[] ORDERS = {0, 0.05, 0.2, 0.5, 1, 1.6, 2.4};
    private final Map<String, Double> bounds = new HashMap<>();

    private static double up(double p, double epsilon) {
        return Math.min(Math.exp(epsilon) * p, 1 - Math.exp(-epsilon) * (1 - p));
    }

    private static double down(double p, double epsilon) {
        return 1 - up(1 - p, epsilon);
    }

    private static double pick(SplittableRandom random, double low, double high) {
        double t = random.nextInt(4) > 0 ? random.nextInt(2) : random.nextDouble();
        return low + t * (high - low);
    }

    /**
     * How likely bit 1 is when a sample holds the record h times, and when it holds the other neighbour's record h times, for any
     * base that is epsilon-private for one replaced record.
     */
    private static double[][] base(SplittableRandom random, double epsilon, int hits) {
        double[] first = new double[hits + 1];
        double[] second = new double[hits + 1];
        double e = Math.exp(epsilon);
        double[] starts = {1 / (1 + e), e / (1 + e), 0.5, Math.exp(-3 * random.nextDouble())};
        first[0] = second[0] = starts[random.nextInt(starts.length)];
        for (int h = 1; h <= hits; h++) {
            first[h] = pick(random, down(first[h - 1], epsilon), up(first[h - 1], epsilon));
            // h records apart, with a mechanism for every sample between
            double least = first[h];
            double most = first[h];
            for (int j = 0; j < h; j++) {
                least = down(least, epsilon);
                most = up(most, epsilon);
            }
            double low = Math.max(down(second[h - 1], epsilon), least);
            double high = Math.min(up(second[h - 1], epsilon), most);
            if (!(low <= high)) return base(random, epsilon, hits);
            second[h] = pick(random, low, high);
        }
        return new double[][] {first, second};
    }

    private static double mixed(double[] hits, double[] bits) {
        double sum = 0;
        for (int h = 0; h < hits.length; h++) sum += hits[h] * bits[h];
        return sum;
    }

    /** The excess of P over x Q when every round may depend on the bits so far. */
    private static double excess(
            SplittableRandom random,
            double epsilon,
            double[] hits,
            boolean removed,
            int rounds,
            double p,
            double q,
            double x) {
        if (rounds == 0) return Math.max(0, p - x * q);
        double[][] base = base(random, epsilon, hits.length - 1);
        double one = mixed(hits, base[0]);
        double other = removed ? base[0][0] : mixed(hits, base[1]);
        return excess(random, epsilon, hits, removed, rounds - 1, p * one, q * other, x)
                + excess(random, epsilon, hits, removed, rounds - 1, p * (1 - one), q * (1 - other), x);
    }

    private double bound(String plan, Relation relation, double order) {
        return bounds.computeIfAbsent(
                plan + relation + order,
                key -> Accountant.standard()
                        .delta(Plans.parse(plan), relation, order, new Precision(1e-3))
                        .delta()
                        .upper());
    }

    /** Largest ratio of what neighbours attain to the upper end; {@code hits} may differ from the plan's, for the controls. */
    private double attack(String scheme, Relation relation, double[] hits, int cases) {
        SplittableRandom random = new SplittableRandom(SEED);
        double worst = 0;
        for (int i = 0; i < cases; i++) {
            double epsilon = random.nextBoolean() ? 0.4 : 2;
            int rounds = 1 + random.nextInt(3);
            double order = ORDERS[random.nextInt(ORDERS.length)];
            boolean removed = relation == Relation.ADD_OR_REMOVE_ONE;
            boolean swapped = removed && random.nextBoolean();
            double x = Math.exp(order);
            // the other direction is the excess of Q over x P
            double truth = swapped
                    ? x * excess(random, epsilon, hits, true, rounds, 1, 1, 1 / x) + 1 - x
                    : excess(random, epsilon, hits, removed, rounds, 1, 1, x);
            if (!(truth > 1e-9)) continue;
            String plan = rounds + " * " + scheme.formatted("dp(" + epsilon + ")");
            worst = Math.max(worst, truth / bound(plan, relation, order));
        }
        return worst;
    }

    private static double[] hits(int draws, int size) {
        double[] hits = new double[draws + 1];
        for (int h = 0; h <= draws; h++) hits[h] = Math.exp(Binomial.logPmf(h, draws, 1.0 / size));
        return hits;
    }

    @Test
    void samplesWithReplacementStayBelowInEveryRelation() {
        for (Relation relation : Relation.values()) {
            assertThat(attack("with_replacement(1, 5, %s)", relation, hits(1, 5), 4000))
                    .as("seed %s, %s", SEED, relation)
                    .isBetween(0.9, 1 + 1e-9);
            assertThat(attack("with_replacement(2, 4, %s)", relation, hits(2, 4), 4000))
                    .as("seed %s, %s", SEED, relation)
                    .isBetween(0.5, 1 + 1e-9);
        }
    }

    @Test
    void samplesWithoutReplacementStayBelow() {
        assertThat(attack("without_replacement(3, 10, %s)", Relation.REPLACE_ONE, new double[] {0.7, 0.3}, 6000))
                .as("seed %s", SEED)
                .isBetween(0.9, 1 + 1e-9);
    }

    @Test
    void theSearchWouldFindABoundThatIsTooSmall() {
        assertThat(attack("without_replacement(3, 10, %s)", Relation.REPLACE_ONE, new double[] {0.68, 0.32}, 6000))
                .isGreaterThan(1);
        assertThat(attack("with_replacement(1, 5, %s)", Relation.ADD_OR_REMOVE_ONE, hits(1, 4), 4000))
                .isGreaterThan(1);
    }

    /** Two queries in turn: is the record in the sample, and is the special one? No single pair of answers is the worst. */
    @Test
    void aSpecialRecordIsAReplacedOne() {
        double epsilon = 3;
        double eta = 0.05;
        double order = 1.97;
        double p = 1 / (1 + Math.exp(-epsilon));
        double[] has = {(1 - eta) * (1 - p) + eta * p, 1 - p};
        double[] misses = {p, (1 - eta) * p + eta * (1 - p)};
        double truth = product(new double[][] {has, has, has, misses}, 0, 1, 1, Math.exp(order));
        double direct = product(new double[][] {has, has, has, has}, 0, 1, 1, Math.exp(order));
        assertThat(truth).isGreaterThan(1.7 * direct);
        assertThat(bound("4 * with_replacement(1, 20, dp(3))", Relation.REPLACE_SPECIAL, order))
                .isGreaterThan(truth);
    }

    private static double product(double[][] bits, int round, double p, double q, double x) {
        if (round == bits.length) return Math.max(0, p - x * q);
        double[] bit = bits[round];
        return product(bits, round + 1, p * bit[0], q * bit[1], x)
                + product(bits, round + 1, p * (1 - bit[0]), q * (1 - bit[1]), x);
    }

    /** A sum whose record moves it by 2 a hit, seen through a threshold: many hits are rare, and still count for a tiny delta. */
    @Test
    void rareNumbersOfHitsCountForTinyDeltas() {
        for (double delta : new double[] {1e-40, 1e-75, 1e-100, 1e-200}) {
            double epsilon = Accountant.standard()
                    .epsilon(
                            Plans.parse("with_replacement(60, 1000, gaussian(1))"),
                            Relation.REPLACE_ONE,
                            delta,
                            new Precision(1e-3))
                    .epsilon()
                    .upper();
            double most = Double.NEGATIVE_INFINITY;
            for (double threshold = 1; threshold < 130; threshold += 0.5) {
                double q = epsilon + Normal.logCdf(-threshold);
                for (int h = 1; h <= 60; h++) {
                    double log = Binomial.logPmf(h, 60, 1e-3) + Normal.logCdf(2 * h - threshold);
                    if (log > q + 1) most = Math.max(most, log + Math.log1p(-Math.exp(q - log)));
                }
            }
            assertThat(most).as("delta %s, epsilon %s", delta, epsilon).isLessThan(Math.log(delta));
        }
    }
}
