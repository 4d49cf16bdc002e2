package io.sordino.numeric;

/**
 * The discrete Fourier transform of real sequences whose length is a power of two, with a proved bound on the error of
 * every single output.
 *
 * <p>Forward: X_k = sum over j of x_j exp(-2 pi i j k / n), for k = 0 .. n/2. Inverse: x_j = (1/n) times the sum over
 * all n frequencies, the upper half being the mirror of the lower. With N1 the sum of |x_j|, and M1 the sum of |X_k|
 * over all n frequencies,
 *
 * <pre>
 *   forward: |computed X_k - X_k| &lt;= errorFactor(n) * N1
 *   inverse: |computed x_j - x_j| &lt;= errorFactor(n) * M1 / n
 * </pre>
 *
 * <p>for inputs without NaN and with 1e-270 &lt;= N1, M1 &lt;= 1e290 (zero is transformed exactly).
 */
public final class Fft {
    /*
     * The n reals are read as m = n/2 complex numbers, transformed by radix-4 passes (Stockham's order, which sorts
     * itself; one radix-2 pass if log2 m is odd), and the two interleaved halves are then joined. The inverse runs the
     * same steps backwards, with real and imaginary parts swapped.
     *
     * The bound. Let u = 2^-53 and let t be the error of a root of unity (Twiddles.ERROR).
     *  - A complex sum is rounded by parts: its error is at most u |a + b|.
     *  - A product with a root w = c + i s is computed as (fma(c, a, -[s b]), fma(c, b, [s a])), [] a rounded product.
     *    The roundings inside the brackets make a vector of length at most u |s| |z|, those outside add u of the
     *    result: together (1+u)^2 - 1 relative to |w||z|. With the error of the root, (1+t)(1+u)^2 - 1.
     *  - In a pass, an output is a sum of four inputs times units (two sums, one product), so if each input of the
     *    pass is off by at most e times a majorant (the sum of the moduli of the numbers it was made of), each output
     *    is off by at most (1+e)(1+u)^4 (1+t) - 1 times its own majorant. A radix-2 pass has one sum less.
     *  - After all passes, Z_k is off by at most e S, where S = sum |z_j| <= N1 and 1 + e = ((1+u)^4 (1+t))^passes.
     *  - Joining: X_k = E + w O with E, O = (Z_k +- conj Z_(m-k)) / 2 (and a unit). The exact weights of Z_k and
     *    Z_(m-k) in X_k are |1 -+ i w| / 2, which add up to at most sqrt 2: what was wrong with Z enters as sqrt(2) e S.
     *    New roundings: a sum, a product, a sum on the two paths E and O, each with majorant (1+e) S, so 2 r (1+e) S
     *    with r = (1+u)^4 (1+t) - 1.
     *  - The inverse splits first: Z_k is off by r (|X_k| + |X_(m-k)|), which adds up to r M1 over k. The exact |Z_k|
     *    add up to at most M1 / sqrt 2 by the same weights, so after the passes the error is at most
     *    e (1/sqrt 2 + r) M1 + r M1, and dividing by m = n/2 makes that (sqrt(2) e + 2 r (1+e)) M1 / n. Same factor.
     *  - Scaling by powers of two is exact. Underflow adds at most 2^-1074 to each of fewer than 2^30 operations that
     *    reach an output, which is below 2^-140 of 1e-270: the term 2^-100.
     */
    static final int MAX_LOG_SIZE = 22;

    /** The longest transform: the proved error is worked out up to here. */
    public static final int MAX_SIZE = 1 << MAX_LOG_SIZE;

    private Fft() {}

    /** The factor of the error bound above, for sequences of n reals; rounded up. */
    public static double errorFactor(int n) {
        requireSize(n);
        int logM = Integer.numberOfTrailingZeros(n) - 1;
        int passes = (logM + 1) / 2;
        double logPass = Up.add(4 * Ulp.HALF, Twiddles.ERROR);
        double e = Up.expm1(Up.mul(passes, logPass));
        double r = Up.expm1(logPass);
        double joining = Up.mul(Up.mul(2, r), Up.add(1, e));
        return Up.add(Up.add(Up.mul(Up.sqrt(2), e), joining), 0x1p-100);
    }

    /** Transforms the n reals x; re and im receive n/2 + 1 values. x is left as it was. */
    public static void forward(double[] x, double[] re, double[] im) {
        int n = x.length;
        requireArrays(n, re, im);
        int m = n / 2;
        Twiddles w = Twiddles.ofSize(n);
        if (m == 1) {
            re[0] = x[0];
            im[0] = x[1];
        } else {
            ComplexPasses passes = new ComplexPasses(m, w, re, im);
            passes.firstOfInterleaved(x);
            passes.rest();
        }
        join(m, w, re, im);
    }

    /** Transforms back: x receives n reals. im[0] and im[n/2] count as zero. re and im are left as they were. */
    public static void inverse(double[] re, double[] im, double[] x) {
        int n = x.length;
        requireArrays(n, re, im);
        int m = n / 2;
        Twiddles w = Twiddles.ofSize(n);
        double[] zRe = new double[m];
        double[] zIm = new double[m];
        split(m, w, re, im, zRe, zIm);
        if (m > 1) {
            // conj(F(conj z)) is F with real and imaginary parts swapped on both ends
            double[] outIm = new double[m];
            double[] outRe = new double[m];
            ComplexPasses passes = new ComplexPasses(m, w, outIm, outRe);
            passes.first(zIm, zRe);
            passes.rest();
            zRe = outRe;
            zIm = outIm;
        }
        double scale = 1.0 / m;
        for (int j = 0; j < m; j++) {
            x[2 * j] = zRe[j] * scale;
            x[2 * j + 1] = zIm[j] * scale;
        }
    }

    /** From the transform Z of x_(2j) + i x_(2j+1) to that of x, in place. */
    private static void join(int m, Twiddles w, double[] re, double[] im) {
        double re0 = re[0];
        double im0 = im[0];
        re[0] = re0 + im0;
        re[m] = re0 - im0;
        im[0] = 0;
        im[m] = 0;
        for (int k = 1; k <= m - k; k++) {
            int l = m - k;
            double evenRe = 0.5 * (re[k] + re[l]);
            double evenIm = 0.5 * (im[k] - im[l]);
            double oddRe = 0.5 * (im[k] + im[l]);
            double oddIm = 0.5 * (re[l] - re[k]);
            double c = w.joinCos[k];
            double s = w.joinSin[k];
            double turnedRe = Math.fma(c, oddRe, -(s * oddIm));
            double turnedIm = Math.fma(c, oddIm, s * oddRe);
            re[k] = evenRe + turnedRe;
            im[k] = evenIm + turnedIm;
            re[l] = evenRe - turnedRe;
            im[l] = turnedIm - evenIm;
        }
    }

    /** The opposite of {@link #join}: Z = E + i O, where E and w O are the half sum and half difference. */
    private static void split(int m, Twiddles w, double[] re, double[] im, double[] zRe, double[] zIm) {
        zRe[0] = 0.5 * (re[0] + re[m]);
        zIm[0] = 0.5 * (re[0] - re[m]);
        for (int k = 1; k <= m - k; k++) {
            int l = m - k;
            double evenRe = 0.5 * (re[k] + re[l]);
            double evenIm = 0.5 * (im[k] - im[l]);
            double turnedRe = 0.5 * (re[k] - re[l]);
            double turnedIm = 0.5 * (im[k] + im[l]);
            double c = w.joinCos[k];
            double s = -w.joinSin[k];
            double oddRe = Math.fma(c, turnedRe, -(s * turnedIm));
            double oddIm = Math.fma(c, turnedIm, s * turnedRe);
            zRe[k] = evenRe - oddIm;
            zIm[k] = evenIm + oddRe;
            zRe[l] = evenRe + oddIm;
            zIm[l] = oddRe - evenIm;
        }
    }

    private static void requireSize(int n) {
        if (!(n >= 2 && n <= MAX_SIZE && Integer.bitCount(n) == 1)) {
            throw new IllegalArgumentException("size must be a power of two in [2, " + MAX_SIZE + "], was " + n);
        }
    }

    private static void requireArrays(int n, double[] re, double[] im) {
        requireSize(n);
        if (!(re.length == n / 2 + 1 && im.length == n / 2 + 1)) {
            throw new IllegalArgumentException(
                    "re and im must have length " + (n / 2 + 1) + ", were " + re.length + " and " + im.length);
        }
    }
}
