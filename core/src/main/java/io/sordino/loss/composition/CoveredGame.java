package io.sordino.loss.composition;

import io.sordino.loss.CountedPair;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.lattice.CellMasses;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.sampling.Places;
import io.sordino.loss.sampling.TripleCover;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Patience;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * From above, so many samples of fixed size and Gaussian noise, each query chosen after the answers before it were seen: the value of the game in which
 * every step may be any pair of {@link TripleCover}.
 *
 * @param places what one sample may show
 */
public record CoveredGame(Places places, long count, Workspace workspace) implements Profile {
    /** How near another record is to the replacement in a corner, in diameters; wider ones need fewer cells. */
    private static final double[] BETAS = {0.005, 0.08};
    /** The share of the variance that rounding to the lattice may add. */
    private static final double ADDED_VARIANCE = 3e-4;

    private static final double LARGEST_POWER = 500;
    /** What is given up counts as infinite loss; it is so much less than the answer, in logarithm. */
    private static final double BELOW_ANSWER = 7;

    /** Cells are compared with the corner as far as its losses are listed, for which this delta is large enough. */
    private static final double LARGE_DELTA = -12;

    private static final double DEEPEST = -600;
    private static final int MOST_POINTS = 1 << 17;
    /** A cell that is beaten only so many deviations of a step away is split. */
    private static final double LATEST = 16;
    /** Distance of nodes over their place. */
    private static final double NODES = 0.08;

    private record Subject(Places places, long count, double asked) {}

    private record Played(Optional<CoveredStates> states) {}

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon < 0) return LogDelta.mirrored(epsilon, logDelta(-epsilon));
        double log =
                played(epsilon, false).map(states -> states.logDelta(epsilon)).orElse(0.0);
        return Bracket.of(Double.NEGATIVE_INFINITY, log <= 0 ? log : 0);
    }

    @Override
    public Bracket epsilon(double delta) {
        double most = delta > 0
                ? played(Math.log(delta), true)
                        .map(states -> states.epsilon(Down.log(delta)))
                        .orElse(Double.POSITIVE_INFINITY)
                : Double.POSITIVE_INFINITY;
        return Bracket.of(0, most);
    }

    /** All states, to about so small a delta. */
    Optional<CoveredStates> states(double logDelta) {
        return played(logDelta, true);
    }

    private Optional<CoveredStates> played(double asked, boolean isLogDelta) {
        return workspace.notes(
                        new Subject(places, count, isLogDelta ? asked : Math.max(asked, Double.MIN_VALUE)),
                        Played.class,
                        () -> new Played(play(asked, isLogDelta)))
                .states;
    }

    private Optional<CoveredStates> play(double asked, boolean isLogDelta) {
        for (double beta : BETAS) {
            Optional<CoveredStates> states = play(asked, isLogDelta, beta);
            if (states.isPresent()) return states;
        }
        return Optional.empty();
    }

    private Optional<CoveredStates> play(double asked, boolean isLogDelta, double beta) {
        Pair pair = places.corner(beta);
        List<CountedPair> parts = List.of(new CountedPair(pair, count));
        SaddlePoints near = new SaddlePoints(parts, isLogDelta ? Math.max(DEEPEST, asked - 2 * BELOW_ANSWER) : -60);
        double saddle = isLogDelta ? near.forLogDelta(asked) : near.at(asked);
        double logDelta = near.logDeltaAt(saddle);
        double reach =
                Math.max(isLogDelta ? 0 : 1.05 * asked, near.cumulants(near.forLogDelta(logDelta - BELOW_ANSWER))[1]);
        double tilt = Composition.milder(near, saddle);
        // far losses are rare: the bulk has no more variance than Hellinger's distance tells
        double variance = Math.min(near.cumulants(0)[2], -8 * near.cumulants(-0.5)[0]) / count;
        if (!(variance > 0 && reach > 0 && tilt * reach < LARGEST_POWER)) return Optional.empty();
        double step = Math.sqrt(6 * ADDED_VARIANCE * variance);
        // a state for an epsilon that is asked for
        if (!isLogDelta && asked > 0) step = asked / Math.ceil(asked / step);
        int latest = (int) Math.ceil(LATEST * Math.sqrt(variance) / step);
        double states = Math.max(latest + 4, Math.ceil(reach / step) + 2);
        if (!(states < MOST_POINTS)) return Optional.empty();
        LossSketch sketch = new LossSketch(
                pair, Math.max(DEEPEST, Math.min(logDelta, LARGE_DELTA) - BELOW_ANSWER) - Math.log((double) count));
        if (!((sketch.to - sketch.from) / step < MOST_POINTS)) return Optional.empty();
        // all powers of a step are numbers: where one is not, masses are lost without a word
        double farthest = states * step + Math.max(0, sketch.to);
        if (!((1 + tilt) * farthest < LARGEST_POWER)) return Optional.empty();
        try {
            LatticeLaw law =
                    LatticeLaw.of(new CellMasses(pair, step, sketch.from, sketch.to, sketch.middle, 0), Side.UPPER);
            CoveredStep alone = CoveredStep.of(law, pair.infinity().upper());
            int[] nodes = nodes(alone.last(), Math.min(places.rate(), Math.sqrt(variance)) / step);
            CoveredStep straight = alone.atLeast(nodes, places::most);
            TripleCover.Corner corner = straight.corner(nodes);
            return TripleCover.of(places, beta, corner, latest).map(cells -> {
                CoveredStates game = new CoveredStates(straight, corner, cells, (int) states, tilt);
                for (long t = 0; t < count; t++) {
                    Patience.check();
                    game.play();
                }
                return game;
            });
        } catch (Convolution.TooWide e) {
            return Optional.empty();
        }
    }

    /** Dense near 0, where a cell's profile bends, and sparse far from it. */
    private static int[] nodes(int last, double scale) {
        int[] nodes = new int[last + 2];
        int n = 0;
        for (int k = 0; k < last; k += (int) Math.max(1, NODES * (k + scale))) nodes[n++] = k;
        nodes[n++] = last;
        return Arrays.copyOf(nodes, n);
    }
}
