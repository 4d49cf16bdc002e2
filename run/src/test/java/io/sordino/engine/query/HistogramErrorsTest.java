package io.sordino.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.engine.Estimate;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dwork's Remark 4.6, measured: the largest error of k counts grows as log k, as its root, as log log k, or not at all. */
class HistogramErrorsTest {
    private final RandomSource random = Tapes.seeded(46);

    /** The mean over some runs of the largest error in k cells, of which the first has a record. */
    private double largest(Mechanism noise, int k, int runs) {
        double sum = 0;
        for (int run = 0; run < runs; run++) {
            double most = 0;
            List<Estimate> counts =
                    Histogram.of(new int[1], k).release(noise, 0.9, random).value();
            for (int cell = 0; cell < k; cell++)
                most = Math.max(most, Math.abs(counts.get(cell).value() - (cell == 0 ? 1 : 0)));
            sum += most;
        }
        return sum / runs;
    }

    private double growth(String name, Mechanism noise) {
        double few = largest(noise, 100, 100);
        double many = largest(noise, 300_000, 1);
        System.out.printf("%s: %.2f of 100 cells, %.2f of 300,000, grows %.2f times%n", name, few, many, many / few);
        return many / few;
    }

    @Test
    void errorsGrowAsTheNotionAllows() {
        double pure = growth("pure, discrete_laplace(1)", new DiscreteLaplace(1));
        double approximate = growth("epsilon and delta, truncated_laplace(1, 8)", new TruncatedLaplace(1, 8));
        double concentrated = growth("zero-concentrated, discrete_gaussian(2)", new DiscreteGaussian(2));
        double truncated = growth("truncated concentrated, sinh_normal(2, 2)", new SinhNormal(2, 2));
        // log k grows 2.7 times, its root 1.7 times, log log k 1.7 of its logarithm alone: 1.66
        assertThat(pure).isBetween(2.1, 3.6);
        assertThat(approximate).isBetween(1.2, 1.8);
        assertThat(concentrated).isBetween(1.4, 2.1);
        assertThat(truncated).isBetween(1.15, 1.5);
        assertThat(truncated).isLessThan(concentrated).isLessThan(pure / 1.8);
    }
}
