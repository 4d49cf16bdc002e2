package io.sordino.train.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sordino.engine.sample.Batch;
import io.sordino.engine.sample.CyclicSampler;
import io.sordino.engine.sample.SubsetSampler;
import io.sordino.mechanism.Gaussian;
import io.sordino.noise.GridNoise;
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
import java.util.Arrays;
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

    /** To refuse a record would tell that it is there. */
    @Test
    void aRecordWhoseLabelNoModelKnowsAddsNothing() {
        double[] rows = {1, 2, 3, 4, 5, 6};
        for (double label : new double[] {Examples.NO_LABEL, 2, -1, 0.5, Double.POSITIVE_INFINITY, 1e300}) {
            double[] labels = {1, label};
            Batch both = new CyclicSampler(2, 1).start(Tapes.seeded(1)).next();
            Batch first = new CyclicSampler(1, 1).start(Tapes.seeded(1)).next();
            Prepared two = new Prepared(Examples.of(DenseFeatures.of(rows, 3), labels), MODEL, NORM);
            Prepared one = new Prepared(
                    Examples.of(DenseFeatures.of(Arrays.copyOf(rows, 3), 3), new double[] {1}), MODEL, NORM);
            double[] weights = {0.1, -0.2, 0.3, 0.4};
            double largest = NORM.gradient(MODEL);
            assertThat(new GradientGrid(two, largest).wholeSum(both, weights))
                    .isEqualTo(new GradientGrid(one, largest).wholeSum(first, weights));
            assertThat(new IterateGradients(two, largest, 2).sum(both, weights))
                    .isEqualTo(new IterateGradients(one, largest, 2).sum(first, weights));
        }
        // the control
        Prepared known = new Prepared(Examples.of(DenseFeatures.of(rows, 3), new double[] {1, 0}), MODEL, NORM);
        Batch second = new CyclicSampler(2, 1).start(Tapes.seeded(1)).next();
        double[] weights = {0.1, -0.2, 0.3, 0.4};
        assertThat(new IterateGradients(known, NORM.gradient(MODEL), 2).sum(second, weights))
                .isNotEqualTo(new IterateGradients(
                                new Prepared(Examples.of(DenseFeatures.of(rows, 3), new double[] {1, 2}), MODEL, NORM),
                                NORM.gradient(MODEL),
                                2)
                        .sum(second, weights));
    }

    /** The residual of a long row may be so small that its square is nothing: its gradient is long all the same. */
    @Test
    void aResidualWhoseSquareIsLostIsClipped() {
        BigInteger most = BigInteger.valueOf(GradientGrid.CELLS).pow(2);
        RandomSource random = Tapes.seeded(12);
        BigInteger seen = BigInteger.ZERO;
        for (int i = 0; i < 3000; i++) {
            Loss loss = i % 3 == 0 ? new Logistic() : i % 3 == 1 ? new Softmax(3) : new Huber(Double.POSITIVE_INFINITY);
            Model model = new Model(loss, 2, i % 2 == 0, 0);
            double size = Math.scalb(1.3, 380 + (int) random.below(140));
            // towards the label: what is left of the residual is e^-margin
            double margin = 340 + 100 * Math.abs(Fixtures.uniform(random));
            double[] weights = new double[model.parameters()];
            weights[0] = (loss instanceof Logistic ? -1 : 1) * margin / size;
            double label = loss instanceof Huber ? margin * (1 - 0x1p-52) : 0;
            Examples one = Examples.of(DenseFeatures.of(new double[] {size, size / 3}, 2), new double[] {label});
            Clipping bound = new Clipping(Math.scalb(1.0, (int) random.below(300) - 250));
            GradientGrid grid = new GradientGrid(new Prepared(one, model, bound), bound.norm());
            BigInteger square = BigInteger.ZERO;
            for (double whole :
                    grid.wholeSum(new CyclicSampler(1, 1).start(random).next(), weights)) {
                assertThat(whole).isEqualTo(Math.rint(whole));
                square = square.add(BigInteger.valueOf((long) whole).pow(2));
            }
            assertThat(square).as("%s, %s, margin %s", loss, size, margin).isLessThanOrEqualTo(most);
            seen = seen.max(square);
        }
        assertThat(Math.sqrt(seen.doubleValue())).isGreaterThan(0.999 * GradientGrid.CELLS);
    }

    @Test
    void lengthsAreRightWhereSquaresAreNot() {
        for (double size : new double[] {1, 1e-100, 1e-162, 1e-200, 1e-300, 1e100, 1e160, 1e300}) {
            assertThat(Prepared.length(new double[] {3 * size, 0, -4 * size}))
                    .isCloseTo(5 * size, within(1e-15 * size));
            assertThat(Prepared.length(new double[] {-size})).isEqualTo(size);
        }
        assertThat(Prepared.length(new double[] {0, 0})).isZero();
        assertThat(Prepared.length(new double[] {0, Double.NaN})).isNaN();
        assertThat(Prepared.length(new double[] {1e308, 1e308, 1e308, 1e308})).isInfinite();
    }

    /** Noise beyond 2^53 steps has no odd numbers as a double; the release is the rounded sum, not the sum of the rounded. */
    @Test
    void noiseIsAddedBeforeItIsRounded() {
        Model model = new Model(new Huber(1e9), 1, false, 0);
        Examples one = Examples.of(DenseFeatures.of(new double[] {1}, 1), new double[] {-3 * 0x1p-26});
        GradientGrid grid = new GradientGrid(new Prepared(one, model, new Clipping(1)), 1);
        Batch batch = new CyclicSampler(1, 1).start(Tapes.seeded(1)).next();
        assertThat(grid.wholeSum(batch, new double[1])[0]).isEqualTo(3);
        Gaussian law = new Gaussian(0x1p27);
        RandomSource random = Tapes.seeded(2);
        RandomSource same = Tapes.seeded(2);
        GridNoise noise = GridNoise.of(law, GradientGrid.CELLS);
        int beyond = 0;
        for (int i = 0; i < 5000; i++) {
            long drawn = noise.draw(same);
            if (Math.abs(drawn) > 1L << 53) beyond++;
            assertThat(grid.noisySum(batch, new double[1], law, random)[0])
                    .isEqualTo((double) (3 + drawn) / GradientGrid.CELLS);
        }
        assertThat(beyond).isGreaterThan(1000);
    }

    /** The noise of a mean has the deviation that is accounted for, to 1 %: records of zeros have no gradient. */
    @Test
    void noiseOfAMeanHasItsDeviation() {
        int draws = 40_000;
        Model model = new Model(new Logistic(), 3, false, 0);
        Examples zeros = Examples.of(DenseFeatures.of(new double[15], 3), new double[5]);
        Batch all = new CyclicSampler(5, 1).start(Tapes.seeded(1)).next();
        RandomSource random = Tapes.seeded(31);
        for (double multiplier : new double[] {0.8, 2}) {
            IterateGradients mean = new IterateGradients(new Prepared(zeros, model, NORM), NORM.gradient(model), 5);
            GradientGrid sum = new GradientGrid(new Prepared(zeros, model, NORM), NORM.gradient(model));
            double ofMeans = 0;
            double ofSums = 0;
            for (int i = 0; i < draws; i++) {
                for (double x : mean.noisyMean(all, new double[3], multiplier, random)) ofMeans += x * x;
                for (double x : sum.noisySum(all, new double[3], new Gaussian(multiplier), random)) ofSums += x * x;
            }
            double deviation = multiplier * NORM.gradient(model);
            // the deviation of 120,000 draws is known to 0.2 %
            assertThat(5 * Math.sqrt(ofMeans / draws / 3)).isCloseTo(deviation, within(0.01 * deviation));
            assertThat(Math.sqrt(ofSums / draws / 3)).isCloseTo(deviation, within(0.01 * deviation));
        }
    }

    /** A row that is scaled down by much has a product with large weights, though the row itself has none. */
    @Test
    void theMarginOfAScaledRowIsANumber() {
        FeatureNorm tiny = new FeatureNorm(1e-150);
        for (double[] row : new double[][] {{1.2e154, -0.4e154, 0}, {0.5e154, -1.1e154, 3}, {9e153, 9e153, -9e153}})
            for (Model model :
                    List.of(new Model(new Logistic(), 3, false, 0), new Model(new Softmax(2), 3, false, 0))) {
                double[] weights = new double[model.parameters()];
                java.util.Arrays.fill(weights, 1e156);
                double[] rows = new double[30];
                java.util.Arrays.fill(rows, 1e-151);
                System.arraycopy(row, 0, rows, 12, 3);
                Examples dense = Examples.of(DenseFeatures.of(rows, 3), new double[10]);
                Batch all = new CyclicSampler(10, 1).start(Tapes.seeded(1)).next();
                double largest = tiny.gradient(model);
                for (Examples examples : List.of(dense, Fixtures.sparse(dense)))
                    for (double sum :
                            new IterateGradients(new Prepared(examples, model, tiny), largest, 10).sum(all, weights))
                        assertThat(Math.abs(sum)).isLessThanOrEqualTo(10 * largest);
            }
        // a scale of few digits would be rounded up by more than the slack
        assertThat(new FeatureNorm(1e-165).scale(1.1e154)).isZero();
    }

    @Test
    void numbersThatTheCallerKeepsMayChangeWithoutHarm() {
        double[] kept = {0.5, 0.5};
        Examples examples = Examples.of(DenseFeatures.of(kept, 2), new double[] {0});
        kept[0] = 1e9;
        assertThat(examples.features().at(0, 0)).isEqualTo(0.5);
        DenseFeatures.Builder builder = new DenseFeatures.Builder(1, 2);
        builder.put(0, 1, 0.25);
        DenseFeatures built = builder.build();
        assertThat(built.at(0, 1)).isEqualTo(0.25);
        assertThatThrownBy(() -> builder.put(0, 1, 1e9)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(built.at(0, 1)).isEqualTo(0.25);
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
