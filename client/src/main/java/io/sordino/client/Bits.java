package io.sordino.client;

import java.security.SecureRandom;

/** Uniform random bits, eight bytes at a time from a pool that is filled by the platform's source. */
final class Bits {
    /** Probabilities are whole numbers over 2^62. */
    static final int FINE = 62;

    private static final int POOL = 256;

    private final SecureRandom random;
    private final byte[] pool = new byte[POOL];
    private int next = POOL;

    Bits(SecureRandom random) {
        this.random = random;
    }

    /** Uniform on [0, 2^count), count of 1 to 62. */
    long bits(int count) {
        if (next == POOL) {
            random.nextBytes(pool);
            next = 0;
        }
        long word = 0;
        for (int i = 0; i < 8; i++) {
            word = word << 8 | (pool[next + i] & 0xff);
            // what was used must not be found in memory later
            pool[next + i] = 0;
        }
        next += 8;
        return word >>> (64 - count);
    }

    /** True with probability threshold / 2^62, exactly. */
    boolean happens(long threshold) {
        return bits(FINE) < threshold;
    }

    /** Uniform on [0, bound), by taking again what lies above the last whole multiple. */
    long below(long bound) {
        long space = 1L << FINE;
        long whole = space - space % bound;
        long drawn = bits(FINE);
        while (drawn >= whole) drawn = bits(FINE);
        return drawn % bound;
    }
}
