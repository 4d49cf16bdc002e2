package io.sordino.client;

/**
 * Functions from values to l images, a power of two, of which a report's id chooses one. A value is written as digits of the field of l elements, and a
 * function adds them up, each times a coefficient; the coefficients are coins, but the first one that is not 0 is replaced by 1. What multiplies all images
 * alike is nothing to k-ary response, and so the functions are as few as can be told apart.
 *
 * <p>Two values meet with probability 1/l exactly. By induction over the digits: if they differ in a digit behind the first one, its coefficient is such a coin
 * whichever the first one is (or, where the first one is 0, they meet with probability 1/l by induction). If they differ in the first digit alone, they meet
 * where its coefficient is 0, of which the probability is 1/l, and nowhere else.
 */
public final class HashFamily {
    /** More values than an analyzer's memory has room for. */
    private static final int MOST_VALUES = 1 << 20;

    /** The largest image, and where a value has several digits also less than a value. */
    private static final int MOST_BITS = 30;

    /** What x^e is, for every e from 0: with it an irreducible polynomial. Where there are more images than values nothing is multiplied. */
    private static final int[] REDUCTIONS = {
        0, 1, 0x3, 0x3, 0x3, 0x5, 0x3, 0x3, 0x1b, 0x3, 0x9, 0x5, 0x9, 0x1b, 0x21, 0x3, 0x2b, 0x9, 0x9, 0x27
    };

    private final int imageBits;
    private final int valueBits;
    private final int digits;
    private final int mask;

    /** Of so many values and images. */
    public HashFamily(int values, long l) {
        if (!(values >= 1 && values <= MOST_VALUES)) throw new Refused("at most 2^20 values can be hashed");
        if (!(Long.bitCount(l) == 1 && l >= 2 && l <= 1L << MOST_BITS))
            throw new Refused("l must be a power of two from 2 to 2^30, was " + l);
        imageBits = Long.numberOfTrailingZeros(l);
        valueBits = 32 - Integer.numberOfLeadingZeros(values - 1);
        digits = Math.max(1, (valueBits + imageBits - 1) / imageBits);
        mask = (int) (l - 1);
    }

    /** How many bits an image has, and every digit of a value but the last. */
    public int imageBits() {
        return imageBits;
    }

    /** How many bits a value has. */
    public int valueBits() {
        return valueBits;
    }

    /** How many digits a value has; the first is its lowest. */
    public int digits() {
        return digits;
    }

    /** The function of a report: its coins, those of the first digit highest. */
    public long function(byte[] id) {
        long coins = 0;
        for (int i = 0; i < Long.BYTES; i++) coins = coins << 8 | (id[i] & 0xff);
        return coins >>> (Long.SIZE - digits * imageBits);
    }

    /** The image of a value under a function. */
    public int image(long function, int value) {
        int image = 0;
        boolean led = false;
        for (int i = 0; i < digits; i++) {
            int coin = (int) (function >>> ((digits - 1 - i) * imageBits)) & mask;
            int digit = (value >>> (i * imageBits)) & mask;
            image ^= led ? times(coin, digit) : coin == 0 ? 0 : digit;
            led |= coin != 0;
        }
        return image;
    }

    /** The product of two digits in the field. */
    public int times(int x, int y) {
        int product = 0;
        for (int i = imageBits - 1; i >= 0; i--) product = timesX(product) ^ (-(y >>> i & 1) & x);
        return product;
    }

    /** The product of a digit and x, of which all digits are sums of powers. */
    public int timesX(int y) {
        return (y << 1 & mask) ^ (-(y >>> (imageBits - 1)) & REDUCTIONS[imageBits]);
    }
}
