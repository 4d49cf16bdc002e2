package io.sordino.client;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What everybody can work out from the id of a report: which function it hashes by, which column of a Hadamard matrix it speaks of. The
 * id comes from the key that the report is sealed with, so nobody names a function outright.
 */
public final class PublicCoins {
    /** x^32 = x^7 + x^3 + x^2 + 1, an irreducible polynomial. */
    private static final int REDUCTION = 0x8d;

    /** More values than a field of 2^32 needs; what fits an analyzer's memory. */
    private static final int MOST_VALUES = 1 << 20;

    private PublicCoins() {}

    /**
     * A function to l images, a power of two: the highest bits of a + b v + c v^2 in the field of 2^32 elements. Over random a, b, c the
     * images of any three values are independent and uniform, so that two values meet with probability 1/l exactly.
     */
    public static final class Hash {
        private final int a;
        private final int shift;
        /** The images of 1, 2, 4, ...: multiplication and squaring are linear over bits. */
        private final int[] basis;

        private Hash(int a, int b, int c, int l) {
            this.a = a;
            this.shift = 32 - Integer.numberOfTrailingZeros(l);
            this.basis = new int[20];
            for (int i = 0; i < basis.length; i++) {
                int v = 1 << i;
                basis[i] = times(b, v) ^ times(c, times(v, v));
            }
        }

        /** The image of a value. */
        public int of(int value) {
            int image = a;
            for (int i = 0; value >>> i != 0; i++) if ((value >>> i & 1) == 1) image ^= basis[i];
            return image >>> shift;
        }

        /** Adds one to each value below the number of counts that has this image. */
        public void count(int wanted, long[] counts) {
            int image = a;
            int value = 0;
            // in the order of Gray's code, where neighbours differ in one bit
            int places = 1 << (32 - Integer.numberOfLeadingZeros(counts.length - 1));
            for (int i = 1; ; i++) {
                if (value < counts.length && image >>> shift == wanted) counts[value]++;
                if (i == places) return;
                int bit = Integer.numberOfTrailingZeros(i);
                value ^= 1 << bit;
                image ^= basis[bit];
            }
        }
    }

    static void checkHash(int values, long l) {
        if (!(values <= MOST_VALUES)) throw new Refused("at most 2^20 values can be hashed");
        if (!(Long.bitCount(l) == 1)) throw new Refused("l must be a power of two, was " + l);
    }

    /** The function of a report. */
    public static Hash hash(byte[] id, int l) {
        byte[] coins = digest("sordino hash", id);
        return new Hash(word(coins, 0), word(coins, 4), word(coins, 8), l);
    }

    /** The column of a report, among as many as the values and the row of ones need. */
    public static int column(byte[] id, int values) {
        int bits = 32 - Integer.numberOfLeadingZeros(values);
        return word(digest("sordino column", id), 0) >>> (32 - bits);
    }

    /** The entry of a value's row, which is the one after its own number: nobody has the row of ones. */
    public static int entry(int value, int column) {
        return Integer.bitCount((value + 1) & column) & 1;
    }

    /** The product in the field of 2^32 elements. */
    static int times(int x, int y) {
        int product = 0;
        for (int i = 31; i >= 0; i--) {
            int carry = product >> 31 & REDUCTION;
            product = product << 1 ^ carry ^ (-(y >>> i & 1) & x);
        }
        return product;
    }

    static byte[] digest(String purpose, byte[]... parts) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(Hpke.ascii(purpose));
            for (byte[] part : parts) sha.update(part);
            return sha.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every platform has SHA-256", e);
        }
    }

    private static int word(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | (bytes[at + 3] & 0xff);
    }
}
