package io.sordino.loss.allocation;

import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import java.util.Optional;

/**
 * A removed record in k of t steps from one side, worked out when it is asked for: steps with a large likelihood ratio are looked at one by one, and the
 * others in rounds or by their sum.
 *
 * @param base a pair of a step that serves this side
 * @param logTail log of a mass that may be given up
 */
public record LargeRatioProfile(int selected, long steps, Pair base, Side side, double logTail, Workspace workspace)
        implements HasPair {
    /** All but the workspace, which is no part of the value. */
    private record Subject(int selected, long steps, Pair base, Side side, double logTail) {}

    private record Notes(Optional<Pair> pair) {}

    /** Nothing, if the law does not fit a lattice. */
    private Optional<Pair> made() {
        return workspace.notes(
                        new Subject(selected, steps, base, side, logTail),
                        Notes.class,
                        () -> new Notes(
                                side == Side.UPPER
                                        ? LargeRatiosAbove.pair(selected, steps, base, logTail)
                                        : LargeRatiosBelow.pair(selected, steps, base, logTail)))
                .pair;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        return made().map(pair -> pair.logDelta(epsilon)).orElse(Bracket.of(Double.NEGATIVE_INFINITY, 0));
    }

    @Override
    public Bracket epsilon(double delta) {
        return made().map(pair -> pair.epsilon(delta)).orElse(Bracket.of(0, Double.POSITIVE_INFINITY));
    }

    @Override
    public Pair pair(Side wanted) {
        if (!(wanted == side)) throw new IllegalArgumentException("made for the " + side + " side");
        return made().orElseGet(() -> side == Side.UPPER ? AtomicPair.certain() : AtomicPair.equal());
    }
}
