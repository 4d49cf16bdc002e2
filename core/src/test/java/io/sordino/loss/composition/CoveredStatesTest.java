package io.sordino.loss.composition;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.lattice.CellMasses;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.sampling.CornerPair;
import io.sordino.loss.sampling.SubsetPlaces;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** One step of the game after any number of steps: no three places gain more from the game's own value than the game says. */
final class CoveredStatesTest {
    private static final double FAR = 8.5;
    /** Sums over the plane. */
    private static final double ACROSS = 0.2;

    /** Along the line, where the value bends sharply at one place: cells are so wide there, and so large a part of their distance elsewhere. */
    private static final double SHARP = 2e-4;

    private static final double GROWTH = 0.25;
    private static final double WIDEST = 0.3;
    /** Nodes and weights of Gauss on [-1, 1]. */
    private static final double[] NODES = {
        -Math.sqrt(3 / 7.0 + 2 / 7.0 * Math.sqrt(6 / 5.0)),
        -Math.sqrt(3 / 7.0 - 2 / 7.0 * Math.sqrt(6 / 5.0)),
        Math.sqrt(3 / 7.0 - 2 / 7.0 * Math.sqrt(6 / 5.0)),
        Math.sqrt(3 / 7.0 + 2 / 7.0 * Math.sqrt(6 / 5.0))
    };

    private static final double[] WEIGHTS = {
        (18 - Math.sqrt(30)) / 36, (18 + Math.sqrt(30)) / 36, (18 + Math.sqrt(30)) / 36, (18 - Math.sqrt(30)) / 36
    };
    /** Of these sums. */
    private static final double INEXACT = 1e-6;

    /** The value at whole multiples of a step, chords between them in e^s; the mirror image below 0. */
    private static final class Value {
        private final double step;
        private final double[] height;

        Value(double step, double[] height) {
            this.step = step;
            this.height = height;
        }

        double at(double s) {
            if (s < 0) return -Math.expm1(s) + Math.exp(s) * at(-s);
            int k = (int) (s / step);
            if (k + 1 >= height.length) return height[height.length - 1];
            double share = Math.expm1(s - k * step) / Math.expm1(step);
            return height[k] + share * (height[k + 1] - height[k]);
        }
    }

    /** Where a record and its replacement are, seen from another one, on the line through both and across it. */
    private record Places(double rate, double ahead, double behind, double across) {
        static Places of(double rate, double[] record, double[] replacement, double[] other) {
            double dx = record[0] - replacement[0];
            double dy = record[1] - replacement[1];
            double apart = Math.max(1e-12, Math.hypot(dx, dy));
            double x = record[0] - other[0];
            double y = record[1] - other[1];
            double ahead = (x * dx + y * dy) / apart;
            return new Places(rate, ahead, ahead - apart, Math.sqrt(Math.max(0, x * x + y * y - ahead * ahead)));
        }

        private double law(double factor, double shift, double z) {
            return 1 - rate + factor * Math.exp(shift * (z - shift / 2));
        }

        /** This step first, then the rest of the game. */
        double then(Value rest, double s) {
            double sum = 0;
            for (double y = -FAR; y < FAR + across; y += ACROSS)
                sum += Math.exp(-y * y / 2) * along(rest, s, rate * Math.exp(across * (y - across / 2)));
            return sum * ACROSS / (2 * Math.PI);
        }

        private double along(Value rest, double s, double factor) {
            double least = -FAR + behind;
            double most = FAR + ahead;
            // from here on the loss is more than s
            double low = least;
            double high = most;
            for (int i = 0; i < 60; i++) {
                double middle = (low + high) / 2;
                if (Math.log(law(factor, ahead, middle) / law(factor, behind, middle)) < s) low = middle;
                else high = middle;
            }
            double sum = 0;
            for (double away = 0, next; low - away > least; away = next)
                sum += cell(rest, s, factor, low - (next = away + width(away)), low - away);
            for (double away = 0, next; low + away < most; away = next)
                sum += cell(rest, s, factor, low + away, low + (next = away + width(away)));
            return sum;
        }

        private static double width(double away) {
            return Math.min(WIDEST, Math.max(SHARP, GROWTH * away));
        }

        private double cell(Value rest, double s, double factor, double from, double to) {
            double sum = 0;
            for (int i = 0; i < NODES.length; i++) {
                double z = (from + to) / 2 + (to - from) / 2 * NODES[i];
                double p = law(factor, ahead, z);
                double q = law(factor, behind, z);
                sum += WEIGHTS[i] * Math.exp(-z * z / 2) * p * rest.at(s - Math.log(p / q));
            }
            return sum * (to - from) / 2;
        }
    }

    private static double[] at(double length, double angle) {
        return new double[] {length * Math.cos(angle), length * Math.sin(angle)};
    }

    private static Places anywhere(SplittableRandom random, double rate, double mu) {
        int kind = random.nextInt(4);
        double[][] at = new double[3][];
        for (int i = 0; i < 3; i++)
            at[i] = at(mu / 2 * (kind == 0 ? random.nextDouble() : 1), random.nextDouble(2 * Math.PI));
        if (kind == 2) at[1] = new double[] {-at[0][0], -at[0][1]};
        double near = 1 - 0.3 * random.nextDouble();
        if (kind == 3) at[2] = new double[] {at[1][0] * near, at[1][1] * near};
        return Places.of(rate, at[0], at[1], at[2]);
    }

    @Test
    void noPlacesBeatTheNextStep() {
        boolean slow = Boolean.getBoolean("sordino.slow");
        long seed = Long.getLong("sordino.seed", slow ? System.nanoTime() : 20261118);
        int games = slow ? 1700 : 4;
        int each = slow ? 60 : 12;
        SplittableRandom random = new SplittableRandom(seed);
        int played = 0;
        double nearest = Double.NEGATIVE_INFINITY;
        for (int tried = 0; played < games; tried++) {
            assertThat(tried).as("seed %s: games that can be played", seed).isLessThan(4 * games);
            double rate = 0.6 * Math.exp(-8 * random.nextDouble());
            double mu = random.nextInt(4) == 0
                    ? 2.05 - 0.5 * random.nextDouble()
                    : 0.02 + 2.03 * random.nextDouble() * random.nextDouble();
            int steps = 1 << random.nextInt(7);
            double depth = -5 - 25 * random.nextDouble();
            Optional<CoveredStates> open =
                    new CoveredGame(new SubsetPlaces(rate, mu), steps, new Workspace()).states(depth);
            if (open.isEmpty()) continue;
            played++;
            CoveredStates game = open.get();
            Value rest = new Value(game.step, game.upper());
            game.play();
            double[] bound = game.upper();
            int bent = game.near();
            int last = bound.length - 1;
            for (int j = 0; j < each; j++) {
                Places places = anywhere(random, rate, mu);
                int state = (int)
                        switch (random.nextInt(3)) {
                            case 0 -> 0;
                            case 1 -> Math.min(last, 1.5 * bent * random.nextDouble());
                            default -> 0.8 * last * random.nextDouble();
                        };
                double value = places.then(rest, state * game.step);
                assertThat(value)
                        .as("seed %s, %s steps, mu %s, state %s: %s", seed, steps, mu, state, places)
                        .isLessThan(bound[state] * (1 + INEXACT));
                nearest = Math.max(nearest, value / bound[state]);
            }
        }
        System.out.printf("seed %d: %d games, %d places each, the best reaches %.6f%n", seed, played, each, nearest);
    }

    /** The control: without cells, and with a corner that is next to nothing, three places on a circle do better. */
    @Test
    void aStepOfTheCornerAloneIsBeaten() {
        double rate = 0.05;
        CornerPair pair = new CornerPair(rate, 1, 1e-5);
        LatticeLaw law = LatticeLaw.of(new CellMasses(pair, 1e-3, -0.2, 3, 0, 0), Side.UPPER);
        CoveredStep corner = CoveredStep.of(law, 0);
        CoveredStates game = new CoveredStates(corner, corner.corner(new int[] {0, corner.last()}), List.of(), 3000, 0);
        game.play();
        Value rest = new Value(game.step, game.upper());
        game.play();
        double angle = 2 * Math.asin(0.75);
        Places inside = Places.of(rate, at(0.5, angle), at(0.5, -angle), at(0.5, 0));
        assertThat(inside.then(rest, 0)).isGreaterThan(game.upper()[0] * 1.002);
    }
}
