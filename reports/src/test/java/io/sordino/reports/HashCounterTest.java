package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.client.Envelope;
import io.sordino.client.HashFamily;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HashCounterTest {
    /** Few and many values, few and many images, more images than values: what each report supports is asked of its function, value by value. */
    @Test
    void countsAreThoseOfLookingAtEveryValue() {
        Random random = new Random(1);
        for (int k : new int[] {1, 2, 3, 5, 8, 9, 31, 32, 33, 100, 1024, 5000})
            for (int l : new int[] {2, 4, 8, 32, 64, 512, 1 << 16, 1 << 30}) countsEqual(k, l, random);
        for (int l : new int[] {128, 256}) countsEqual((1 << 17) + 3, l, random);
        // more than wait together
        countsEqual(4100, 1 << 12, 5000, random);
        countsEqual(600, 1 << 9, 40_000, random);
        for (int i = 0; i < 200; i++)
            countsEqual(1 + random.nextInt(1 << random.nextInt(1, 13)), 1 << random.nextInt(1, 31), random);
    }

    private static void countsEqual(int k, int l, Random random) {
        countsEqual(k, l, 60, random);
    }

    private static void countsEqual(int k, int l, int reports, Random random) {
        Counter counter = HashCounter.of(k, l);
        Counter other = HashCounter.of(k, l);
        HashFamily family = new HashFamily(k, l);
        long[] expected = new long[k];
        for (int report = 0; report < reports; report++) {
            byte[] id = new byte[Envelope.ID_BYTES];
            // few functions too, those whose first coefficients are 0
            if (report % 5 != 0) random.nextBytes(id);
            id[random.nextInt(id.length)] ^= (byte) random.nextInt();
            long function = family.function(id);
            int image = report % 2 == 0 ? family.image(function, random.nextInt(k)) : random.nextInt(l);
            assertThat((report % 3 == 0 ? other : counter).take(message(image), id))
                    .isTrue();
            for (int v = 0; v < k; v++) if (family.image(function, v) == image) expected[v]++;
        }
        counter.add(other);
        assertThat(counter.supports(k)).as("%s values, %s images", k, l).isEqualTo(expected);
    }

    @Test
    void imagesThatThereAreNotAreRefused() {
        for (int k : new int[] {4, 1000}) {
            Counter counter = HashCounter.of(k, 8);
            for (int image : new int[] {-1, 8, Integer.MIN_VALUE, Integer.MAX_VALUE})
                assertThat(counter.take(message(image), new byte[Envelope.ID_BYTES]))
                        .isFalse();
            assertThat(counter.supports(k)).containsOnly(0);
        }
    }

    /** All functions and all answers of one device: what it holds is supported with probability p, and every other value with 1/l; which is all that estimates lean on. */
    @Test
    void everyValueIsSupportedAsOftenAsTheLawSays() {
        for (int[] one : new int[][] {{2, 2}, {5, 2}, {6, 4}, {20, 4}, {4, 8}, {30, 8}, {20, 16}}) {
            double[][] together = supported(one[0], one[1], 0.6, 0);
            double[][] withoutConstant = supported(one[0], one[1], 0.6, 1);
            Law law = new Law("local_hash", 0.6, 1.0 / one[1]);
            for (int v = 0; v < one[0]; v++) {
                double mean = together[v][v];
                assertThat(mean).isCloseTo(v == 0 ? law.p() : law.q(), within(1e-12));
                // of one report; reports are independent, so that the variances of n add up
                double variance = mean * (1 - mean) / Math.pow(law.p() - law.q(), 2);
                assertThat(variance).isCloseTo(Math.pow(law.deviation(v == 0 ? 1 : 0, 1), 2), within(1e-9));
            }
            // the control: without the function that sends all values to one image others are supported too seldom
            double functions = Math.pow(one[1], new HashFamily(one[0], one[1]).digits());
            assertThat(withoutConstant[1][1] * functions / (functions - 1)).isLessThan(law.q() - 1e-3);
        }
    }

    /** Values in line with the one that is held are supported together: the errors of single cells are as stated, those of sums of cells are larger. */
    @Test
    void valuesInLineErrTogether() {
        double p = 0.6;
        double[][] inLine = supported(4, 8, p, 0);
        double[][] bits = supported(8, 2, p, 0);
        for (int v = 1; v < 4; v++)
            for (int u = 1; u < v; u++) {
                assertThat(inLine[u][v]).isCloseTo(p / 8, within(1e-12));
                // of two values there is no third one in line
                assertThat(bits[u][v]).isCloseTo(1.0 / 4, within(1e-12));
            }
    }

    /** Liars have tried keys until their function sends all values to one image: each supports every value at once, and the second intervals hold for all values together. */
    @Test
    void liarsWhoSupportEveryValueAreAllowedFor() {
        int k = 16;
        int n = 1000;
        int lies = 50;
        HashFamily family = new HashFamily(k, k);
        Law law = new Law("local_hash", 0.5, 1.0 / k);
        double tail = 0.05 / k / 2;
        SplittableRandom random = new SplittableRandom(9);
        int robust = 0;
        int plain = 0;
        int runs = 400;
        for (int run = 0; run < runs; run++) {
            Counter counter = HashCounter.of(k, k);
            byte[] id = new byte[Envelope.ID_BYTES];
            for (int i = 0; i < lies; i++)
                assertThat(counter.take(message(0), id)).isTrue();
            // the honest hold values 0 to 9, each as many
            for (int i = 0; i < n - lies; i++) {
                random.nextBytes(id);
                int image = family.image(family.function(id), i % 10);
                boolean truth = random.nextDouble() < law.p();
                counter.take(message(truth ? image : (image + 1 + random.nextInt(k - 1)) % k), id);
            }
            boolean allRobust = true;
            boolean allPlain = true;
            long[] supports = counter.supports(k);
            for (int v = 0; v < k; v++) {
                double truth = v < 10 ? (n - lies) / 10.0 : 0;
                Interval second = Interval.robust(law, supports[v], n, lies, tail);
                Interval first = Interval.of(law, supports[v], n, tail);
                allRobust &= second.lower() <= truth && truth <= second.upper();
                allPlain &= first.lower() <= truth && truth <= first.upper();
            }
            if (allRobust) robust++;
            if (allPlain) plain++;
        }
        assertThat(robust).isGreaterThan((int) (0.95 * runs));
        assertThat(plain).isLessThan(runs / 2);
    }

    /** The probability that both of two values are supported by a device that holds 0, over all functions from this one on. */
    private static double[][] supported(int k, int l, double p, int from) {
        HashFamily family = new HashFamily(k, l);
        long functions = 1L << (family.digits() * family.imageBits());
        double[][] together = new double[k][k];
        for (long function = from; function < functions; function++)
            for (int said = 0; said < l; said++) {
                double mass = (said == family.image(function, 0) ? p : (1 - p) / (l - 1)) / functions;
                for (int v = 0; v < k; v++)
                    for (int u = 0; u <= v; u++)
                        if (family.image(function, u) == said && family.image(function, v) == said) {
                            together[v][u] += mass;
                            if (u < v) together[u][v] += mass;
                        }
            }
        return together;
    }

    private static byte[] message(int image) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(image).array();
    }
}
