package io.sordino.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.engine.sample.CyclicSampler;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.Schedule;
import io.sordino.noise.Tapes;
import io.sordino.train.data.Examples;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Huber;
import io.sordino.train.model.Logistic;
import io.sordino.train.model.Model;
import io.sordino.train.model.SmoothedHinge;
import io.sordino.train.model.Softmax;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With next to no noise a descent ends where Newton's method does, and gradients are those of the loss. */
class OptimumTest {
    private static final long SEED = 7;
    private static final int ROWS = 300;
    private static final int COLUMNS = 4;
    /** Less than a step of the grid. */
    private static final double NO_NOISE = 1e-9;

    private static final FeatureNorm WIDE = new FeatureNorm(3);

    static List<Model> models() {
        return List.of(
                new Model(new Logistic(), COLUMNS, true, 0.05),
                new Model(new Logistic(), COLUMNS, false, 0.05),
                new Model(new Huber(10), COLUMNS, true, 0.05),
                new Model(new Huber(0.4), COLUMNS, true, 0.1),
                new Model(new SmoothedHinge(0.5), COLUMNS, true, 0.1),
                new Model(new Softmax(3), COLUMNS, true, 0.05));
    }

    @ParameterizedTest
    @MethodSource("models")
    void gradientIsTheSlopeOfTheObjective(Model model) {
        Examples examples = Fixtures.examples(model.loss(), ROWS, COLUMNS, SEED);
        double[] weights = Fixtures.values(model.parameters(), 3);
        double[] gradient = gradient(model, examples, weights);
        for (int j = 0; j < weights.length; j++) {
            double kept = weights[j];
            weights[j] = kept + 1e-5;
            double above = model.objective(examples, WIDE, weights);
            weights[j] = kept - 1e-5;
            double below = model.objective(examples, WIDE, weights);
            weights[j] = kept;
            assertThat(gradient[j]).isCloseTo((above - below) / 2e-5, within(1e-6));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void noiselessDescentEndsInTheOptimum(Model model) {
        Examples examples = Fixtures.examples(model.loss(), ROWS, COLUMNS, SEED);
        double[] optimum = newton(model, examples);
        Steps steps = Steps.of(0.9 * IterateDescent.largestRate(WIDE, model));
        int count = 3000;
        SampledDescent all =
                new SampledDescent(new CyclicSampler(ROWS, 1), count, Schedule.constant(NO_NOISE), WIDE, model, steps);
        IterateDescent last =
                new IterateDescent(Order.FULL, ROWS, ROWS, count, Schedule.constant(NO_NOISE), WIDE, model, steps);
        for (Training variant : List.of(all, last)) {
            double[] found =
                    variant.train(examples, Tapes.seeded(SEED), done -> {}).weights();
            double[] sparse = variant.train(Fixtures.sparse(examples), Tapes.seeded(SEED), done -> {})
                    .weights();
            for (int j = 0; j < optimum.length; j++) {
                assertThat(found[j]).isCloseTo(optimum[j], within(1e-6));
                assertThat(sparse[j]).isCloseTo(optimum[j], within(1e-6));
            }
        }
        // the control: a step away from the optimum is seen
        assertThat(model.objective(examples, WIDE, optimum)).isLessThan(moved(model, examples, optimum));
    }

    @Test
    void clippingAtALengthThatNoGradientReachesChangesNothing() {
        Model model = new Model(new Logistic(), COLUMNS, true, 0.05);
        Examples examples = Fixtures.examples(model.loss(), ROWS, COLUMNS, SEED);
        double[] optimum = newton(model, examples);
        SampledDescent clipped = new SampledDescent(
                new CyclicSampler(ROWS, 3), 4000, Schedule.constant(NO_NOISE), new Clipping(5), model, Steps.of(0.02));
        SampledDescent tightly = new SampledDescent(
                new CyclicSampler(ROWS, 1), 4000, Schedule.constant(NO_NOISE), new Clipping(0.1), model, Steps.of(0.5));
        double[] found = clipped.train(examples, Tapes.seeded(1), done -> {}).weights();
        double[] other = tightly.train(examples, Tapes.seeded(1), done -> {}).weights();
        assertThat(found[0]).isCloseTo(optimum[0], within(2e-2));
        assertThat(Math.abs(other[0] - optimum[0])).isGreaterThan(0.1);
    }

    @Test
    void projectionHoldsWeightsInTheBall() {
        Model model = new Model(new Logistic(), COLUMNS, true, 0);
        Examples examples = Fixtures.examples(model.loss(), ROWS, COLUMNS, SEED);
        SampledDescent descent = new SampledDescent(
                new CyclicSampler(ROWS, 1),
                200,
                Schedule.constant(5),
                new Clipping(1),
                model,
                Steps.of(0.5).within(0.25));
        double square = 0;
        for (double w : descent.train(examples, Tapes.seeded(1), done -> {}).weights()) square += w * w;
        assertThat(Math.sqrt(square)).isLessThanOrEqualTo(0.25 * (1 + 1e-12));
    }

    private static double moved(Model model, Examples examples, double[] optimum) {
        double[] other = optimum.clone();
        other[0] += 1e-3;
        return model.objective(examples, WIDE, other);
    }

    /** The reference's own arithmetic: gradients straight from the definition. */
    private static double[] gradient(Model model, Examples examples, double[] weights) {
        int outputs = model.loss().outputs();
        double[] gradient = new double[weights.length];
        double[] residual = new double[outputs];
        for (int i = 0; i < examples.size(); i++) {
            model.loss().residual(model.margins(examples.features(), i, WIDE, weights), examples.label(i), residual);
            for (int k = 0; k < outputs; k++)
                for (int j = 0; j < model.width(); j++)
                    gradient[k * model.width() + j] +=
                            residual[k] * (j < COLUMNS ? examples.features().at(i, j) : 1) / examples.size();
        }
        for (int j = 0; j < weights.length; j++) gradient[j] += model.l2() * weights[j];
        return gradient;
    }

    /** Newton's method with differences of gradients for the second derivative, and halved steps where they overshoot. */
    private static double[] newton(Model model, Examples examples) {
        int p = model.parameters();
        double[] w = new double[p];
        for (int round = 0; round < 100; round++) {
            double[] g = gradient(model, examples, w);
            double[][] system = new double[p][p + 1];
            for (int j = 0; j < p; j++) {
                double[] up = w.clone();
                double[] down = w.clone();
                up[j] += 1e-6;
                down[j] -= 1e-6;
                double[] above = gradient(model, examples, up);
                double[] below = gradient(model, examples, down);
                for (int i = 0; i < p; i++) system[i][j] = (above[i] - below[i]) / 2e-6;
            }
            for (int i = 0; i < p; i++) system[i][p] = -g[i];
            double[] direction = solve(system);
            double factor = 1;
            double now = model.objective(examples, WIDE, w);
            double[] next = stepped(w, direction, factor);
            while (model.objective(examples, WIDE, next) > now + 1e-15 && factor > 1e-6) {
                factor /= 2;
                next = stepped(w, direction, factor);
            }
            w = next;
        }
        for (double g : gradient(model, examples, w)) assertThat(g).isCloseTo(0, within(1e-10));
        return w;
    }

    private static double[] stepped(double[] w, double[] direction, double factor) {
        double[] next = w.clone();
        for (int j = 0; j < w.length; j++) next[j] += factor * direction[j];
        return next;
    }

    private static double[] solve(double[][] a) {
        int p = a.length;
        for (int c = 0; c < p; c++) {
            int pivot = c;
            for (int r = c; r < p; r++) if (Math.abs(a[r][c]) > Math.abs(a[pivot][c])) pivot = r;
            double[] swap = a[c];
            a[c] = a[pivot];
            a[pivot] = swap;
            for (int r = 0; r < p; r++) {
                if (r == c) continue;
                double f = a[r][c] / a[c][c];
                for (int k = c; k <= p; k++) a[r][k] -= f * a[c][k];
            }
        }
        double[] x = new double[p];
        for (int i = 0; i < p; i++) x[i] = a[i][p] / a[i][i];
        return x;
    }
}
