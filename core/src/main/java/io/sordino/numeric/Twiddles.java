package io.sordino.numeric;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The roots of unity that a transform of one size needs; made once per size and shared by all threads. */
final class Twiddles {
    /*
     * Angles are reduced to the first octant by symmetry, which is exact. There 2 pi k / n is a pair high + low: pi is
     * given by two doubles, and multiplying by k / n costs only what the fused multiply-add recovers. Then cos(high) of
     * StrictMath (one ulp) minus low * sin(high) is rounded once more. All values are below one, where an ulp is at
     * most 2^-53 = u: each part is off by less than 1.5 u and a bit, each root by less than 2.2 u.
     */
    static final double ERROR = 2.2 * Ulp.HALF;

    private static final double PI_HIGH = Math.PI;
    private static final double PI_LOW = 0x1.1a62633145c07p-53;
    private static final AtomicReferenceArray<SoftReference<Twiddles>> CACHE =
            new AtomicReferenceArray<>(Fft.MAX_LOG_SIZE + 1);

    /** exp(-2 pi i k / m), k below 3m/4, for the complex transform of m = n/2 points. */
    final double[] cos;

    final double[] sin;

    /** exp(-2 pi i k / n), k up to n/4, for joining the even and odd halves. */
    final double[] joinCos;

    final double[] joinSin;

    Twiddles(int n) {
        int octant = n / 8;
        double[] c = new double[octant + 1];
        double[] s = new double[octant + 1];
        for (int k = 0; k <= octant; k++) {
            double turn = 2.0 * k / n;
            double high = turn * PI_HIGH;
            double low = Math.fma(turn, PI_HIGH, -high) + turn * PI_LOW;
            double cosHigh = StrictMath.cos(high);
            double sinHigh = StrictMath.sin(high);
            c[k] = Math.fma(-low, sinHigh, cosHigh);
            s[k] = Math.fma(low, cosHigh, sinHigh);
        }
        int m = n / 2;
        cos = new double[3 * m / 4 + 1];
        sin = new double[3 * m / 4 + 1];
        fill(cos, sin, 2, n, c, s);
        joinCos = new double[n / 4 + 1];
        joinSin = new double[n / 4 + 1];
        fill(joinCos, joinSin, 1, n, c, s);
    }

    static Twiddles ofSize(int n) {
        int slot = Integer.numberOfTrailingZeros(n);
        SoftReference<Twiddles> held = CACHE.get(slot);
        Twiddles known = held == null ? null : held.get();
        if (known != null) return known;
        // two threads may both make the table; they make the same one
        Twiddles made = new Twiddles(n);
        CACHE.set(slot, new SoftReference<>(made));
        return made;
    }

    /** Entry k becomes exp(-2 pi i k step / n), from the first octant c, s of cosines and sines. */
    private static void fill(double[] cos, double[] sin, int step, int n, double[] c, double[] s) {
        if (n < 8) {
            for (int k = 0; k < cos.length; k++) setQuarterTurns(cos, sin, k, k * step * 4 / n);
            return;
        }
        int quarter = n / 4;
        for (int k = 0; k < cos.length; k++) {
            int turns = (int) ((long) k * step / quarter);
            int within = (int) ((long) k * step % quarter);
            boolean inFirstOctant = within <= quarter - within;
            double x = inFirstOctant ? c[within] : s[quarter - within];
            double y = inFirstOctant ? s[within] : c[quarter - within];
            cos[k] = turns == 0 ? x : turns == 1 ? -y : turns == 2 ? -x : y;
            sin[k] = turns == 0 ? -y : turns == 1 ? -x : turns == 2 ? y : x;
        }
    }

    private static void setQuarterTurns(double[] cos, double[] sin, int k, int turns) {
        cos[k] = turns % 4 == 0 ? 1 : turns % 4 == 2 ? -1 : 0;
        sin[k] = turns % 4 == 1 ? -1 : turns % 4 == 3 ? 1 : 0;
    }
}
