package io.sordino.loss.allocation;

import io.sordino.loss.HasPair;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Up;
import java.util.List;

/** A record in one of t Gaussian steps, chosen at random, that moves from one end of what it may contribute to the other. */
public final class AllocatedOpposites {
    /** A pair gives up so much less than the smallest delta that is asked for. */
    private static final double BELOW_DEPTH = 14;

    private static final int MOST_CLASSES = 8192;
    private static final double SHARE_OF_DEVIATION = 1 / 64.0;
    private static final double LOG_TAIL = -40;

    private AllocatedOpposites() {}

    private record Subject(long steps, double mu, double deepest) {}

    private record Made(Pair pair) {}

    /**
     * From above: every epsilon that is asked for is worked out, and a pair has chords between some of them.
     *
     * @param mu no less than one contribution over the deviation of the noise
     * @param depth the logarithm of the smallest delta that will be asked of compositions
     */
    public static HasPair above(long steps, double mu, double depth, Workspace workspace) {
        Subject subject = new Subject(steps, mu, depth - BELOW_DEPTH);
        EpochBound bound = EpochBound.replaced(steps, mu);
        return new Above(
                subject,
                bound,
                workspace.notes(subject, Made.class, () -> new Made(connected(bound, subject.deepest))).pair);
    }

    private static Pair connected(EpochBound bound, double deepest) {
        return EpochDots.of(bound, deepest).symmetric();
    }

    private record Above(Subject subject, EpochBound bound, Pair pair) implements HasPair {
        @Override
        public Bracket logDelta(double epsilon) {
            double at = Math.abs(epsilon);
            double chord = pair.logDelta(at).upper();
            double log = Math.min(chord, Up.log(Math.max(Double.MIN_NORMAL, bound.at(at, 0, Math.exp(chord)))));
            Bracket right = Bracket.of(Double.NEGATIVE_INFINITY, log);
            return epsilon >= 0 ? right : LogDelta.mirrored(epsilon, right);
        }

        @Override
        public Pair pair(Side side) {
            if (!(side == Side.UPPER)) throw new IllegalArgumentException("this bound is one from above");
            return pair;
        }
    }

    /**
     * What an attacker attains who adds up a score of every step: about its loss, if steps were drawn independently.
     *
     * @param mu no more than one contribution over the deviation of the noise
     */
    public static Pair below(long steps, double mu) {
        NormalCells cells = NormalCells.of(mu);
        int n = cells.zero.length;
        double rate = 1.0 / steps;
        double[] score = new double[n];
        double square = 0;
        for (int i = 0; i < n; i++) {
            double u =
                    i == 0 ? cells.node[0] : i == n - 1 ? cells.node[n - 2] : (cells.node[i - 1] + cells.node[i]) / 2;
            score[i] = Math.log1p(rate * Math.expm1(mu * (u - mu / 2)))
                    - Math.log1p(rate * Math.expm1(-mu * (u + mu / 2)));
            square += cells.zero[i] * score[i] * score[i];
        }
        double width = Math.max(2 * score[n - 1] / MOST_CLASSES, Math.sqrt(square) * SHARE_OF_DEVIATION);
        LatticeLaw zero = law(score, cells.zero, width);
        List<Double> tilts = ValueSum.tilts(zero, steps, LOG_TAIL);
        try {
            return AllocatedScores.attained(
                    sum(law(score, cells.plus, width), zero, steps, Side.LOWER, tilts),
                    sum(law(score, cells.minus, width), zero, steps, Side.UPPER, tilts));
        } catch (Convolution.TooWide e) {
            return AtomicPair.equal();
        }
    }

    private static LatticeLaw sum(LatticeLaw one, LatticeLaw others, long steps, Side side, List<Double> tilts) {
        return ValueSum.of(List.of(one, others), new long[] {1, steps - 1}, side, tilts)
                .law();
    }

    private static LatticeLaw law(double[] score, double[] mass, double width) {
        int last = (int) Math.ceil(score[score.length - 1] / width);
        double[] law = new double[2 * last + 1];
        for (int i = 0; i < mass.length; i++) law[(int) Math.round(score[i] / width) + last] += mass[i];
        return new LatticeLaw(0, 1, -last, law, 0, 2 * NormalCells.ERROR, 0);
    }
}
