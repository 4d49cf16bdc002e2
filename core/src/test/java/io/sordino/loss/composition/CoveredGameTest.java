package io.sordino.loss.composition;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.lattice.CellMasses;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.sampling.CornerPair;
import io.sordino.loss.sampling.SubsetPlaces;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Attackers who put the three records anywhere, two steps, by sums over the plane. */
final class CoveredGameTest {
    private static final double FAR = 9;

    /** A record, its replacement and another one, in deviations of the noise. */
    private record Triple(double rate, double tx, double ty, double rx, double ry, double ox, double oy) {
        private double density(double x, double y, double px, double py) {
            double other = Math.exp(-((x - ox) * (x - ox) + (y - oy) * (y - oy)) / 2);
            return (1 - rate) * other + rate * Math.exp(-((x - px) * (x - px) + (y - py) * (y - py)) / 2);
        }

        /** This step alone. */
        double alone(double above) {
            double cell = 0.02;
            double sum = 0;
            for (double x = -FAR; x < FAR; x += cell)
                for (double y = -FAR; y < FAR; y += 10 * cell)
                    sum += Math.max(0, density(x, y, tx, ty) - (1 + above) * density(x, y, rx, ry));
            return sum * 10 * cell * cell / (2 * Math.PI);
        }

        /** The best of two steps, this one first: after one step the best is known. */
        double twice(double mu, double s, double cell) {
            double sum = 0;
            for (double x = -FAR; x < FAR; x += cell)
                for (double y = -FAR; y < FAR; y += cell) {
                    double p = density(x, y, tx, ty);
                    double q = density(x, y, rx, ry);
                    sum += p * once(rate, mu, s - Math.log(p / q));
                }
            return sum * cell * cell / (2 * Math.PI);
        }
    }

    /** With one step left the others answer as the replacement, or as the record where the wanted loss is negative. */
    private static double once(double rate, double mu, double s) {
        if (s < 0) return -Math.expm1(s) + Math.exp(s) * once(rate, mu, -s);
        return rate
                * GaussianPair.of(mu).delta(Math.log1p(Math.expm1(s) / rate)).midpoint();
    }

    /** All three on a circle, both distances three quarters of its diameter. */
    private static Triple inside(double rate, double mu) {
        double r = mu / 2;
        double angle = 2 * Math.asin(0.75);
        return new Triple(
                rate, r * Math.cos(angle), r * Math.sin(angle), r * Math.cos(angle), -r * Math.sin(angle), r, 0);
    }

    private static Triple straight(double rate, double mu) {
        return new Triple(rate, mu / 2, 0, -mu / 2, 0, -mu / 2, 0);
    }

    @Test
    void extremesAloneAreNoUpperBound() {
        double rate = 0.05;
        double extreme = straight(rate, 1).twice(1, 0, 0.05);
        double inside = inside(rate, 1).twice(1, 0, 0.05);
        assertThat(inside).isGreaterThan(extreme * 1.002);
        assertThat(new CoveredGame(new SubsetPlaces(rate, 1), 2, new Workspace())
                        .delta(0)
                        .upper())
                .isGreaterThan(inside);
    }

    /** The control: a game of the corner alone, and that close to the extreme, falls short of the places inside. */
    @Test
    void aGameWithoutCellsIsCaught() {
        double rate = 0.05;
        double step = 1e-3;
        CornerPair pair = new CornerPair(rate, 1, 1e-5);
        LatticeLaw law = LatticeLaw.of(new CellMasses(pair, step, -0.2, 3, 0, 0), Side.UPPER);
        CoveredStep corner = CoveredStep.of(law, 0);
        int[] nodes = {0, corner.last()};
        CoveredStates game = new CoveredStates(corner, corner.corner(nodes), List.of(), 3000, 0);
        game.play();
        game.play();
        double alone = Math.exp(game.logDelta(0));
        assertThat(alone)
                .isGreaterThan(straight(rate, 1).twice(1, 0, 0.05))
                .isLessThan(inside(rate, 1).twice(1, 0, 0.05));
    }

    @Test
    void noPlacesOfTwoStepsDoBetter() {
        long seed = 20261118;
        SplittableRandom random = new SplittableRandom(seed);
        double[] rates = {0.004, 0.1};
        double[] distances = {1, 1.8};
        for (double rate : rates)
            for (double mu : distances) {
                CoveredGame game = new CoveredGame(new SubsetPlaces(rate, mu), 2, new Workspace());
                for (double s : new double[] {0, 0.5 * rate * mu}) {
                    double bound = game.delta(s).upper();
                    for (int i = 0; i < 8; i++) {
                        Triple triple = anywhere(random, rate, mu / 2);
                        assertThat(triple.twice(mu, s, 0.2))
                                .as("seed %s: %s at %s", seed, triple, s)
                                .isLessThan(bound * (1 + 1e-6));
                    }
                }
            }
    }

    private static Triple anywhere(SplittableRandom random, double rate, double r) {
        double[] at = new double[6];
        for (int i = 0; i < 6; i += 2) {
            double angle = random.nextDouble(2 * Math.PI);
            double length = random.nextInt(3) == 0 ? r * random.nextDouble() : r;
            at[i] = length * Math.cos(angle);
            at[i + 1] = length * Math.sin(angle);
        }
        return new Triple(rate, at[0], at[1], at[2], at[3], at[4], at[5]);
    }

    /** One step is the straight pair's, but for the corner and the lattice. */
    @Test
    void oneStepIsNearlyExact() {
        CoveredGame game = new CoveredGame(new SubsetPlaces(0.05, 1), 1, new Workspace());
        for (double s : new double[] {0, 0.4}) {
            double exact = once(0.05, 1, s);
            assertThat(game.delta(s).upper()).isBetween(exact, exact * 1.01);
        }
    }

    /** Seen from another record one of the two may be behind the other one. */
    @Test
    void placesInAnyOrderAreNotAboveTheirCell() {
        long seed = 20261120;
        SplittableRandom random = new SplittableRandom(seed);
        double rate = 0.05;
        for (int i = 0; i < 40; i++) {
            double mu = 0.5 + 1.5 * random.nextDouble();
            double near = mu * (0.2 + 0.5 * random.nextDouble());
            double off = 0.2 * random.nextDouble();
            Triple triple = new Triple(rate, near, near * off, mu, 0, 0, 0);
            double above = i % 4 == 0 ? 0 : 0.1 * random.nextDouble();
            double u = near * Math.sqrt(1 + off * off) / mu;
            assertThat(triple.alone(above))
                    .as("seed %s, case %s: %s at 1 + %s", seed, i, triple, above)
                    .isLessThan(
                            new SubsetPlaces(rate, mu).heights(u, 1, near / mu).at(above) * (1 + 1e-3) + 1e-9);
        }
    }
}
