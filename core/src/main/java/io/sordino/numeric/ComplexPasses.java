package io.sordino.numeric;

/** The passes of one complex transform of m points, between the result arrays and one pair of work arrays. */
final class ComplexPasses {
    /*
     * Stockham's scheme, decimation in frequency. Before a pass with stride s the data are s interleaved sequences of
     * m/s points; a radix-4 pass turns them into 4s sequences of a quarter of the length. With i = p s + q it reads at
     * i, i + m/4, i + m/2, i + 3m/4 and writes at q + 4 p s + {0, s, 2s, 3s}: no bit reversal, and every read is in
     * sequence. The roots depend on p alone, so for large strides they are loaded once per run of s butterflies.
     */
    private static final int SHORT_STRIDE = 16;

    private final int m;
    private final Twiddles w;
    private double[] fromRe;
    private double[] fromIm;
    private double[] toRe;
    private double[] toIm;
    private int stride = 1;

    /** The result lands in re and im, which may be longer than m. */
    ComplexPasses(int m, Twiddles w, double[] re, double[] im) {
        this.m = m;
        this.w = w;
        int passes = (Integer.numberOfTrailingZeros(m) + 1) / 2;
        double[] workRe = new double[passes > 1 ? m : 0];
        double[] workIm = new double[passes > 1 ? m : 0];
        boolean startsInResult = passes % 2 == 1;
        toRe = startsInResult ? re : workRe;
        toIm = startsInResult ? im : workIm;
        fromRe = startsInResult ? workRe : re;
        fromIm = startsInResult ? workIm : im;
    }

    void firstOfInterleaved(double[] z) {
        if (m == 2) {
            toRe[0] = z[0] + z[2];
            toIm[0] = z[1] + z[3];
            toRe[1] = z[0] - z[2];
            toIm[1] = z[1] - z[3];
            stride = 2;
        } else {
            int quarter = m / 4;
            double[] yr = toRe;
            double[] yi = toIm;
            double[] cos = w.cos;
            double[] sin = w.sin;
            for (int p = 0; p < quarter; p++) {
                int b = 2 * (p + quarter);
                int c = 2 * (p + 2 * quarter);
                int d = 2 * (p + 3 * quarter);
                double acRe = z[2 * p] + z[c];
                double acIm = z[2 * p + 1] + z[c + 1];
                double aMinusCRe = z[2 * p] - z[c];
                double aMinusCIm = z[2 * p + 1] - z[c + 1];
                double bdRe = z[b] + z[d];
                double bdIm = z[b + 1] + z[d + 1];
                double bMinusDRe = z[b] - z[d];
                double bMinusDIm = z[b + 1] - z[d + 1];
                int o = 4 * p;
                yr[o] = acRe + bdRe;
                yi[o] = acIm + bdIm;
                double oneRe = aMinusCRe + bMinusDIm;
                double oneIm = aMinusCIm - bMinusDRe;
                double twoRe = acRe - bdRe;
                double twoIm = acIm - bdIm;
                double threeRe = aMinusCRe - bMinusDIm;
                double threeIm = aMinusCIm + bMinusDRe;
                double c1 = cos[p];
                double s1 = sin[p];
                double c2 = cos[2 * p];
                double s2 = sin[2 * p];
                double c3 = cos[3 * p];
                double s3 = sin[3 * p];
                yr[o + 1] = Math.fma(c1, oneRe, -(s1 * oneIm));
                yi[o + 1] = Math.fma(c1, oneIm, s1 * oneRe);
                yr[o + 2] = Math.fma(c2, twoRe, -(s2 * twoIm));
                yi[o + 2] = Math.fma(c2, twoIm, s2 * twoRe);
                yr[o + 3] = Math.fma(c3, threeRe, -(s3 * threeIm));
                yi[o + 3] = Math.fma(c3, threeIm, s3 * threeRe);
            }
            stride = 4;
        }
        swap();
    }

    void first(double[] zRe, double[] zIm) {
        double[] savedRe = fromRe;
        double[] savedIm = fromIm;
        fromRe = zRe;
        fromIm = zIm;
        pass();
        // the input is not ours to write to
        toRe = savedRe;
        toIm = savedIm;
    }

    void rest() {
        while (stride < m) pass();
    }

    private void pass() {
        int length = m / stride;
        if (length == 2) {
            radix2();
            stride *= 2;
        } else {
            if (stride < SHORT_STRIDE) radix4Scattered();
            else for (int p = 0; p < length / 4; p++) radix4Run(p);
            stride *= 4;
        }
        swap();
    }

    private void swap() {
        double[] re = fromRe;
        double[] im = fromIm;
        fromRe = toRe;
        fromIm = toIm;
        toRe = re;
        toIm = im;
    }

    private void radix2() {
        int half = m / 2;
        double[] xr = fromRe;
        double[] xi = fromIm;
        double[] yr = toRe;
        double[] yi = toIm;
        for (int q = 0; q < half; q++) {
            yr[q] = xr[q] + xr[q + half];
            yi[q] = xi[q] + xi[q + half];
            yr[q + half] = xr[q] - xr[q + half];
            yi[q + half] = xi[q] - xi[q + half];
        }
    }

    /** All butterflies in one loop; the roots are loaded each time. */
    private void radix4Scattered() {
        for (int i = 0; i < m / 4; i++) butterflies(i, 1, i / stride);
    }

    private void radix4Run(int p) {
        butterflies(p * stride, stride, p);
    }

    private void butterflies(int start, int count, int p) {
        int quarter = m / 4;
        int s = stride;
        double[] xr = fromRe;
        double[] xi = fromIm;
        double[] yr = toRe;
        double[] yi = toIm;
        double c1 = w.cos[p * s];
        double s1 = w.sin[p * s];
        double c2 = w.cos[2 * p * s];
        double s2 = w.sin[2 * p * s];
        double c3 = w.cos[3 * p * s];
        double s3 = w.sin[3 * p * s];
        int shift = 3 * p * s;
        for (int i = start; i < start + count; i++) {
            double acRe = xr[i] + xr[i + 2 * quarter];
            double acIm = xi[i] + xi[i + 2 * quarter];
            double aMinusCRe = xr[i] - xr[i + 2 * quarter];
            double aMinusCIm = xi[i] - xi[i + 2 * quarter];
            double bdRe = xr[i + quarter] + xr[i + 3 * quarter];
            double bdIm = xi[i + quarter] + xi[i + 3 * quarter];
            double bMinusDRe = xr[i + quarter] - xr[i + 3 * quarter];
            double bMinusDIm = xi[i + quarter] - xi[i + 3 * quarter];
            int o = i + shift;
            yr[o] = acRe + bdRe;
            yi[o] = acIm + bdIm;
            double oneRe = aMinusCRe + bMinusDIm;
            double oneIm = aMinusCIm - bMinusDRe;
            yr[o + s] = Math.fma(c1, oneRe, -(s1 * oneIm));
            yi[o + s] = Math.fma(c1, oneIm, s1 * oneRe);
            double twoRe = acRe - bdRe;
            double twoIm = acIm - bdIm;
            yr[o + 2 * s] = Math.fma(c2, twoRe, -(s2 * twoIm));
            yi[o + 2 * s] = Math.fma(c2, twoIm, s2 * twoRe);
            double threeRe = aMinusCRe - bMinusDIm;
            double threeIm = aMinusCIm + bMinusDRe;
            yr[o + 3 * s] = Math.fma(c3, threeRe, -(s3 * threeIm));
            yi[o + 3 * s] = Math.fma(c3, threeIm, s3 * threeRe);
        }
    }
}
