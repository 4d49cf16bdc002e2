package io.sordino.loss;

/** A profile that can be made into a pair for either side: one that dominates, or one that real neighbours attain. */
public interface HasPair extends Profile {
    /** A pair whose every composition is on the given side of the truth. */
    Pair pair(Side side);

    /** Whether a pair that is known as one is better: a bound for anything, made into a pair where there is nothing else. */
    default boolean lastResort() {
        return false;
    }
}
