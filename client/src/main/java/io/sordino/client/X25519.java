package io.sordino.client;

import java.util.Arrays;

/**
 * Diffie and Hellman's exchange on Curve25519 (RFC 7748), in a time that does not depend on the keys.
 *
 * <p>Of our own because Android has none before API 31; the tests hold it against the RFC and against the JDK's.
 */
final class X25519 {
    /** How many bytes a key has, of either kind. */
    static final int BYTES = 32;

    private static final long A24 = 121_665;

    private X25519() {}

    /** What others may know of this secret. */
    static byte[] publicKey(byte[] secret) {
        byte[] base = new byte[BYTES];
        base[0] = 9;
        return multiply(secret, base);
    }

    /** The product of a point with a secret number, by Montgomery's ladder. */
    static byte[] multiply(byte[] secret, byte[] point) {
        byte[] k = clamped(secret);
        long[] x1 = Field25519.read(point);
        long[] x2 = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        long[] z2 = new long[Field25519.LIMBS];
        long[] x3 = x1.clone();
        long[] z3 = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        long[] a = new long[Field25519.LIMBS];
        long[] b = new long[Field25519.LIMBS];
        long[] c = new long[Field25519.LIMBS];
        long[] d = new long[Field25519.LIMBS];
        long swap = 0;
        for (int t = 254; t >= 0; t--) {
            long bit = (long) k[t >>> 3] >>> (t & 7) & 1;
            swap ^= bit;
            Field25519.swap(swap, x2, x3);
            Field25519.swap(swap, z2, z3);
            swap = bit;
            Field25519.add(a, x2, z2);
            Field25519.subtract(b, x2, z2);
            Field25519.add(c, x3, z3);
            Field25519.subtract(d, x3, z3);
            Field25519.multiply(d, d, a);
            Field25519.multiply(c, c, b);
            Field25519.add(x3, d, c);
            Field25519.square(x3, x3);
            Field25519.subtract(z3, d, c);
            Field25519.square(z3, z3);
            Field25519.multiply(z3, z3, x1);
            Field25519.square(a, a);
            Field25519.square(b, b);
            Field25519.multiply(x2, a, b);
            Field25519.subtract(b, a, b);
            Field25519.multiply(c, b, A24);
            Field25519.add(a, a, c);
            Field25519.multiply(z2, b, a);
        }
        Field25519.swap(swap, x2, x3);
        Field25519.swap(swap, z2, z3);
        Field25519.multiply(x2, x2, Field25519.invert(z2));
        Arrays.fill(k, (byte) 0);
        return Field25519.write(x2);
    }

    private static byte[] clamped(byte[] secret) {
        if (!(secret.length == BYTES)) throw new IllegalArgumentException("a key has 32 bytes");
        byte[] k = secret.clone();
        k[0] &= (byte) 248;
        k[31] &= (byte) 127;
        k[31] |= (byte) 64;
        return k;
    }
}
