package io.sordino.loss;

/** A pair and how many independent times its loss is counted. */
public record CountedPair(Pair pair, long count) {
    public CountedPair {
        if (!(count >= 1)) throw new IllegalArgumentException("count must be at least 1, was " + count);
    }
}
