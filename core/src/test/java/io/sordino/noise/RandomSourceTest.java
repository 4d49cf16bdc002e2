package io.sordino.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** The bits are those of AES-256 in counter mode, and every block begins with the next key. */
class RandomSourceTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final String KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    @Test
    void theCipherGivesTheKnownAnswer() throws GeneralSecurityException {
        // FIPS 197, appendix C.3
        Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
        aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(HEX.parseHex(KEY), "AES"));
        assertThat(HEX.formatHex(aes.doFinal(HEX.parseHex("00112233445566778899aabbccddeeff"))))
                .isEqualTo("8ea2b7ca516745bfeafc49904b496089");
    }

    @Test
    void bitsAreTheCounterBlocksAfterTheNextKey() throws GeneralSecurityException {
        byte[] key = HEX.parseHex(KEY);
        RandomSource random = new AesCounter(key.clone());
        for (int block = 0; block < 3; block++) {
            byte[] stream = counters(key, 2 + 512);
            for (int i = 0; i < 1024; i++)
                assertThat(next(random)).isEqualTo(HEX.formatHex(stream, 32 + 8 * i, 40 + 8 * i));
            key = java.util.Arrays.copyOf(stream, 32);
        }
    }

    @Test
    void theFirstWordsAreThoseOfOpenSsl() {
        // openssl enc -aes-256-ctr -K 0001..1f -iv 0, of 48 zero bytes, without the first 32
        RandomSource random = new AesCounter(HEX.parseHex(KEY));
        assertThat(next(random) + next(random)).isEqualTo("0ebcb5deb52c83bd08a8a935182c9199");
    }

    @Test
    void theKeyThatWasGivenIsWiped() {
        byte[] key = HEX.parseHex(KEY);
        assertThat(new AesCounter(key).bits(1)).isBetween(0L, 1L);
        assertThat(key).containsOnly(0);
    }

    @Test
    void bitsThatWereUsedAreWiped() throws ReflectiveOperationException {
        AesCounter random = new AesCounter(HEX.parseHex(KEY));
        int[] counts = {1, 31, 62, 7, 53, 2, 32, 20, 60};
        for (int i = 0; i < 5000; i++) {
            assertThat(random.bits(counts[i % counts.length])).isNotNegative();
            byte[] block = (byte[]) field(random, "block");
            int position = (int) field(random, "position");
            for (int at = 0; at < position; at++)
                assertThat(block[at]).as("byte %d", at).isZero();
            int left = (int) field(random, "left");
            long used = left == 0 ? -1L : (1L << (Long.SIZE - left)) - 1;
            assertThat((long) field(random, "word") & used)
                    .as("the used part of the word")
                    .isZero();
        }
        // the check can fail: what has not been used is there
        assertThat((byte[]) field(random, "block")).isNotEqualTo(new byte[((byte[]) field(random, "block")).length]);
    }

    private static Object field(AesCounter random, String name) throws ReflectiveOperationException {
        java.lang.reflect.Field field = AesCounter.class.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(random);
    }

    @Test
    void copiesOfAProcessGoOnDifferently() throws ReflectiveOperationException {
        long[] life = {1};
        for (int used : new int[] {0, 1, 40, 70_000}) {
            AesCounter one = AesCounter.keyedBySystem(() -> life[0]);
            AesCounter copy = AesCounter.keyedBySystem(() -> life[0]);
            for (int i = 0; i < used; i++) assertThat(one.bits(7)).isNotNegative();
            copyMemory(one, copy);
            // the control: copies that nothing tells apart give the same bits
            assertThat(next(copy)).isEqualTo(next(one));
            copyMemory(one, copy);
            life[0]++;
            String after = next(one) + next(one) + next(one);
            assertThat(next(copy) + next(copy) + next(copy)).isNotEqualTo(after);
        }
        // and without an incarnation no two blocks follow from one key
        AesCounter one = AesCounter.keyedBySystem();
        AesCounter copy = AesCounter.keyedBySystem();
        copyMemory(one, copy);
        for (int i = 0; i < 1024; i++) assertThat(next(copy)).isEqualTo(next(one));
        for (int i = 0; i < 1024; i++) {
            next(copy);
            next(one);
        }
        assertThat(next(copy)).isNotEqualTo(next(one));
    }

    /** The pool of a machine that was copied gives both copies the same bytes. */
    @Test
    void keysDifferBetweenIncarnationsWhateverTheSystemGives() {
        byte[] pool = HEX.parseHex(KEY);
        byte[] one = AesCounter.keyOf(pool.clone(), 1);
        assertThat(AesCounter.keyOf(pool.clone(), 2)).isNotEqualTo(one);
        // the control: nothing else is in it
        assertThat(AesCounter.keyOf(pool.clone(), 1)).isEqualTo(one);
        assertThat(Seed.fresh(() -> 1).secret())
                .isNotEqualTo(Seed.fresh(() -> 1).secret());
    }

    /** As a restored machine would have it. */
    private static void copyMemory(AesCounter from, AesCounter to) throws ReflectiveOperationException {
        byte[] key = HEX.parseHex(KEY);
        // the key of the next block is inside the cipher: both get one
        for (AesCounter source : new AesCounter[] {from, to}) {
            java.lang.reflect.Method rekey = AesCounter.class.getDeclaredMethod("rekey", byte[].class);
            rekey.setAccessible(true);
            rekey.invoke(source, (Object) key.clone());
        }
        System.arraycopy(
                (byte[]) field(from, "block"), 0, (byte[]) field(to, "block"), 0, ((byte[]) field(to, "block")).length);
        for (String name : new String[] {"position", "word", "left", "born"}) {
            java.lang.reflect.Field field = AesCounter.class.getDeclaredField(name);
            field.setAccessible(true);
            field.set(to, field.get(from));
        }
    }

    @Test
    void seededSourceIsWhatItsSeedMakesIt() {
        Seed seed = Seed.fresh();
        RandomSource one = seed.source();
        RandomSource other = Seed.kept(seed.secret()).source();
        for (int i = 0; i < 5000; i++) assertThat(next(one)).isEqualTo(next(other));
    }

    @Test
    void copiesOfAProcessForgetWhatWasDrawnAhead() {
        long[] life = {1};
        int[] draws = {0};
        Reservoir reservoir = new Reservoir(random -> draws[0]++, 10, RandomSource.secure(), () -> life[0]);
        assertThat(reservoir.take()).isEqualTo(9);
        life[0]++;
        // the nine that are left are the copy's as well
        assertThat(reservoir.take()).isEqualTo(19);
        assertThat(reservoir.left()).isEqualTo(9);
        life[0]++;
        reservoir.fill();
        for (int i = 0; i < 10; i++) assertThat(reservoir.take()).isGreaterThanOrEqualTo(20);
    }

    @Test
    void twoSecureSourcesDiffer() {
        assertThat(next(RandomSource.secure())).isNotEqualTo(next(RandomSource.secure()));
    }

    @Test
    void askingForMoreBitsThanThereAreIsRefused() {
        RandomSource random = Tapes.seeded(1);
        assertThatThrownBy(() -> random.bits(0)).hasMessageContaining("[1, 62]");
        assertThatThrownBy(() -> random.bits(63)).hasMessageContaining("[1, 62]");
        assertThatThrownBy(() -> random.below(0)).hasMessageContaining("[1, 2^61]");
        assertThatThrownBy(() -> random.below((1L << 61) + 1)).hasMessageContaining("[1, 2^61]");
        assertThat(random.below(1L << 61)).isBetween(0L, 1L << 61);
        assertThat(random.bits(62)).isNotNegative();
        for (long[] odds : new long[][] {{-1, 2}, {3, 2}, {0, 1L << 60}})
            assertThatThrownBy(() -> random.happens(odds[0], odds[1])).hasMessageContaining("[0, 1]");
        for (long below : new long[] {1, 2, (1L << 60) - 1})
            for (int i = 0; i < 20; i++) {
                assertThat(random.happens(0, below)).isFalse();
                assertThat(random.happens(below, below)).isTrue();
            }
    }

    @Test
    void largeBoundsAreUniform() {
        for (long bound : new long[] {3, 1000, (1L << 31) + 1, 3L << 40, (1L << 61) - 1}) {
            RandomSource random = Tapes.seeded(bound);
            double fit = ChiSquare.of(100_000, () -> (long) (random.below(bound) / (bound / 3.0)), z -> 1.0 / 3);
            assertThat(fit).as("%d", bound).isGreaterThan(1e-3);
        }
    }

    private static String next(RandomSource random) {
        StringBuilder word = new StringBuilder();
        // 32 bits twice: nothing is thrown away
        for (int half = 0; half < 2; half++) word.append(HEX.toHexDigits(random.bits(32), 8));
        return word.toString();
    }

    private static byte[] counters(byte[] key, int blocks) throws GeneralSecurityException {
        Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
        aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
        byte[] counters = new byte[16 * blocks];
        for (int i = 0; i < blocks; i++) {
            counters[16 * i + 14] = (byte) (i >> 8);
            counters[16 * i + 15] = (byte) i;
        }
        return aes.doFinal(counters);
    }
}
