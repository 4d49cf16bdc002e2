package io.sordino.loss;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ConvolutionTest {
    /**
     * n trials that succeed with probability p = 2^-40: the log moment around the mean is n (log(1 + p (e^s - 1)) - s p), in which
     * nothing cancels if it is written as n p (e^s - 1 - s) less a second-order term.
     */
    @Test
    void theWindowOfManyRareTermsIsRoundedOutwards() {
        double p = 0x1p-40;
        long n = 1_000_000_000_000_000L;
        Block block = new Block(0, 0, 1, 0, new double[] {1 - p, p}, 0, 0, 0, 0);
        double logOutside = Math.log(1e-12);
        for (double s = 0.01; s < 3; s *= 1.07)
            for (int sign : new int[] {1, -1}) {
                double gain = Math.expm1(sign * s);
                double first = gain - sign * s;
                double truth = n * (p * first - p * p * gain * gain / 2) - logOutside;
                double found =
                        Convolution.chernoff(List.of(block), new long[] {n}, new double[] {p}, sign * s, logOutside)
                                * s;
                assertThat(found).as("s = %s", sign * s).isGreaterThan(truth * (1 - 1e-12) - 1e-9);
                // and by no more than rounding may take
                assertThat(found).isLessThan(truth + n * 1e-14);
            }
    }
}
