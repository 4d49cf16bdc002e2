package io.sordino.loss.composition;

import io.sordino.loss.CountedPair;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.lattice.CellMasses;
import io.sordino.loss.lattice.Contraction;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.lattice.TiltedLaw;
import io.sordino.loss.lattice.TiltedSums;
import io.sordino.loss.lattice.WeightedPoints;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Fft;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.List;
import java.util.Optional;

/**
 * From below: an attacker who may ask a step with its two laws either way round, and who asks it straight while the loss that is still wanted is
 * positive, and swapped once it is negative. With F the profile of the steps that remain, F(s) is at least the mean of F(s - loss) for s of at least 0, and
 * F(-s) = 1 - e^-s + e^-s F(s) because the game is symmetric.
 *
 * <p>Steps are taken in blocks, and the side is chosen at the start of each.
 *
 * @param step a pair that real neighbours attain either way round, whatever was asked before
 */
public record SwitchingAttacker(Pair step, long count, Workspace workspace) implements Profile {
    private static final int BLOCKS = 128;
    /** The share of the variance that rounding to the lattice may take away. */
    private static final double LOST_VARIANCE = 3e-5;

    private static final int MOST_POINTS = 1 << 17;
    private static final int MOST_PLACES = 1 << 19;
    private static final double OUTSIDE = 1e-16;
    /** Cells of a single step are so much finer than the lattice. */
    private static final int FINER = 4;

    private static final double GROWTH = 1e-3;
    private static final double DEEPEST = -600;
    private static final double BELOW_ANSWER = 35;
    private static final double BEYOND_ANSWER = 4;
    /** Beyond this the tilted values leave the range of a double. */
    private static final double LARGEST_POWER = 500;
    /** More than the rounding of a place on the lattice; losses are moved down by it. */
    private static final double SHIFT = 1e-12;

    private record Subject(Pair step, long count, double asked) {}

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon < 0) return LogDelta.mirrored(epsilon, logDelta(-epsilon));
        double log = played(epsilon, false).map(game -> game.logDelta(epsilon)).orElse(Double.NEGATIVE_INFINITY);
        return Bracket.of(Math.min(0, log), 0);
    }

    @Override
    public Bracket epsilon(double delta) {
        double least = delta > 0
                ? played(Math.log(delta), true)
                        .map(game -> game.epsilon(Up.log(delta)))
                        .orElse(0.0)
                : 0;
        return Bracket.of(least, Double.POSITIVE_INFINITY);
    }

    private Optional<Game> played(double asked, boolean isLogDelta) {
        return workspace.notes(
                        new Subject(step, count, isLogDelta ? asked : Math.max(asked, Double.MIN_VALUE)),
                        Played.class,
                        () -> new Played(play(asked, isLogDelta)))
                .game;
    }

    private record Played(Optional<Game> game) {}

    private Optional<Game> play(double asked, boolean isLogDelta) {
        List<CountedPair> parts = List.of(new CountedPair(step, count));
        SaddlePoints near = new SaddlePoints(parts, isLogDelta ? Math.max(DEEPEST, asked - BELOW_ANSWER) : -60);
        double saddle = isLogDelta ? near.forLogDelta(asked) : near.at(asked);
        double[] k = near.cumulants(saddle);
        double tilt = Composition.milder(near, saddle);
        // a tilt blows rare losses up, and most steps never see one
        double variance = Math.min(k[2], near.cumulants(0)[2]);
        double reach = Math.max(isLogDelta ? 0 : asked, k[1]) + BEYOND_ANSWER * Math.sqrt(variance);
        if (!(variance > 0 && tilt * reach < LARGEST_POWER && reach < 1e6)) return Optional.empty();
        int blocks = (int) Math.min(count, BLOCKS);
        double width = Math.sqrt(6 * LOST_VARIANCE * variance / blocks);
        if (!isLogDelta && asked > 0) width = asked / Math.ceil(asked / width);
        double tail = Math.max(DEEPEST, near.logDeltaAt(saddle) - BELOW_ANSWER);
        try {
            int states = (int) Math.min(MOST_POINTS, Math.ceil(reach / width));
            long shorter = count / blocks;
            int longer = (int) (count % blocks);
            Optional<Block> first = block(shorter, width, tilt, tail);
            Optional<Block> second = longer > 0 ? block(shorter + 1, width, tilt, tail) : first;
            if (first.isEmpty() || second.isEmpty()) return Optional.empty();
            int most = Math.max(first.get().last(), second.get().last());
            Game game = new Game(width, tilt, states, most);
            game.play(first.get(), blocks - longer);
            game.play(second.get(), longer);
            return Optional.of(game);
        } catch (Convolution.TooWide e) {
            return Optional.empty();
        }
    }

    /** The losses of a block, rounded down to places of the lattice; and its mass at infinity. */
    private static final class Block {
        final int first;
        final double[] mass;
        final double infinity;

        Block(int first, double[] mass, double infinity) {
            this.first = first;
            this.mass = mass;
            this.infinity = infinity;
        }

        int last() {
            return first + mass.length - 1;
        }
    }

    private Optional<Block> block(long size, double width, double tilt, double tail) {
        WeightedPoints points = size == 1 ? oneStep(width, tail) : steps(size, width, tilt, tail);
        points.sort();
        if (points.size() == 0) return Optional.empty();
        double low = Math.floor(points.x()[0] / width) - 1;
        double high = Math.ceil(points.x()[points.size() - 1] / width) + 1;
        if (!(high - low < MOST_POINTS && Math.abs(low) < MOST_POINTS && high > 0)) return Optional.empty();
        double[] mass = Contraction.onto(points, 0, width, (long) low, (int) (high - low) + 1);
        double infinity = -Math.expm1(size * Math.log1p(-step.infinity().lower()));
        return Optional.of(new Block((int) low, mass, infinity * (1 - 16 * Ulp.ONE)));
    }

    private WeightedPoints oneStep(double width, double tail) {
        LossSketch sketch = new LossSketch(step, tail);
        LatticeLaw law = LatticeLaw.of(
                new CellMasses(step, width / FINER, sketch.from, sketch.to, sketch.middle, GROWTH), Side.LOWER);
        WeightedPoints points = new WeightedPoints(law.mass().length);
        double kept = 1 - law.massError() - 8 * Ulp.ONE;
        for (int i = 0; i < law.mass().length; i++)
            if (law.mass()[i] > 0)
                points.add(lowered(law.offset() + (law.first() + i) * law.step(), law.slack()), law.mass()[i] * kept);
        return points;
    }

    private WeightedPoints steps(long size, double width, double tilt, double tail) {
        List<CountedPair> parts = List.of(new CountedPair(step, size));
        SaddlePoints near = new SaddlePoints(parts, tail);
        StagePlan plan = StagePlan.of(parts, near, tilt, tilt, width * width / 6);
        StagedSum sum = new StagedSum(new CellCache(parts, near, GROWTH), plan, tilt, Side.LOWER, OUTSIDE);
        sum.add(0);
        TiltedLaw law = sum.whole();
        TiltedSums sums = new TiltedSums(List.of(law), MOST_PLACES);
        double[] mass = sums.atLeast();
        WeightedPoints points = new WeightedPoints(mass.length);
        for (int i = 0; i < mass.length; i++)
            if (mass[i] > 0) points.add(lowered(sums.value(i), sums.slack()), mass[i]);
        return points;
    }

    private static double lowered(double loss, double doubt) {
        return loss - 2 * doubt - SHIFT * (1 + Math.abs(loss));
    }

    /**
     * What is played backwards from the end: g(s) = F(s) e^(tilt s - logScale) at s = j * width, never above the truth. Beyond the last place F counts as 0.
     *
     * <p>Error. The transforms of g and of the tilted masses p are off by e N1(g) and e N1(p), N1 the sum and e = {@link Fft#errorFactor}, their
     * product by a bit more than 2 e N1(g) N1(p), and the transform back adds e N1(g) N1(p): together less than 4 e N1(g) N1(p), which is taken off.
     */
    private static final class Game {
        private final double width;
        private final double tilt;
        private double logScale;
        private double doubt;
        private final double[] value;
        /** At -s: (1 - e^-s) e^(-tilt s), and what F(s) is multiplied by. */
        private final double[] sure;

        private final double[] mirrored;

        Game(double width, double tilt, int states, int most) {
            this.width = width;
            this.tilt = tilt;
            value = new double[states + 1];
            sure = new double[most + 1];
            mirrored = new double[states + 1];
            for (int j = 0; j <= states; j++)
                mirrored[j] = lower(Math.exp(-(2 * tilt + 1) * j * width), (2 * tilt + 1) * j * width);
            for (int j = 0; j < sure.length; j++)
                sure[j] = lower(-Math.expm1(-j * width) * Math.exp(-tilt * j * width), (1 + tilt) * j * width);
        }

        private static double lower(double x, double exponent) {
            return x * (1 - 8 * Ulp.ONE * (1 + exponent));
        }

        void play(Block block, int times) {
            if (times == 0) return;
            int most = block.last();
            int states = value.length - 1;
            // so many that no answer meets what goes round
            int points = states + 2 + Math.max(most, block.mass.length);
            int n = Math.max(16, Integer.highestOneBit(points - 1) * 2);
            double[] p = new double[n];
            double sum = 0;
            for (int i = 0; i < block.mass.length; i++) {
                double exponent = tilt * width * (block.first + i);
                p[i] = lower(block.mass[i] * Math.exp(exponent), Math.abs(exponent));
                sum += p[i];
            }
            double n1 = 0;
            for (int i = 0; i < block.mass.length; i++) {
                p[i] *= (1 - 4 * Ulp.ONE) / sum;
                n1 += p[i];
            }
            double[] pRe = new double[n / 2 + 1];
            double[] pIm = new double[n / 2 + 1];
            Fft.forward(p, pRe, pIm);
            double[] re = new double[n / 2 + 1];
            double[] im = new double[n / 2 + 1];
            double[] g = new double[n];
            double logSum = Math.log(sum);
            double factor = 4 * Fft.errorFactor(n);
            // the place of the first answer: losses start at first, and states at -most
            int start = most - block.first;
            for (int t = 0; t < times; t++) {
                Patience.check();
                double total = extended(g, most);
                Fft.forward(g, re, im);
                for (int i = 0; i <= n / 2; i++) {
                    double real = re[i] * pRe[i] - im[i] * pIm[i];
                    im[i] = re[i] * pIm[i] + im[i] * pRe[i];
                    re[i] = real;
                }
                Fft.inverse(re, im, g);
                logScale += logSum;
                doubt += 4 * Ulp.ONE * (1 + Math.abs(logSum) + Math.abs(logScale));
                double noise = factor * total * n1;
                for (int j = 0; j <= states; j++) {
                    double found = Math.max(0, g[start + j] - noise) * (1 - 4 * Ulp.ONE);
                    if (block.infinity > 0)
                        found += lower(
                                block.infinity * Math.exp(tilt * j * width - logScale - 2 * doubt), tilt * j * width);
                    value[j] = found;
                }
            }
        }

        /** Fills in the states from -most on; returns their sum. */
        private double extended(double[] g, int most) {
            java.util.Arrays.fill(g, 0);
            double scale = Math.exp(-logScale - 2 * doubt) * (1 - 8 * Ulp.ONE * (1 + Math.abs(logScale)));
            double total = 0;
            for (int j = most; j > 0; j--) {
                double x = sure[j] * scale;
                if (j < value.length) x += mirrored[j] * value[j];
                g[most - j] = x * (1 - 4 * Ulp.ONE);
                total += g[most - j];
            }
            for (int j = 0; j < value.length; j++) {
                g[most + j] = value[j];
                total += value[j];
            }
            return total;
        }

        private double log(int j) {
            if (!(value[j] > 0)) return Double.NEGATIVE_INFINITY;
            double exponent = tilt * j * width;
            double log = Math.log(value[j]) - exponent + logScale;
            return log - 2 * doubt - 16 * Ulp.ONE * (1 + Math.abs(log) + exponent + Math.abs(logScale));
        }

        double logDelta(double epsilon) {
            // what falls is no larger further out
            double place = Math.ceil(epsilon / width * (1 - 4 * Ulp.ONE));
            while (place * width < epsilon) place++;
            return place < value.length ? log((int) place) : Double.NEGATIVE_INFINITY;
        }

        double epsilon(double logDelta) {
            for (int j = value.length - 1; j > 0; j--) if (log(j) > logDelta) return j * width * (1 - 4 * Ulp.ONE);
            return 0;
        }
    }
}
