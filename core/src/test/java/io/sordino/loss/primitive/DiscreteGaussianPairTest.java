package io.sordino.loss.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any shift, any sigma, any epsilon, against sums of sixty digits that start from the definition. */
class DiscreteGaussianPairTest {
    private static final MathContext DIGITS = new MathContext(60);
    private static final double ULP = Math.ulp(1.0);
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
        double truth = logDelta(sigma, shift, epsilon);
        double rounding = 2 * ULP * Math.abs(truth);
        String name = "sigma " + sigma + " shift " + shift + " epsilon " + epsilon + ": " + truth + " in " + found;
        assertThat(found.lower()).as(name).isLessThanOrEqualTo(truth + rounding);
        assertThat(found.upper()).as(name).isGreaterThanOrEqualTo(truth - rounding);
        if (truth > -600) assertThat(found.width()).as(name).isLessThan(1e-10);
    }

    /** The sum of P - e^eps Q where it is positive, each term from the one before by the ratio of a Gaussian's neighbours. */
    private static double logDelta(double sigma, int shift, double epsilon) {
        if (epsilon < 0) {
            BigDecimal swapped = exp(new BigDecimal(epsilon)).multiply(delta(sigma, shift, -epsilon), DIGITS);
            return log(BigDecimal.ONE
                    .subtract(exp(new BigDecimal(epsilon)), DIGITS)
                    .add(swapped, DIGITS));
        }
        return log(delta(sigma, shift, epsilon));
    }

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

    private static double log(BigDecimal x) {
        if (x.compareTo(new BigDecimal("0.5")) > 0)
            return Math.log1p(Math.min(0, x.subtract(BigDecimal.ONE).doubleValue()));
        int places = x.precision() - x.scale();
        return Math.log(x.scaleByPowerOfTen(-places).doubleValue()) + places * Math.log(10);
    }
}
