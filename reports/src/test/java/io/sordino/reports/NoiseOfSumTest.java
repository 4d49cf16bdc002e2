package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tails by the transform against closed forms and laws that are added up. */
class NoiseOfSumTest {
    @Test
    void aWholeOfSharesIsDiscreteLaplace() {
        for (double scale : new double[] {0.5, 1, 7, 300}) {
            double mu = -Math.log(-Math.expm1(-1 / scale));
            double t = Math.exp(-1 / scale);
            NoiseOfSum noise = NoiseOfSum.shares(1, mu);
            for (long c : new long[] {0, 1, 2, 5, 20, 400})
                assertThat(noise.beyond(c)).isEqualTo(2 * Math.pow(t, c + 1.0) / (1 + t), within(1e-12));
        }
    }

    @Test
    void moreClientsThanSharesHaveMoreNoise() {
        double mu = -Math.log(-Math.expm1(-0.5));
        double t = Math.exp(-0.5);
        // NB(1.5, t) less another one, added up
        double[] one = new double[400];
        one[0] = Math.pow(1 - t, 1.5);
        for (int k = 1; k < one.length; k++) one[k] = one[k - 1] * t * (k + 0.5) / k;
        double inside = 0;
        for (int a = 0; a < one.length; a++)
            for (int b = Math.max(0, a - 3); b <= Math.min(one.length - 1, a + 3); b++) inside += one[a] * one[b];
        assertThat(NoiseOfSum.shares(1.5, mu).beyond(3)).isEqualTo(1 - inside, within(1e-12));
    }

    @Test
    void laplaceOnAGridIsAddedUp() {
        double s = 0.7;
        double[] law = new double[801];
        law[400] = 1 - s;
        for (int j = 1; j <= 400; j++) law[400 + j] = law[400 - j] = s * (1 - s * s) * Math.pow(s, 2.0 * (j - 1)) / 2;
        double inside = 0;
        for (int a = 0; a < law.length; a++)
            for (int b = 0; b < law.length; b++) if (Math.abs(a + b - 800) <= 4) inside += law[a] * law[b];
        assertThat(NoiseOfSum.laplace(2, s).beyond(4)).isEqualTo(1 - inside, within(1e-12));
    }

    /** The mean of 100 Laplace numbers of scale 1: half-width 0.277474474138 at 95 %, here on a grid of 1/4096. */
    @Test
    void fineGridsAreContinuous() {
        double s = Math.exp(-1 / (2 * 4096.0));
        assertThat(NoiseOfSum.laplace(100, s).reach(0.05) / 4096.0 / 100).isEqualTo(0.277474474138, within(1e-5));
    }
}
