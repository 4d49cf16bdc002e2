package io.sordino.loss.lattice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ConvolutionTest {
    /** 10^15 trials, each a success with p = 2^-50: the log moment around the mean is n (log(1 + p (e^s - 1)) - s p). */
    @Test
    void theWindowOfManyRareTermsIsRoundedOutwards() {
        double p = 0x1p-50;
        long n = 1_000_000_000_000_000L;
        TiltedLaw block = new TiltedLaw(0, 0, 1, 0, new double[] {1 - p, p}, 0, 0, 0, 0);
        double logOutside = Math.log(1e-12);
        for (double size = 0.01; size < 25; size *= 1.03)
            for (double s : new double[] {size, -size}) {
                double truth = n * (Math.log1p(p * Math.expm1(s)) - s * p) - logOutside;
                double found =
                        Convolution.chernoff(List.of(block), new long[] {n}, new double[] {p}, s, logOutside) * size;
                assertThat(found).as("s = %s", s).isGreaterThan(truth * (1 - 1e-14) - 1e-6);
                // and by no more than rounding may take
                assertThat(found).isLessThan(truth + n * 1e-15 * (3 + 2 * size) + 1e-10 * truth);
            }
    }
}
