package io.sordino.loss;

/** A profile that can be made into a pair for either side: one that dominates, or one that real neighbours attain. */
public interface HasPair extends Profile {
    /** A pair whose every composition is on the given side of the truth. */
    Pair pair(Side side);

    /**
     * Such a pair for whoever asks it at epsilons of at least 0 alone: it is on its side everywhere, but precise only there and for
     * deltas of at least e^depth, which can be far cheaper.
     */
    default Pair tail(Side side, double depth) {
        return pair(side);
    }

    /** Whether a pair that is known as one is better: a bound for anything, made into a pair where there is nothing else. */
    default boolean lastResort() {
        return false;
    }
}
