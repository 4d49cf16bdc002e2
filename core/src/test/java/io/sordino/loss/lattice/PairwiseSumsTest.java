package io.sordino.loss.lattice;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Side;
import io.sordino.numeric.Bracket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Adding up many laws in groups gives the same law as adding them up at once. */
class PairwiseSumsTest {
    private static final double THETA = 1.5;
    private static final double STEP = 1e-2;

    private static TiltedLaw block(SplittableRandom random, int points) {
        double[] weight = new double[points];
        for (int i = 0; i < points; i++) weight[i] = random.nextDouble();
        double sum = Arrays.stream(weight).sum();
        for (int i = 0; i < points; i++) weight[i] /= sum;
        return new TiltedLaw(
                THETA, random.nextDouble() * STEP, STEP, -points / 2, weight, 0.01 * random.nextDouble(), 0, 0, 0);
    }

    private static Bracket logDelta(TiltedLaw upper, TiltedLaw lower, double epsilon) {
        double above = new DeltaCurve(upper, Side.UPPER, epsilon).logDelta(epsilon);
        return Bracket.of(Math.min(above, new DeltaCurve(lower, Side.LOWER, epsilon).logDelta(epsilon)), above);
    }

    @Test
    void groupsGiveTheSameSum() {
        long seed = 20311;
        System.out.println("CrowdTest: seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        List<TiltedLaw> blocks = new ArrayList<>();
        for (int i = 0; i < 45; i++) blocks.add(block(random, i % 3 == 0 ? 2 + i % 4 : 20 + 7 * i));
        long[] counts = new long[blocks.size()];
        Arrays.fill(counts, 1);
        counts[1] = 3;
        PairwiseSums crowd = new PairwiseSums(blocks, counts, Side.UPPER, 1e-15);
        assertThat(crowd.blocks()).hasSizeLessThan(15);
        TiltedLaw[] grouped = new TiltedLaw[2];
        TiltedLaw[] atOnce = new TiltedLaw[2];
        for (Side side : Side.values()) {
            int i = side == Side.UPPER ? 0 : 1;
            grouped[i] = Convolution.sum(blocks, counts, side, 1e-15);
            atOnce[i] = Convolution.one(blocks, counts, side, 1e-15, Convolution.MOST_POINTS);
        }
        for (double epsilon = -1; epsilon < 4; epsilon += 0.37) {
            Bracket one = logDelta(atOnce[0], atOnce[1], epsilon);
            Bracket other = logDelta(grouped[0], grouped[1], epsilon);
            assertThat(other.upper()).isGreaterThanOrEqualTo(one.lower());
            assertThat(other.lower()).isLessThanOrEqualTo(one.upper());
            assertThat(other.upper() - other.lower()).isLessThan(1e-9);
        }
    }

    /** A transform that is kept enters a sum with its error, as a fresh one does: nothing differs, in any number of times. */
    @Test
    void keptTransformsGiveTheSameBits() {
        SplittableRandom random = new SplittableRandom(11);
        List<TiltedLaw> blocks = List.of(block(random, 40), block(random, 9));
        Transforms transforms = new Transforms();
        for (long times = 1; times <= 12; times++) {
            long[] counts = {times, 2 * times};
            TiltedLaw kept = Convolution.sum(blocks, counts, Side.UPPER, 1e-15, transforms);
            TiltedLaw fresh = Convolution.sum(blocks, counts, Side.UPPER, 1e-15);
            assertThat(kept.weight()).containsExactly(fresh.weight());
            assertThat(new double[] {kept.slack(), kept.relative(), kept.stray(), kept.logScale()})
                    .containsExactly(fresh.slack(), fresh.relative(), fresh.stray(), fresh.logScale());
        }
        assertThat(transforms.size()).isPositive();
    }

    @Test
    void aLawThatWasLeftOutIsNoticed() {
        SplittableRandom random = new SplittableRandom(7);
        List<TiltedLaw> blocks = new ArrayList<>();
        for (int i = 0; i < 12; i++) blocks.add(block(random, 30));
        long[] counts = new long[12];
        Arrays.fill(counts, 1);
        TiltedLaw all = Convolution.sum(blocks, counts, Side.LOWER, 1e-15);
        TiltedLaw fewer = Convolution.sum(blocks.subList(0, 11), Arrays.copyOf(counts, 11), Side.UPPER, 1e-15);
        assertThat(logDelta(fewer, fewer, 0.5).upper()).isLessThan(new DeltaCurve(all, Side.LOWER, 0.5).logDelta(0.5));
    }
}
