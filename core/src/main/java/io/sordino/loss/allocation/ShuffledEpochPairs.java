package io.sordino.loss.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Workspace;

/** Dominating pairs of one shuffled epoch. */
public final class ShuffledEpochPairs {
    /** A pair gives up so much less than the smallest delta that is asked for. */
    private static final double BELOW_DEPTH = 14;

    /** Rarer tests say little about the deltas that are asked for. */
    private static final double LEAST_TEST = 20;

    private ShuffledEpochPairs() {}

    private record Subject(long slots, double mu, Object bound, double deepest) {}

    /**
     * The bound by swaps, for a record that contributes nothing where it is absent.
     *
     * @param slots equal batches
     * @param mu no less than one contribution over the deviation of the noise
     * @param depth the logarithm of the smallest delta that will be asked of compositions
     */
    public static Pair bySwaps(long slots, double mu, Change change, double depth, Workspace workspace) {
        EpochDots removed = swaps(slots, mu, Change.REMOVED, depth - BELOW_DEPTH, workspace);
        EpochDots added = swaps(slots, mu, Change.ADDED, depth - BELOW_DEPTH, workspace);
        return change == Change.ADDED ? added.with(removed) : removed.with(added);
    }

    private static EpochDots swaps(long slots, double mu, Change change, double deepest, Workspace workspace) {
        return workspace.notes(
                new Subject(slots, mu, change, deepest),
                EpochDots.class,
                () -> EpochDots.of(EpochBound.swaps(slots, mu, change), deepest));
    }

    /** The bound by clones, for a record that takes another value. */
    public static Pair byClones(long slots, double mu, double depth) {
        return EpochDots.of(EpochBound.clones(slots, mu), depth - BELOW_DEPTH).symmetric();
    }

    /** A step of any kind, by pairs that dominate it in a direction and in the other one. */
    public record Step(Pair there, Pair back) {
        private Step reversed() {
            return new Step(back, there);
        }

        /** The pair of a step without the record against one with it. */
        private Pair away(Change change) {
            return change == Change.ADDED ? there : back;
        }
    }

    private record Alike(long slots, Step step, Change change, double width, double deepest) {}

    /** The bound by clones for any base, for a record that comes or goes. */
    public static Pair ofAnyBase(
            long slots, Step step, Change change, double width, double depth, Workspace workspace) {
        Change other = change == Change.ADDED ? Change.REMOVED : Change.ADDED;
        EpochDots here = clones(new Alike(slots, step, change, width, depth - BELOW_DEPTH), workspace);
        EpochDots there = clones(new Alike(slots, step.reversed(), other, width, depth - BELOW_DEPTH), workspace);
        return here.with(there);
    }

    /** The same for a record that takes another value. */
    public static Pair ofAnyBase(long slots, Pair step, double width, double depth, Workspace workspace) {
        Alike alike = new Alike(slots, new Step(step, step), Change.REMOVED, width, depth - BELOW_DEPTH);
        return clones(alike, workspace).symmetric();
    }

    private static EpochDots clones(Alike of, Workspace workspace) {
        return workspace.notes(
                of,
                EpochDots.class,
                () -> EpochDots.of(
                        new CloneBound(
                                of.slots, of.step.there, of.step.away(of.change), of.change, of.width, of.deepest),
                        of.deepest));
    }

    /**
     * What is attained where all other records hold the opposite value.
     *
     * @param mu one contribution over the deviation of the noise
     */
    public static Pair againstOpposites(long slots, double mu, Change change, double depth, Workspace workspace) {
        double deepest = Math.max(-LEAST_TEST, depth - BELOW_DEPTH);
        return workspace
                .notes(
                        new Subject(slots, mu, EpochTests.class, deepest),
                        EpochTests.class,
                        () -> EpochTests.of(slots, mu, deepest))
                .pair(change);
    }
}
