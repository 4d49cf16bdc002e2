package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.client.Envelope;
import io.sordino.client.PublicCoins;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HashCounterTest {
    /** Few and many values, few and many images, more images than values: what each report supports is asked of its function, value by value. */
    @Test
    void countsAreThoseOfLookingAtEveryValue() {
        Random random = new Random(1);
        for (int k : new int[] {1, 2, 3, 5, 8, 9, 31, 32, 33, 100, 1024, 5000})
            for (int l : new int[] {2, 4, 8, 32, 64, 512, 1 << 16, 1 << 30}) countsEqual(k, l, random);
        for (int i = 0; i < 200; i++)
            countsEqual(1 + random.nextInt(1 << random.nextInt(1, 13)), 1 << random.nextInt(1, 31), random);
    }

    private static void countsEqual(int k, int l, Random random) {
        Counter counter = HashCounter.of(k, l);
        Counter other = HashCounter.of(k, l);
        long[] expected = new long[k];
        for (int report = 0; report < 60; report++) {
            byte[] id = new byte[Envelope.ID_BYTES];
            // few functions too, whose equations depend on each other
            if (report % 5 != 0) random.nextBytes(id);
            id[random.nextInt(id.length)] ^= (byte) random.nextInt();
            PublicCoins.Hash hash = PublicCoins.hash(id, l);
            int image = report % 2 == 0 ? hash.of(random.nextInt(k)) : random.nextInt(l);
            assertThat((report % 3 == 0 ? other : counter).take(message(image), id))
                    .isTrue();
            for (int v = 0; v < k; v++) if (hash.of(v) == image) expected[v]++;
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

    private static byte[] message(int image) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(image).array();
    }
}
