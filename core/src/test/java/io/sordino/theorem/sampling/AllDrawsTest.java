package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Change;
import io.sordino.loss.Workspace;
import io.sordino.loss.composition.CoveredGame;
import io.sordino.loss.sampling.DrawnPlaces;
import io.sordino.loss.sampling.HitsEnvelope;
import io.sordino.loss.sampling.Places;
import io.sordino.loss.sampling.SubsetPlaces;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The game over all places of a first hit. */
final class AllDrawsTest extends TheoremContract {
    @Override
    protected double width() {
        return AllQueries.NARROW;
    }

    /** A game of a hundred steps takes a second. */
    @Override
    protected boolean isQuick(String plan) {
        return !plan.startsWith("100 ");
    }

    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("10 * with_replacement(5, 50, gaussian(2))", "add-remove", "a replaced record"),
                silentOn("10 * with_replacement(5, 50, laplace(2))", "replace-one", "Gaussian noise on one sum"),
                silentOn("10 * with_replacement(5, 50, gaussian(0.5))", "replace-one", "deviation from 1 to"),
                silentOn("10 * with_replacement(5, 50, gaussian(2))", "replace-one", "narrower answer"),
                notAbout("10 * without_replacement(5, 50, gaussian(1))"));
    }

    private static final double CELL = 0.12;
    private static final double FAR = 9;
    /** Of sums over the plane. */
    private static final double INEXACT = 2e-4;

    private static final int MOST = 3;

    private final SplittableRandom random = new SplittableRandom(20261119);

    /** So many draws of so many records, seen by an attacker. */
    private record Draws(long count, long size, double mu) {
        BinomialMixture hits() {
            return new BinomialMixture(count, 1.0 / size);
        }

        DrawnPlaces places() {
            BinomialMixture hits = hits();
            BinomialMixture.Hidden hidden = hits.hidden(mu).orElseThrow();
            HitsEnvelope envelope = new HitsEnvelope(
                    hidden.dominating(Change.REMOVED),
                    hidden.told(),
                    hits.anyUp(),
                    Math.min(1, mu),
                    -80,
                    new Workspace());
            return DrawnPlaces.of(hidden.likely(), hidden.rest(), mu, envelope, 1e-20);
        }
    }

    /** How far k hits move the output, with the record and with its replacement. */
    private static final class Chain {
        private final double[] weight;
        private final double[][] record;
        private final double[][] replacement;

        Chain(double[] weight, double[][] record, double[][] replacement) {
            this.weight = weight;
            this.record = record;
            this.replacement = replacement;
        }

        static Chain of(Draws draws, double[] record, double[] replacement, double[][] others) {
            double[] weight = new double[MOST + 1];
            double[][] a = new double[MOST + 1][2];
            double[][] b = new double[MOST + 1][2];
            List<Double> likely = draws.hits().hidden(draws.mu).orElseThrow().likely();
            weight[0] = 1;
            for (int k = 1; k <= Math.min(MOST, likely.size()); k++) {
                weight[k] = likely.get(k - 1);
                weight[0] -= weight[k];
                for (int i = 0; i < 2; i++) {
                    a[k][i] = a[k - 1][i] + record[i] - others[k - 1][i];
                    b[k][i] = b[k - 1][i] + replacement[i] - others[k - 1][i];
                }
            }
            return new Chain(weight, a, b);
        }

        Chain swapped() {
            return new Chain(weight, replacement, record);
        }

        private double density(double[][] at, double x, double y) {
            double sum = 0;
            for (int k = 0; k <= MOST; k++) {
                double dx = x - at[k][0];
                double dy = y - at[k][1];
                sum += weight[k] * Math.exp(-(dx * dx + dy * dy) / 2);
            }
            return sum;
        }

        interface Gain {
            double of(double p, double q);
        }

        double sum(Gain gain) {
            double sum = 0;
            for (double x = -FAR; x < FAR; x += CELL)
                for (double y = -FAR; y < FAR; y += CELL)
                    sum += gain.of(density(record, x, y), density(replacement, x, y));
            return sum * CELL * CELL / (2 * Math.PI);
        }
    }

    private double[] anywhere(double mu) {
        double angle = random.nextDouble(2 * Math.PI);
        double length = mu / 2 * (random.nextInt(3) == 0 ? random.nextDouble() : 1);
        return new double[] {length * Math.cos(angle), length * Math.sin(angle)};
    }

    private static double product(double[] from, double[] a, double[] b) {
        return (a[0] - from[0]) * (b[0] - from[0]) + (a[1] - from[1]) * (b[1] - from[1]);
    }

    @Test
    void noChainOfHitsIsAboveItsCell() {
        double nearest = 0;
        double alone = 0;
        for (int i = 0; i < 60; i++) {
            Draws draws = new Draws(1 + random.nextInt(6), 4 + random.nextInt(40), 0.3 + 1.7 * random.nextDouble());
            double mu = draws.mu;
            double[] record = anywhere(mu);
            double[] replacement = random.nextBoolean() ? new double[] {-record[0], -record[1]} : anywhere(mu);
            double[][] others = {anywhere(mu), anywhere(mu), anywhere(mu)};
            if (random.nextInt(3) == 0) others[1] = others[2] = replacement;
            double u = Math.sqrt(product(others[0], record, record)) / mu;
            double v = Math.sqrt(product(others[0], replacement, replacement)) / mu;
            double c = product(others[0], record, replacement) / (mu * mu);
            Places places = draws.places();
            Chain chain = Chain.of(draws, record, replacement, others);
            for (boolean straight : new boolean[] {true, false}) {
                Chain side = straight ? chain : chain.swapped();
                double one = straight ? u : v;
                double other = straight ? v : u;
                for (double above : new double[] {0, 0.02, 0.2, 1}) {
                    double truth = side.sum((p, q) -> Math.max(0, p - (1 + above) * q));
                    double cell = places.heights(one, other, c).at(above);
                    assertThat(truth)
                            .as("%s, u %s, v %s, c %s at 1 + %s", draws, one, other, c, above)
                            .isLessThan(cell * (1 + INEXACT) + 1e-12)
                            .isLessThan(places.most(above) * (1 + INEXACT) + 1e-12);
                    if (truth > 1e-6) nearest = Math.max(nearest, truth / cell);
                    // the control: further hits left out
                    double rate = places.rate();
                    double single =
                            new SubsetPlaces(rate, mu).heights(one, other, c).at(above);
                    if (truth > 1e-6) alone = Math.max(alone, truth / single);
                }
            }
        }
        assertThat(nearest).isBetween(0.9, 1 + INEXACT);
        assertThat(alone).isGreaterThan(1.01);
    }

    /** With one step left the others answer as the replacement, or as the record where the wanted loss is negative. */
    private static double[] once(Draws draws, double step, int count) {
        BinomialMixture hits = draws.hits();
        var attained = HiddenHits.attained(hits, hits.hidden(draws.mu).orElseThrow(), Change.REMOVED);
        double[] value = new double[count];
        for (int k = 0; k < count; k++) value[k] = attained.delta(k * step).lower();
        return value;
    }

    private static double at(double[] value, double step, double s) {
        if (s < 0) return -Math.expm1(s) + Math.exp(s) * at(value, step, -s);
        int k = (int) (s / step);
        return k + 1 >= value.length ? 0 : value[k] + (s / step - k) * (value[k + 1] - value[k]);
    }

    @Test
    void noPlacesOfTwoStepsDoBetter() {
        for (Draws draws : List.of(new Draws(3, 60, 1), new Draws(20, 300, 1.8))) {
            CoveredGame game = new CoveredGame(draws.places(), 2, new Workspace());
            double rate = draws.hits().any();
            double step = rate / 40;
            double[] last = once(draws, step, 2000);
            for (double s : new double[] {0, rate}) {
                double bound = game.delta(s).upper();
                for (int i = 0; i < 12; i++) {
                    double[] record = anywhere(draws.mu);
                    double[] replacement = i % 2 == 0 ? new double[] {-record[0], -record[1]} : anywhere(draws.mu);
                    double[][] others = {anywhere(draws.mu), replacement, replacement};
                    Chain chain = Chain.of(draws, record, replacement, others);
                    double value = chain.sum((p, q) -> p * at(last, step, s - Math.log(p / q)));
                    assertThat(value).as("%s, chain %s at %s", draws, i, s).isLessThan(bound * (1 + INEXACT));
                }
            }
        }
    }
}
