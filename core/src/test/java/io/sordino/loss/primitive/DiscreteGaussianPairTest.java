package io.sordino.loss.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sordino.loss.Atom;
import io.sordino.loss.Contained;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any shift, any sigma, any epsilon, against sums of sixty digits that start from the definition. */
class DiscreteGaussianPairTest {
    private static final MathContext DIGITS = new MathContext(60);
    private static final long SEED = 20_260_416;

    @Test
    void aSumThatStartsLeftOfItsModeIsWhole() {
        assertThat(Math.exp(DiscreteGaussianPair.of(1, 5).logDelta(1.25).upper()))
                .isCloseTo(0.979491833989, within(1e-12));
    }

    @Test
    void randomQuestionsHoldTheTruthAndAreNarrow() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        int points = Boolean.getBoolean("sordino.slow") ? 5_000 : 500;
        for (int i = 0; i < points; i++) {
            double sigma = 0.05 * Math.pow(8_000, random.nextDouble());
            int shift = 1 + (int) Math.pow(60, random.nextDouble());
            check(sigma, shift, question(random, sigma, shift));
        }
    }

    /** Where the shift is some hundred sigma, and where terms change so slowly that the tails are integrals. */
    @Test
    void largeShiftsHoldTheTruthAndAreNarrow() {
        Random random = new Random(SEED + 1);
        for (int i = 0; i < 150; i++) {
            double sigma = 0.3 * Math.pow(1_000, random.nextDouble());
            int shift = 1 + (int) (sigma * 0.1 * Math.pow(3_000, random.nextDouble()));
            check(sigma, shift, question(random, sigma, shift));
        }
    }

    /** On a loss, next to one, and halfway: the first term is nothing, next to nothing, or plain. */
    @Test
    void epsilonsNextToALossHoldTheTruth() {
        Random random = new Random(SEED + 2);
        for (double sigma : new double[] {0.125, 0.3, 1, 1.5, 3, 7, 24, 90}) {
            for (int shift : new int[] {1, 2, 5, 12, 40}) {
                double z = Math.ceil(shift / 2.0) + random.nextInt(20);
                double loss = Math.max(0, (z - shift / 2.0) * shift / sigma / sigma);
                check(sigma, shift, loss);
                check(sigma, shift, Math.nextUp(loss));
                if (loss > 0) check(sigma, shift, Math.nextDown(loss));
            }
        }
    }

    /** What the atoms do not list of Q is stated, however far the laws are apart. */
    @Test
    void massesUnderBothLawsAddUp() {
        for (double sigma : new double[] {0.02, 0.3, 1, 4, 30, 250, 251, 3000}) {
            for (int shift : new int[] {1, 2, 5, 30, 60, 150, 1000, 100_000}) {
                Pair pair = DiscreteGaussianPair.of(sigma, shift);
                double[] p = new double[1];
                double[] q = new double[1];
                pair.cells(new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}, p, q);
                for (Atom atom : pair.atoms()) {
                    p[0] += atom.mass();
                    q[0] += Math.exp(Math.log(atom.mass()) - atom.loss());
                }
                assertThat(p[0]).as("%s", pair).isCloseTo(1, within(1e-12));
                assertThat(q[0] + pair.missing().upper()).as("%s", pair).isCloseTo(1, within(1e-11));
                assertThat(q[0] + pair.missing().lower()).as("%s", pair).isCloseTo(1, within(1e-11));
            }
        }
    }

    /** Every atom has its place and its mass, and what lies beyond the last ones is no more than is said. */
    @Test
    void atomsAndWhatLiesBeyondThemAreHeld() {
        Random random = new Random(SEED + 3);
        for (int i = 0; i < 24; i++) {
            double sigma = 0.05 * Math.pow(4000, random.nextDouble());
            int shift = 1 + (int) Math.pow(60, random.nextDouble());
            Pair pair = DiscreteGaussianPair.of(sigma, shift);
            BigDecimal variance = new BigDecimal(sigma).pow(2);
            BigDecimal norm = norm(1 + (long) Math.ceil(16 * sigma), variance);
            long reach = (pair.atoms().size() - 1L) / 2;
            for (int k = 0; k < 6; k++) {
                long x = Math.round((2 * random.nextDouble() - 1) * (k == 0 ? 1 : random.nextDouble()) * reach);
                String what = "seed " + SEED + ", " + pair + " at " + x;
                Atom atom = pair.atoms().get((int) (x + reach));
                BigDecimal mass = weight(x, variance).divide(norm, DIGITS);
                Contained.assertMass(atom.mass(), mass, mass, pair.massError(), what);
                BigDecimal loss = new BigDecimal(2 * x + shift)
                        .multiply(new BigDecimal(shift))
                        .divide(variance.multiply(BigDecimal.valueOf(2)), DIGITS);
                BigDecimal off =
                        Oracle.big(atom.loss()).add(Oracle.big(atom.rest())).subtract(loss);
                assertThat(off.abs()).as(what).isLessThanOrEqualTo(loss.abs().multiply(Oracle.big(0x1p-100)));
            }
            // the first two that are not listed, on either side
            BigDecimal beyond = weight(reach + 1, variance)
                    .add(weight(reach + 2, variance))
                    .multiply(BigDecimal.valueOf(2))
                    .divide(norm, DIGITS);
            assertThat(Contained.isAtLeast(pair.infinity().upper(), beyond))
                    .as("%s", pair)
                    .isTrue();
            assertThat(pair.infinity().lower()).isZero();
        }
    }

    /** Cells of integers too many to list hold those that lie in them, and no others. */
    @Test
    void cellsHoldTheirIntegers() {
        Random random = new Random(SEED + 4);
        for (int i = 0; i < 40; i++) {
            double sigma = 251 * Math.pow(40, random.nextDouble());
            int shift = 1 + (int) (Math.pow(3 * sigma, random.nextDouble()));
            Pair pair = DiscreteGaussianPair.of(sigma, shift);
            BigDecimal variance = new BigDecimal(sigma).pow(2);
            BigDecimal norm = Oracle.pi(60)
                    .multiply(BigDecimal.valueOf(2))
                    .multiply(variance)
                    .sqrt(DIGITS);
            long first = Math.round(shift / 2.0 + 8 * sigma * random.nextGaussian());
            int count = 1 + random.nextInt(40);
            // edges between two integers, where rounding moves none of them
            double[] edges = {
                (first - 0.5 - shift / 2.0) * shift / sigma / sigma,
                (first + count - 0.5 - shift / 2.0) * shift / sigma / sigma
            };
            BigDecimal p = BigDecimal.ZERO;
            BigDecimal q = BigDecimal.ZERO;
            for (long z = first; z < first + count; z++) {
                p = p.add(weight(z - shift, variance), DIGITS);
                q = q.add(weight(z, variance), DIGITS);
            }
            double[] ps = new double[1];
            double[] qs = new double[1];
            pair.cells(edges, ps, qs);
            String what = "seed " + SEED + ", " + pair + ", " + count + " from " + first;
            // an edge that is off takes a share of the integers next to it
            double share = Math.max(pair.edgeError(edges[0]), pair.edgeError(edges[1])) * sigma / shift * sigma;
            held(ps[0], p, ends(first, count, shift, variance), share, norm, pair, what);
            held(qs[0], q, ends(first, count, 0, variance), share, norm, pair, what);
        }
    }

    /** The weights of the integers on either side of both edges. */
    private static BigDecimal ends(long first, int count, int shift, BigDecimal variance) {
        return weight(first - 1 - shift, variance)
                .add(weight(first - shift, variance))
                .add(weight(first + count - 1 - shift, variance))
                .add(weight(first + count - shift, variance));
    }

    private static void held(
            double found, BigDecimal sum, BigDecimal ends, double share, BigDecimal norm, Pair pair, String what) {
        BigDecimal moved = ends.multiply(new BigDecimal(share));
        Contained.assertMass(
                found,
                sum.subtract(moved).divide(norm, DIGITS),
                sum.add(moved).divide(norm, DIGITS),
                pair.massError(),
                what);
    }

    /** The control: a sigma that is off by a part in 10^12 has other deltas. */
    @Test
    void anotherTruthIsSeen() {
        for (double off : new double[] {1 - 1e-12, 1 + 1e-12})
            assertThat(Contained.isHeld(DiscreteGaussianPair.of(2, 3).logDelta(1), delta(2 * off, 3, 1)))
                    .isFalse();
    }

    /** So far out that integers are no doubles: of the tail no more is known than what bounds it. */
    @Test
    void farOutTheTailIsBounded() {
        Random random = new Random(SEED + 5);
        for (int i = 0; i < 100; i++) {
            double sigma = Math.pow(10, 4 * random.nextDouble() - 1);
            int shift = 1 + random.nextInt(5);
            double epsilon = 1e15 * shift / sigma / sigma * Math.pow(10, 8 * random.nextDouble());
            // the first integer beyond has the largest mass: its half square, with what the norm and the gap take off
            double x = epsilon * sigma / shift - 0.5 * shift / sigma;
            double truth = -0.5 * x * x;
            Bracket found = DiscreteGaussianPair.of(sigma, shift).logDelta(epsilon);
            String what = "seed " + SEED + ", sigma " + sigma + " shift " + shift + " at " + epsilon;
            assertThat(found.upper()).as(what).isBetween(truth, truth * (1 - 1e-8));
            assertThat(found.lower()).as(what).isEqualTo(Double.NEGATIVE_INFINITY);
        }
    }

    @Test
    void lossesHaveTheirEndsAndTheirDistance() {
        Pair few = DiscreteGaussianPair.of(2, 3);
        assertThat(few.continuous()).isFalse();
        assertThat(few.lossMin()).isEqualTo(few.atoms().get(0).loss()).isLessThan(-40);
        assertThat(few.lossMax())
                .isEqualTo(few.atoms().get(few.atoms().size() - 1).loss())
                .isGreaterThan(40);
        assertThat(few.unit()).isEqualTo(0.75);
        Pair many = DiscreteGaussianPair.of(300, 3);
        assertThat(many.continuous()).isTrue();
        assertThat(many.atoms()).isEmpty();
        assertThat(many.lossMin()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(many.lossMax()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(many.infinity()).isEqualTo(Bracket.exactly(0));
        assertThat(many.missing()).isEqualTo(Bracket.exactly(0));
        assertThat(few)
                .isEqualTo(DiscreteGaussianPair.of(2, 3))
                .hasSameHashCodeAs(DiscreteGaussianPair.of(2, 3))
                .isNotEqualTo(DiscreteGaussianPair.of(2, 4))
                .isNotEqualTo(DiscreteGaussianPair.of(2.5, 3));
        // a loss that is no double any more
        assertThat(DiscreteGaussianPair.of(1e-200, 1).infinity()).isEqualTo(Bracket.exactly(1));
        for (double sigma : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
            assertThatThrownBy(() -> DiscreteGaussianPair.of(sigma, 1)).hasMessageContaining("sigma");
        assertThatThrownBy(() -> DiscreteGaussianPair.of(1, 0)).hasMessageContaining("shift");
    }

    @Test
    void noEpsilonHasNoDelta() {
        for (int shift : new int[] {1, 2, 5, 60})
            for (double sigma : new double[] {0.3, 1, 20, 400})
                assertThat(DiscreteGaussianPair.of(sigma, shift).epsilon(0).upper())
                        .isEqualTo(Double.POSITIVE_INFINITY);
    }

    /** Over the losses that P and Q have, deep into the tail, and below 0. */
    private static double question(Random random, double sigma, int shift) {
        double x = random.nextInt(3) == 0 ? 36 * random.nextDouble() : 3 * random.nextGaussian();
        double epsilon = ((shift + x * sigma) - shift / 2.0) * shift / sigma / sigma;
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1 -> epsilon * random.nextDouble();
            case 2 -> -epsilon;
            default -> epsilon;
        };
    }

    private static void check(double sigma, int shift, double epsilon) {
        Bracket found = DiscreteGaussianPair.of(sigma, shift).logDelta(epsilon);
        BigDecimal truth = epsilon < 0 ? mirrored(sigma, shift, epsilon) : delta(sigma, shift, epsilon);
        String name = "seed " + SEED + ", sigma " + sigma + " shift " + shift + " at " + epsilon;
        Contained.assertHeld(found, truth, name);
        if (found.upper() > -600) assertThat(found.width()).as(name).isLessThan(1e-10);
    }

    private static BigDecimal mirrored(double sigma, int shift, double epsilon) {
        BigDecimal order = exp(new BigDecimal(epsilon));
        return BigDecimal.ONE.subtract(order).add(order.multiply(delta(sigma, shift, -epsilon), DIGITS), DIGITS);
    }

    /** The sum of P - e^eps Q where it is positive, each term from the one before by the ratio of a Gaussian's neighbours. */
    private static BigDecimal delta(double sigma, int shift, double epsilon) {
        BigDecimal variance = new BigDecimal(sigma).pow(2);
        BigDecimal half = new BigDecimal(shift).divide(BigDecimal.valueOf(2));
        BigDecimal first = new BigDecimal(epsilon)
                .multiply(variance)
                .divide(new BigDecimal(shift), DIGITS)
                .add(half);
        long span = 1 + (long) Math.ceil(16 * sigma);
        long start = Math.max(first.longValue() + 1, shift - span);
        long end = Math.max(start, shift) + span;
        BigDecimal shrink = exp(BigDecimal.ONE.negate().divide(variance, DIGITS));
        BigDecimal p = weight(start - shift, variance);
        BigDecimal pRatio = neighbour(start - shift, variance);
        BigDecimal q = weight(start, variance).multiply(exp(new BigDecimal(epsilon)), DIGITS);
        BigDecimal qRatio = neighbour(start, variance);
        BigDecimal sum = BigDecimal.ZERO;
        for (long z = start; z <= end; z++) {
            sum = sum.add(p.subtract(q, DIGITS), DIGITS);
            p = p.multiply(pRatio, DIGITS);
            q = q.multiply(qRatio, DIGITS);
            pRatio = pRatio.multiply(shrink, DIGITS);
            qRatio = qRatio.multiply(shrink, DIGITS);
        }
        return sum.divide(norm(span, variance), DIGITS);
    }

    private static BigDecimal norm(long span, BigDecimal variance) {
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal term = BigDecimal.ONE;
        BigDecimal ratio = neighbour(0, variance);
        BigDecimal shrink = exp(BigDecimal.ONE.negate().divide(variance, DIGITS));
        for (long z = 1; z <= span; z++) {
            term = term.multiply(ratio, DIGITS);
            ratio = ratio.multiply(shrink, DIGITS);
            sum = sum.add(term, DIGITS);
        }
        return BigDecimal.ONE.add(sum.multiply(BigDecimal.valueOf(2)), DIGITS);
    }

    private static BigDecimal weight(long x, BigDecimal variance) {
        return exp(new BigDecimal(x)
                .pow(2)
                .negate()
                .divide(variance, new MathContext(80))
                .divide(BigDecimal.valueOf(2)));
    }

    /** The weight of x + 1 relative to that of x. */
    private static BigDecimal neighbour(long x, BigDecimal variance) {
        return exp(new BigDecimal(2 * x + 1).negate().divide(variance, DIGITS).divide(BigDecimal.valueOf(2)));
    }

    private static BigDecimal exp(BigDecimal x) {
        MathContext more = new MathContext(90);
        int halvings = Math.max(0, Math.getExponent(x.doubleValue()) + 8);
        BigDecimal small = x.divide(BigDecimal.valueOf(2).pow(halvings), more);
        BigDecimal sum = BigDecimal.ONE;
        BigDecimal term = BigDecimal.ONE;
        for (int i = 1; i < 32; i++) {
            term = term.multiply(small, more).divide(BigDecimal.valueOf(i), more);
            sum = sum.add(term, more);
        }
        for (int i = 0; i < halvings; i++) sum = sum.multiply(sum, more);
        return sum;
    }
}
