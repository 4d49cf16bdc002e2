package io.sordino.train.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.engine.sample.Batch;
import io.sordino.engine.sample.CyclicSampler;
import io.sordino.engine.sample.SubsetSampler;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import io.sordino.train.Fixtures;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Examples;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Huber;
import io.sordino.train.model.Logistic;
import io.sordino.train.model.Loss;
import io.sordino.train.model.Model;
import io.sordino.train.model.Softmax;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a record adds is bounded to the last bit, and sums do not depend on who came first. */
class GradientSumsTest {
    private static final Model MODEL = new Model(new Logistic(), 3, true, 0.01);
    private static final FeatureNorm NORM = new FeatureNorm(1);

    @Test
    void aRecordNeverAddsMoreThanItsCells() {
        RandomSource random = Tapes.seeded(11);
        double[] sizes = {1, 1e-3, 1e3, 1e-160, 1e160, 1e300, 0};
        BigInteger most = BigInteger.valueOf(GradientGrid.CELLS).pow(2);
        BigInteger seen = BigInteger.ZERO;
        for (int i = 0; i < 3000; i++) {
            Loss loss = i % 3 == 0 ? new Logistic() : i % 3 == 1 ? new Softmax(3) : new Huber(1e6);
            Model model = new Model(loss, 7, i % 2 == 0, 0);
            double size = sizes[i % sizes.length];
            double[] row = new double[7];
            for (int j = 0; j < 7; j++) row[j] = size * Fixtures.uniform(random);
            Examples one = Examples.of(DenseFeatures.of(row, 7), new double[] {i % 2});
            Bound bound = i % 5 == 0 ? new FeatureNorm(0.7) : new Clipping(0.37);
            GradientGrid grid = new GradientGrid(new Prepared(one, model, bound), bound.gradient(model));
            double[] weights = Fixtures.values(model.parameters(), i);
            Batch batch = new CyclicSampler(1, 1).start(random).next();
            BigInteger square = BigInteger.ZERO;
            for (double whole : grid.wholeSum(batch, weights)) {
                assertThat(whole).isEqualTo(Math.rint(whole));
                square = square.add(BigInteger.valueOf((long) whole).pow(2));
            }
            assertThat(square).isLessThanOrEqualTo(most);
            seen = seen.max(square);
        }
        // the bound is nearly attained, so the check could fail
        assertThat(Math.sqrt(seen.doubleValue())).isGreaterThan(0.999 * GradientGrid.CELLS);
    }

    @Test
    void aRecordOfHugeNumbersMovesTheSumOfALastIterateByNoMoreThanAnyOther() {
        // products with weights overflow, to infinity or to no number at all
        double[][] huge = {{1.7e308, 1.7e308, 0}, {1.7e308, -1.7e308, 0}, {1e200, 0, 0}};
        double[] weights = {2, 2, 0, 0.5};
        for (double[] row : huge)
            for (Model model : List.of(MODEL, new Model(new Logistic(), 3, false, 0))) {
                double[] without = Fixtures.values(30, 5);
                double[] with = without.clone();
                System.arraycopy(row, 0, with, 12, 3);
                double[] one = iterateSum(model, with, weights);
                double[] other = iterateSum(model, without, weights);
                double square = 0;
                for (int j = 0; j < one.length; j++) square += (one[j] - other[j]) * (one[j] - other[j]);
                assertThat(Math.sqrt(square)).isLessThanOrEqualTo(2 * NORM.gradient(model));
            }
    }

    private static double[] iterateSum(Model model, double[] rows, double[] weights) {
        Examples examples = Examples.of(DenseFeatures.of(rows, 3), new double[rows.length / 3]);
        Batch all = new CyclicSampler(examples.size(), 1).start(Tapes.seeded(1)).next();
        return new IterateGradients(new Prepared(examples, model, NORM), NORM.gradient(model), examples.size())
                .sum(all, weights);
    }

    @Test
    void sumsDoNotDependOnTheOrderOfRecords() {
        Model model = new Model(new Softmax(4), 9, true, 0);
        Examples examples = Fixtures.examples(model.loss(), 10_000, 9, 5);
        double[] weights = Fixtures.values(model.parameters(), 6);
        GradientGrid grid = new GradientGrid(new Prepared(examples, model, new Clipping(0.5)), 0.5);
        // the same set of records, in two orders
        double[] one = grid.wholeSum(
                new CyclicSampler(10_000, 1).start(Tapes.seeded(1)).next(), weights);
        double[] other = grid.wholeSum(
                new SubsetSampler(10_000, 10_000).start(Tapes.seeded(2)).next(), weights);
        assertThat(one).isEqualTo(other);
    }
}
