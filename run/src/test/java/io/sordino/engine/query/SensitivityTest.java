package io.sordino.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import org.junit.jupiter.api.Test;

/** The sensitivity that is accounted for is the one of the code: of sums in any order, of the distance of a test, of quantile scores. */
class SensitivityTest {
    private static final long SEED = 5;
    private static final double[] ODD = {
        Double.NaN,
        -0.0,
        0.0,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        0.1,
        1e16,
        1,
        -1
    };

    private static double value(RandomSource random) {
        int kind = (int) random.below(3);
        if (kind == 0) return ODD[(int) random.below(ODD.length)];
        double unit = Math.scalb((double) random.bits(53), -53);
        return kind == 1 ? 4 * unit - 2 : Double.longBitsToDouble(random.bits(62) << 2 | random.bits(2));
    }

    @Test
    void oneRecordMovesASumByAtMostItsContribution() {
        RandomSource random = Tapes.seeded(SEED);
        Contribution[] all = {
            Contribution.of(-1, 1, 36),
            Contribution.of(0, 0.1, 36),
            Contribution.centred(0.1, 0.3, 20),
            Contribution.of(-3, 1e9, 30)
        };
        for (int pair = 0; pair < 1_000_000; pair++) {
            Contribution contribution = all[pair & 3];
            double[] data = {value(random), value(random), value(random), value(random)};
            long sum = 0;
            for (double x : data) sum += contribution.steps(x);
            long backwards = 0;
            for (int i = 3; i >= 0; i--) backwards += contribution.steps(data[i]);
            long without = sum - contribution.steps(data[2]);
            long replaced = without + contribution.steps(value(random));
            if (!(sum == backwards
                    && Math.abs(sum - without) <= contribution.cells()
                    && Math.abs(sum - replaced) <= 2 * contribution.cells()))
                assertThat(pair).as("a pair that moved further").isEqualTo(-1);
        }
    }

    @Test
    void oneRecordMovesAVectorSumByAtMostItsLength() {
        RandomSource random = Tapes.seeded(SEED);
        for (int dimensions : new int[] {1, 3, 50})
            for (double clip : new double[] {1, 0.3, 1e-200, 1e200})
                for (int i = 0; i < 3000; i++) {
                    VectorSum sum = new VectorSum(dimensions, clip);
                    double[] vector = new double[dimensions];
                    for (int j = 0; j < dimensions; j++) vector[j] = value(random) * (i % 2 == 0 ? 1 : clip);
                    sum.add(vector);
                    double[] steps = sum.steps();
                    double squares = 0;
                    for (double step : steps) squares += step * step;
                    if (!(squares <= (double) sum.cells() * sum.cells()))
                        assertThat(squares).as("clip %s", clip).isEqualTo(-1);
                }
    }

    @Test
    void aVectorWithinTheClipIsAddedAsItIs() {
        VectorSum sum = new VectorSum(3, 2);
        sum.add(new double[] {1, -0.5, 0.25});
        sum.add(new double[] {100, 0, 0});
        double[] released = sum.release(new io.sordino.mechanism.Gaussian(1e-3), Tapes.seeded(1))
                .value();
        assertThat(released[0]).isBetween(2.98, 3.02);
        assertThat(released[1]).isBetween(-0.52, -0.48);
        assertThat(released[2]).isBetween(0.23, 0.27);
    }

    @Test
    void doublesMoveFurtherAndDependOnTheirOrder() {
        // the control: 2^53 + 1 + 1 ... forgets the ones, and remembers them in another order
        double forwards = 0x1p53;
        for (int i = 0; i < 100; i++) forwards += 1;
        double ones = 0;
        for (int i = 0; i < 100; i++) ones += 1;
        assertThat(forwards).isNotEqualTo(ones + 0x1p53);
        // one record of at most 1 moves this sum by 2
        assertThat((0x1p53 + 2 + 1) - (0x1p53 + 2)).isEqualTo(2);
    }

    /** Brute force over every dataset of three or five values on a grid of four. */
    @Test
    void theLargestSensitivityWithinKIsWhatTheFormulaSays() {
        int most = 3;
        for (int n : new int[] {3, 5}) {
            int sets = (int) Math.pow(most + 1, n);
            long[] local = new long[sets];
            for (int x = 0; x < sets; x++)
                for (int y : neighbours(x, n, most))
                    local[x] = Math.max(local[x], Math.abs(median(x, n, most) - median(y, n, most)));
            long[] within = local.clone();
            for (int k = 0; k < n; k++) {
                for (int x = 0; x < sets; x++)
                    assertThat(new OrderStatistic(sorted(x, n, most), (n + 1) / 2, most).sensitivityWithin(k))
                            .isEqualTo(within[x]);
                long[] next = within.clone();
                for (int x = 0; x < sets; x++)
                    for (int y : neighbours(x, n, most)) next[x] = Math.max(next[x], within[y]);
                within = next;
            }
        }
    }

    private static long median(int x, int n, int most) {
        return sorted(x, n, most)[n / 2];
    }

    private static long[] sorted(int x, int n, int most) {
        long[] values = new long[n];
        int rest = x;
        for (int i = 0; i < n; i++) {
            values[i] = rest % (most + 1);
            rest /= most + 1;
        }
        java.util.Arrays.sort(values);
        return values;
    }

    private static int[] neighbours(int x, int n, int most) {
        int[] found = new int[n * (most + 1)];
        int used = 0;
        int power = 1;
        for (int i = 0; i < n; i++) {
            int digit = x / power % (most + 1);
            for (int other = 0; other <= most; other++) found[used++] = x + (other - digit) * power;
            power *= most + 1;
        }
        return found;
    }
}
