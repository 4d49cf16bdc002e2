package io.sordino.loss.composition;

import io.sordino.loss.CountedPair;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.Workspace;
import io.sordino.loss.sampling.Places;
import io.sordino.numeric.Bracket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * From above, more steps than are played one by one: the value of the game of one block is a profile, so it is a pair that dominates the block whatever was seen before, and
 * blocks compose.
 *
 * @param places what one sample may show
 * @param size steps of a block
 */
public record CoveredBlocks(Places places, long count, long size, double width, Workspace workspace)
        implements Profile {
    private static final int DOTS = 3000;
    /** A block sees losses that are so much rarer than the answer of all blocks, in logarithm. */
    private static final double RARER = 3;

    private static final double USUAL_DEPTH = -28;

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon < 0) return LogDelta.mirrored(epsilon, logDelta(-epsilon));
        double upper = composed(USUAL_DEPTH)
                .map(blocks -> blocks.logDelta(epsilon).upper())
                .orElse(0.0);
        return Bracket.of(Double.NEGATIVE_INFINITY, upper);
    }

    @Override
    public Bracket epsilon(double delta) {
        double upper = delta > 0
                ? composed(Math.log(delta))
                        .map(blocks -> blocks.epsilon(delta).upper())
                        .orElse(Double.POSITIVE_INFINITY)
                : Double.POSITIVE_INFINITY;
        return Bracket.of(0, upper);
    }

    private Optional<Composition> composed(double logDelta) {
        long blocks = count / size;
        long rest = count % size;
        double depth = logDelta - Math.log((double) blocks) - RARER;
        List<CountedPair> parts = new ArrayList<>();
        Optional<Pair> whole = block(size, depth);
        if (whole.isEmpty()) return Optional.empty();
        parts.add(new CountedPair(whole.get(), blocks));
        if (rest > 0) {
            Optional<Pair> last = block(rest, depth);
            if (last.isEmpty()) return Optional.empty();
            parts.add(new CountedPair(last.get(), 1));
        }
        return Optional.of(new Composition(parts, width, workspace));
    }

    private Optional<Pair> block(long steps, double logDelta) {
        return new CoveredGame(places, steps, workspace).states(logDelta).map(states -> states.pair(DOTS));
    }
}
