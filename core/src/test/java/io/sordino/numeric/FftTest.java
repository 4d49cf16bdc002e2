package io.sordino.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The error bound of {@link Fft} against a direct transform in decimal arithmetic. */
class FftTest {
    private static final long SEED = 99;
    private static final MathContext MC = Oracle.digits(40);

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void everyOutputKeepsTheBound() {
        double closest = 0;
        for (int logN = 1; logN <= 12; logN++) {
            int n = 1 << logN;
            Roots roots = new Roots(n);
            for (double[] x : inputs(n)) closest = Math.max(closest, shareOfBound(x, roots));
        }
        System.out.println("Fft.forward: worst share of the bound " + closest + ", seed " + SEED);
        assertThat(closest).isLessThanOrEqualTo(1);
        // the control: a bound a thousand times smaller would have been violated
        assertThat(closest).isGreaterThan(1e-3);
    }

    @Test
    void everyInverseOutputKeepsTheBound() {
        double closest = 0;
        for (int logN = 1; logN <= 11; logN++) {
            int n = 1 << logN;
            Roots roots = new Roots(n);
            for (double[] seed : inputs(n)) closest = Math.max(closest, inverseShareOfBound(seed, roots));
        }
        System.out.println("Fft.inverse: worst share of the bound " + closest + ", seed " + SEED);
        assertThat(closest).isLessThanOrEqualTo(1).isGreaterThan(1e-3);
    }

    @Test
    void rootsOfUnityKeepTheirError() {
        for (int logN : new int[] {1, 2, 3, 4, 10, 13}) {
            int n = 1 << logN;
            Roots exact = new Roots(n);
            Twiddles w = new Twiddles(n);
            for (int k = 0; k < w.cos.length; k++) assertRoot(exact, 2 * k, w.cos[k], w.sin[k]);
            for (int k = 0; k < w.joinCos.length; k++) assertRoot(exact, k, w.joinCos[k], w.joinSin[k]);
        }
    }

    @Test
    void theSmallestTransformsAreExact() {
        double[] re = new double[2];
        double[] im = new double[2];
        Fft.forward(new double[] {3, 5}, re, im);
        assertThat(re).containsExactly(8, -2);
        assertThat(im).containsExactly(0, 0);
        re = new double[3];
        im = new double[3];
        Fft.forward(new double[] {1, 2, 3, 5}, re, im);
        assertThat(re).containsExactly(11, -2, -3);
        assertThat(im).containsExactly(0, 3, 0);
        double[] back = new double[4];
        Fft.inverse(re, im, back);
        assertThat(back).containsExactly(1, 2, 3, 5);
    }

    @Test
    void zeroStaysZero() {
        double[] re = new double[9];
        double[] im = new double[9];
        Fft.forward(new double[16], re, im);
        assertThat(Arrays.stream(re).allMatch(v -> v == 0)).isTrue();
        assertThat(Arrays.stream(im).allMatch(v -> v == 0)).isTrue();
    }

    @Test
    void largeTransformsComeBack() {
        for (int logN : new int[] {13, 16, 17, 18}) {
            int n = 1 << logN;
            double[] x = random.doubles(n).toArray();
            double[] re = new double[n / 2 + 1];
            double[] im = new double[n / 2 + 1];
            double[] back = new double[n];
            double[] before = x.clone();
            Fft.forward(x, re, im);
            assertThat(x).isEqualTo(before);
            Fft.inverse(re, im, back);
            double spectrum = spectrumNorm(re, im);
            double allowed = Fft.errorFactor(n) * (norm(x) + spectrum / n);
            for (int j = 0; j < n; j++) assertThat(Math.abs(back[j] - x[j])).isLessThanOrEqualTo(allowed);
        }
    }

    @Test
    void convolutionAgreesWithWholeNumbers() {
        int n = 2048;
        long[] a = random.longs(n / 2, 0, 1000).toArray();
        long[] b = random.longs(n / 2, 0, 1000).toArray();
        double[] product = convolve(toDoubles(a, n), toDoubles(b, n));
        double normA = Arrays.stream(a).sum();
        double normB = Arrays.stream(b).sum();
        double f = Fft.errorFactor(n);
        // every frequency of the product is at most normA normB and off by this much; then the inverse adds its own
        double allowed = ((1 + f) * (1 + f) * (1 + 0x1p-51) * (1 + f) - 1) * normA * normB;
        double worst = 0;
        for (int j = 0; j < n; j++) {
            long exact = 0;
            for (int i = Math.max(0, j - n / 2 + 1); i <= Math.min(j, n / 2 - 1); i++) exact += a[i] * b[j - i];
            worst = Math.max(worst, Math.abs(product[j] - exact));
        }
        assertThat(worst).isLessThanOrEqualTo(allowed).isGreaterThan(allowed * 1e-6);
    }

    @Test
    void threadsShareTheRoots() {
        int n = 1 << 12;
        double[] x = random.doubles(n).toArray();
        double[] re = new double[n / 2 + 1];
        double[] im = new double[n / 2 + 1];
        Fft.forward(x, re, im);
        assertThat(IntStream.range(0, 64).parallel().allMatch(i -> {
                    double[] r = new double[n / 2 + 1];
                    double[] m = new double[n / 2 + 1];
                    Fft.forward(x, r, m);
                    return Arrays.equals(r, re) && Arrays.equals(m, im);
                }))
                .isTrue();
    }

    @Test
    void refusesSizesItCannotDo() {
        assertThatIllegalArgumentException().isThrownBy(() -> Fft.errorFactor(12));
        assertThatIllegalArgumentException().isThrownBy(() -> Fft.errorFactor(1));
        assertThatIllegalArgumentException().isThrownBy(() -> Fft.errorFactor(1 << 23));
        assertThatIllegalArgumentException().isThrownBy(() -> Fft.forward(new double[8], new double[4], new double[5]));
    }

    @Test
    void theFactorStaysSmallAndGrowsWithTheSize() {
        double before = 0;
        for (int logN = 1; logN <= 22; logN++) {
            double factor = Fft.errorFactor(1 << logN);
            assertThat(factor).isGreaterThanOrEqualTo(before).isLessThan(1.5e-14);
            before = factor;
        }
    }

    private List<double[]> inputs(int n) {
        List<double[]> inputs = new ArrayList<>();
        double[] spike = new double[n];
        spike[random.nextInt(n)] = 1.0 / 3;
        inputs.add(spike);
        double[] second = new double[n];
        second[1] = Math.PI;
        inputs.add(second);
        double[] alternating = new double[n];
        for (int j = 0; j < n; j++) alternating[j] = (j % 2 == 0 ? 1 : -1) * (1 + 1e-15 * random.nextInt(100));
        inputs.add(alternating);
        inputs.add(random.doubles(n, -1, 1).toArray());
        double[] scales = new double[n];
        for (int j = 0; j < n; j++) scales[j] = Math.pow(10, -300 * random.nextDouble());
        inputs.add(scales);
        double[] tiny = random.doubles(n, -1e-265, 1e-265).toArray();
        inputs.add(tiny);
        double[] bell = new double[n];
        for (int j = 0; j < n; j++) bell[j] = Math.exp(-0.5 * Math.pow((j - n / 2.0) * 20 / n, 2));
        inputs.add(bell);
        return inputs;
    }

    private double shareOfBound(double[] x, Roots roots) {
        int n = x.length;
        double[] re = new double[n / 2 + 1];
        double[] im = new double[n / 2 + 1];
        Fft.forward(x, re, im);
        double bound = Fft.errorFactor(n) * norm(x);
        double worst = 0;
        for (int k : frequencies(n)) {
            BigDecimal exactRe = BigDecimal.ZERO;
            BigDecimal exactIm = BigDecimal.ZERO;
            for (int j = 0; j < n; j++) {
                if (x[j] == 0) continue;
                int at = (int) ((long) j * k % n);
                exactRe = exactRe.add(Oracle.big(x[j]).multiply(roots.cos[at], MC), MC);
                exactIm = exactIm.subtract(Oracle.big(x[j]).multiply(roots.sin[at], MC), MC);
            }
            worst = Math.max(worst, distance(re[k], exactRe, im[k], exactIm));
        }
        return worst / bound;
    }

    /** Half of the seed are real parts, the other half imaginary ones. */
    private double inverseShareOfBound(double[] seed, Roots roots) {
        int n = seed.length;
        double[] re = new double[n / 2 + 1];
        double[] im = new double[n / 2 + 1];
        System.arraycopy(seed, 0, re, 0, n / 2);
        re[n / 2] = seed[n / 2];
        for (int k = 1; k < n / 2; k++) im[k] = seed[n / 2 + k];
        double[] x = new double[n];
        Fft.inverse(re, im, x);
        double bound = Fft.errorFactor(n) * spectrumNorm(re, im) / n;
        if (bound == 0) return 0;
        double worst = 0;
        for (int j : frequencies(n)) {
            BigDecimal exact = BigDecimal.ZERO;
            for (int k = 0; k <= n / 2; k++) {
                int at = (int) ((long) j * k % n);
                BigDecimal term = Oracle.big(re[k])
                        .multiply(roots.cos[at], MC)
                        .subtract(Oracle.big(im[k]).multiply(roots.sin[at], MC), MC);
                int times = k == 0 || k == n / 2 ? 1 : 2;
                exact = exact.add(term.multiply(BigDecimal.valueOf(times)), MC);
            }
            exact = exact.divide(BigDecimal.valueOf(n), MC);
            worst = Math.max(worst, distance(x[j], exact, 0, BigDecimal.ZERO));
        }
        return worst / bound;
    }

    private int[] frequencies(int n) {
        if (n <= 64) return IntStream.rangeClosed(0, n / 2).toArray();
        return IntStream.concat(IntStream.of(0, 1, n / 4, n / 2), random.ints(n > 1000 ? 3 : 20, 0, n / 2 + 1))
                .toArray();
    }

    private static double distance(double re, BigDecimal exactRe, double im, BigDecimal exactIm) {
        return Math.hypot(
                Oracle.big(re).subtract(exactRe).doubleValue(),
                Oracle.big(im).subtract(exactIm).doubleValue());
    }

    private static void assertRoot(Roots exact, int k, double cos, double sin) {
        BigDecimal minusSin = exact.sin[k % exact.sin.length].negate();
        assertThat(distance(cos, exact.cos[k % exact.cos.length], sin, minusSin))
                .as("root %d", k)
                .isLessThan(Twiddles.ERROR / 1.5);
    }

    private static double[] convolve(double[] a, double[] b) {
        int n = a.length;
        double[] aRe = new double[n / 2 + 1];
        double[] aIm = new double[n / 2 + 1];
        double[] bRe = new double[n / 2 + 1];
        double[] bIm = new double[n / 2 + 1];
        Fft.forward(a, aRe, aIm);
        Fft.forward(b, bRe, bIm);
        for (int k = 0; k <= n / 2; k++) {
            double re = aRe[k] * bRe[k] - aIm[k] * bIm[k];
            aIm[k] = aRe[k] * bIm[k] + aIm[k] * bRe[k];
            aRe[k] = re;
        }
        double[] product = new double[n];
        Fft.inverse(aRe, aIm, product);
        return product;
    }

    private static double[] toDoubles(long[] a, int n) {
        double[] x = new double[n];
        for (int i = 0; i < a.length; i++) x[i] = a[i];
        return x;
    }

    private static double norm(double[] x) {
        double sum = 0;
        for (double v : x) sum += Math.abs(v);
        return sum;
    }

    private static double spectrumNorm(double[] re, double[] im) {
        int m = re.length - 1;
        double sum = Math.abs(re[0]) + Math.abs(re[m]);
        for (int k = 1; k < m; k++) sum += 2 * Math.hypot(re[k], im[k]);
        return sum;
    }

    /** cos and sin of 2 pi k / n by repeated multiplication in forty digits. */
    private static final class Roots {
        final BigDecimal[] cos;
        final BigDecimal[] sin;

        Roots(int n) {
            cos = new BigDecimal[n];
            sin = new BigDecimal[n];
            BigDecimal angle = Oracle.pi(60).multiply(BigDecimal.valueOf(2)).divide(BigDecimal.valueOf(n), MC);
            BigDecimal c = BigDecimal.ZERO;
            BigDecimal s = BigDecimal.ZERO;
            BigDecimal term = BigDecimal.ONE;
            for (int k = 0; k < 80; k++) {
                boolean positive = k % 4 < 2;
                if (k % 2 == 0) c = positive ? c.add(term, MC) : c.subtract(term, MC);
                else s = positive ? s.add(term, MC) : s.subtract(term, MC);
                term = term.multiply(angle, MC).divide(BigDecimal.valueOf(k + 1), MC);
            }
            cos[0] = BigDecimal.ONE;
            sin[0] = BigDecimal.ZERO;
            for (int k = 1; k < n; k++) {
                cos[k] = cos[k - 1].multiply(c, MC).subtract(sin[k - 1].multiply(s, MC), MC);
                sin[k] = cos[k - 1].multiply(s, MC).add(sin[k - 1].multiply(c, MC), MC);
            }
        }
    }
}
