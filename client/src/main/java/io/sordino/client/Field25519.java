package io.sordino.client;

/**
 * Numbers modulo 2^255 - 19 as ten limbs of 26 and 25 bits in turn, with signs. No branch and no place in memory depends on a value.
 *
 * <p>Bernstein 2006, "Curve25519: new Diffie-Hellman speed records". A product takes limbs below 2^27 and leaves them below 2^26.
 */
final class Field25519 {
    /** How many limbs a number has. */
    static final int LIMBS = 10;

    private static final int BYTES = 32;

    private Field25519() {}

    static void add(long[] out, long[] a, long[] b) {
        for (int i = 0; i < LIMBS; i++) out[i] = a[i] + b[i];
    }

    static void subtract(long[] out, long[] a, long[] b) {
        for (int i = 0; i < LIMBS; i++) out[i] = a[i] - b[i];
    }

    /** Exchanges two where the bit is 1, and takes as long where it is 0. */
    static void swap(long bit, long[] a, long[] b) {
        long mask = -bit;
        for (int i = 0; i < LIMBS; i++) {
            long both = mask & (a[i] ^ b[i]);
            a[i] ^= both;
            b[i] ^= both;
        }
    }

    /** The product with a small number. */
    static void multiply(long[] out, long[] a, long small) {
        carry(
                out,
                a[0] * small,
                a[1] * small,
                a[2] * small,
                a[3] * small,
                a[4] * small,
                a[5] * small,
                a[6] * small,
                a[7] * small,
                a[8] * small,
                a[9] * small);
    }

    /** The product of two. */
    static void multiply(long[] out, long[] a, long[] b) {
        long a0 = a[0];
        long a1 = a[1];
        long a2 = a[2];
        long a3 = a[3];
        long a4 = a[4];
        long a5 = a[5];
        long a6 = a[6];
        long a7 = a[7];
        long a8 = a[8];
        long a9 = a[9];
        long b0 = b[0];
        long b1 = b[1];
        long b2 = b[2];
        long b3 = b[3];
        long b4 = b[4];
        long b5 = b[5];
        long b6 = b[6];
        long b7 = b[7];
        long b8 = b[8];
        long b9 = b[9];
        long b1x = 19 * b1;
        long b2x = 19 * b2;
        long b3x = 19 * b3;
        long b4x = 19 * b4;
        long b5x = 19 * b5;
        long b6x = 19 * b6;
        long b7x = 19 * b7;
        long b8x = 19 * b8;
        long b9x = 19 * b9;
        long a1d = 2 * a1;
        long a3d = 2 * a3;
        long a5d = 2 * a5;
        long a7d = 2 * a7;
        long a9d = 2 * a9;
        long h0 = a0 * b0 + a1d * b9x + a2 * b8x + a3d * b7x + a4 * b6x + a5d * b5x + a6 * b4x + a7d * b3x + a8 * b2x
                + a9d * b1x;
        long h1 = a0 * b1 + a1 * b0 + a2 * b9x + a3 * b8x + a4 * b7x + a5 * b6x + a6 * b5x + a7 * b4x + a8 * b3x
                + a9 * b2x;
        long h2 = a0 * b2 + a1d * b1 + a2 * b0 + a3d * b9x + a4 * b8x + a5d * b7x + a6 * b6x + a7d * b5x + a8 * b4x
                + a9d * b3x;
        long h3 =
                a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + a4 * b9x + a5 * b8x + a6 * b7x + a7 * b6x + a8 * b5x + a9 * b4x;
        long h4 = a0 * b4 + a1d * b3 + a2 * b2 + a3d * b1 + a4 * b0 + a5d * b9x + a6 * b8x + a7d * b7x + a8 * b6x
                + a9d * b5x;
        long h5 = a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0 + a6 * b9x + a7 * b8x + a8 * b7x + a9 * b6x;
        long h6 = a0 * b6 + a1d * b5 + a2 * b4 + a3d * b3 + a4 * b2 + a5d * b1 + a6 * b0 + a7d * b9x + a8 * b8x
                + a9d * b7x;
        long h7 = a0 * b7 + a1 * b6 + a2 * b5 + a3 * b4 + a4 * b3 + a5 * b2 + a6 * b1 + a7 * b0 + a8 * b9x + a9 * b8x;
        long h8 =
                a0 * b8 + a1d * b7 + a2 * b6 + a3d * b5 + a4 * b4 + a5d * b3 + a6 * b2 + a7d * b1 + a8 * b0 + a9d * b9x;
        long h9 = a0 * b9 + a1 * b8 + a2 * b7 + a3 * b6 + a4 * b5 + a5 * b4 + a6 * b3 + a7 * b2 + a8 * b1 + a9 * b0;
        carry(out, h0, h1, h2, h3, h4, h5, h6, h7, h8, h9);
    }

    /** The square of one. */
    static void square(long[] out, long[] a) {
        long a0 = a[0];
        long a1 = a[1];
        long a2 = a[2];
        long a3 = a[3];
        long a4 = a[4];
        long a5 = a[5];
        long a6 = a[6];
        long a7 = a[7];
        long a8 = a[8];
        long a9 = a[9];
        long h0 = a0 * a0 + 76 * a1 * a9 + 38 * a2 * a8 + 76 * a3 * a7 + 38 * a4 * a6 + 38 * a5 * a5;
        long h1 = 2 * a0 * a1 + 38 * a2 * a9 + 38 * a3 * a8 + 38 * a4 * a7 + 38 * a5 * a6;
        long h2 = 2 * a0 * a2 + 2 * a1 * a1 + 76 * a3 * a9 + 38 * a4 * a8 + 76 * a5 * a7 + 19 * a6 * a6;
        long h3 = 2 * a0 * a3 + 2 * a1 * a2 + 38 * a4 * a9 + 38 * a5 * a8 + 38 * a6 * a7;
        long h4 = 2 * a0 * a4 + 4 * a1 * a3 + a2 * a2 + 76 * a5 * a9 + 38 * a6 * a8 + 38 * a7 * a7;
        long h5 = 2 * a0 * a5 + 2 * a1 * a4 + 2 * a2 * a3 + 38 * a6 * a9 + 38 * a7 * a8;
        long h6 = 2 * a0 * a6 + 4 * a1 * a5 + 2 * a2 * a4 + 2 * a3 * a3 + 76 * a7 * a9 + 19 * a8 * a8;
        long h7 = 2 * a0 * a7 + 2 * a1 * a6 + 2 * a2 * a5 + 2 * a3 * a4 + 38 * a8 * a9;
        long h8 = 2 * a0 * a8 + 4 * a1 * a7 + 2 * a2 * a6 + 4 * a3 * a5 + a4 * a4 + 38 * a9 * a9;
        long h9 = 2 * a0 * a9 + 2 * a1 * a8 + 2 * a2 * a7 + 2 * a3 * a6 + 2 * a4 * a5;
        carry(out, h0, h1, h2, h3, h4, h5, h6, h7, h8, h9);
    }

    private static void carry(
            long[] out, long h0, long h1, long h2, long h3, long h4, long h5, long h6, long h7, long h8, long h9) {
        long c;
        c = (h0 + (1L << 25)) >> 26;
        h0 -= c << 26;
        h1 += c;
        c = (h4 + (1L << 25)) >> 26;
        h4 -= c << 26;
        h5 += c;
        c = (h1 + (1L << 24)) >> 25;
        h1 -= c << 25;
        h2 += c;
        c = (h5 + (1L << 24)) >> 25;
        h5 -= c << 25;
        h6 += c;
        c = (h2 + (1L << 25)) >> 26;
        h2 -= c << 26;
        h3 += c;
        c = (h6 + (1L << 25)) >> 26;
        h6 -= c << 26;
        h7 += c;
        c = (h3 + (1L << 24)) >> 25;
        h3 -= c << 25;
        h4 += c;
        c = (h7 + (1L << 24)) >> 25;
        h7 -= c << 25;
        h8 += c;
        c = (h4 + (1L << 25)) >> 26;
        h4 -= c << 26;
        h5 += c;
        c = (h8 + (1L << 25)) >> 26;
        h8 -= c << 26;
        h9 += c;
        c = (h9 + (1L << 24)) >> 25;
        h9 -= c << 25;
        h0 += 19 * c;
        c = (h0 + (1L << 25)) >> 26;
        h0 -= c << 26;
        h1 += c;
        out[0] = h0;
        out[1] = h1;
        out[2] = h2;
        out[3] = h3;
        out[4] = h4;
        out[5] = h5;
        out[6] = h6;
        out[7] = h7;
        out[8] = h8;
        out[9] = h9;
    }

    /** The inverse, a^(p - 2). */
    static long[] invert(long[] a) {
        long[] t0 = new long[LIMBS];
        long[] t1 = new long[LIMBS];
        long[] t2 = new long[LIMBS];
        long[] t3 = new long[LIMBS];
        square(t0, a);
        power(t1, t0, 2);
        multiply(t1, a, t1);
        multiply(t0, t0, t1);
        square(t2, t0);
        multiply(t1, t1, t2);
        power(t2, t1, 5);
        multiply(t1, t2, t1);
        power(t2, t1, 10);
        multiply(t2, t2, t1);
        power(t3, t2, 20);
        multiply(t2, t3, t2);
        power(t2, t2, 10);
        multiply(t1, t2, t1);
        power(t2, t1, 50);
        multiply(t2, t2, t1);
        power(t3, t2, 100);
        multiply(t2, t3, t2);
        power(t2, t2, 50);
        multiply(t1, t2, t1);
        power(t1, t1, 5);
        multiply(t1, t1, t0);
        return t1;
    }

    /** Squares so many times. */
    private static void power(long[] out, long[] a, int times) {
        square(out, a);
        for (int i = 1; i < times; i++) square(out, out);
    }

    /** From 32 bytes, the lowest first; the highest bit is not looked at. */
    static long[] read(byte[] bytes) {
        long[] out = new long[LIMBS];
        int bit = 0;
        for (int i = 0; i < LIMBS; i++) {
            int width = i % 2 == 0 ? 26 : 25;
            long limb = 0;
            for (int at = bit / 8; at * 8 < bit + width && at < BYTES; at++) {
                int shift = at * 8 - bit;
                long octet = bytes[at] & 0xff;
                limb |= shift >= 0 ? octet << shift : octet >>> -shift;
            }
            out[i] = limb & (1L << width) - 1;
            bit += width;
        }
        return out;
    }

    /** As 32 bytes, reduced. */
    static byte[] write(long[] a) {
        long[] h = a.clone();
        // the quotient by p, from the top down: what rounds to p or more loses p once
        long q = (19 * h[9] + (1L << 24)) >> 25;
        for (int i = 0; i < LIMBS; i++) q = (h[i] + q) >> (i % 2 == 0 ? 26 : 25);
        h[0] += 19 * q;
        for (int i = 0; i < LIMBS; i++) {
            int width = i % 2 == 0 ? 26 : 25;
            long c = h[i] >> width;
            h[i] -= c << width;
            if (i < LIMBS - 1) h[i + 1] += c;
        }
        byte[] bytes = new byte[BYTES];
        int bit = 0;
        for (int i = 0; i < LIMBS; i++) {
            int width = i % 2 == 0 ? 26 : 25;
            for (int at = bit / 8; at * 8 < bit + width && at < BYTES; at++) {
                int shift = at * 8 - bit;
                bytes[at] |= (byte) (shift >= 0 ? h[i] >>> shift : h[i] << -shift);
            }
            bit += width;
        }
        return bytes;
    }
}
