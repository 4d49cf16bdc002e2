package io.sordino.client;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What everybody can work out from the id of a report: which function it hashes by, which column of a Hadamard matrix it speaks of. The
 * id is a digest of the key that the report is sealed with, so its bits are coins already, and nobody names a function outright.
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
        private final int b;
        private final int c;
        private final int shift;

        private Hash(int a, int b, int c, int l) {
            this.a = a;
            this.b = b;
            this.c = c;
            this.shift = 32 - Integer.numberOfTrailingZeros(l);
        }

        /** The image of a value. */
        public int of(int value) {
            return (a ^ times(value, b ^ times(value, c))) >>> shift;
        }

        /**
         * Everything about the function: the image of 0, and behind it what the lowest bits of a value add to it by exclusive or, each for
         * itself. Multiplication and squaring are linear over bits.
         */
        public void write(int[] images) {
            images[0] = a >>> shift;
            int once = b;
            int twice = c;
            for (int i = 1; i < images.length; i++) {
                images[i] = (once ^ twice) >>> shift;
                once = timesX(once);
                twice = timesX(timesX(twice));
            }
        }
    }

    static void checkHash(int values, long l) {
        if (!(values <= MOST_VALUES)) throw new Refused("at most 2^20 values can be hashed");
        if (!(Long.bitCount(l) == 1)) throw new Refused("l must be a power of two, was " + l);
    }

    /** The function of a report. */
    public static Hash hash(byte[] id, int l) {
        return new Hash(word(id, 0), word(id, 4), word(id, 8), l);
    }

    /** The column of a report, among as many as the values and the row of ones need. */
    public static int column(byte[] id, int values) {
        int bits = 32 - Integer.numberOfLeadingZeros(values);
        return word(id, 0) >>> (32 - bits);
    }

    /** The entry of a value's row, which is the one after its own number: nobody has the row of ones. */
    public static int entry(int value, int column) {
        return Integer.bitCount((value + 1) & column) & 1;
    }

    /** The product in the field of 2^32 elements. */
    static int times(int x, int y) {
        int product = 0;
        for (int i = 31; i >= 0; i--) product = timesX(product) ^ (-(y >>> i & 1) & x);
        return product;
    }

    private static int timesX(int y) {
        return y << 1 ^ (y >> 31 & REDUCTION);
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
