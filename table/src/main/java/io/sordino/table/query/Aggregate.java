package io.sordino.table.query;

import io.sordino.table.sql.Node;
import java.util.List;

/** What is asked of the rows of a group. */
public sealed interface Aggregate {
    /** How many rows. */
    record Count() implements Aggregate {}

    /** How many privacy units. */
    record CountUnits() implements Aggregate {}

    /** The sum; what one unit adds to one group is clamped to the bounds. */
    record Sum(Node of, double lower, double upper) implements Aggregate {}

    /** The mean over rows; each value is clamped to the bounds. */
    record Mean(Node of, double lower, double upper) implements Aggregate {}

    /** The variance over rows, or its root; each value is clamped to the bounds. */
    record Variance(Node of, double lower, double upper, boolean root) implements Aggregate {}

    /** The value below which a share of the rows lies; each value is clamped to the bounds. */
    record Quantile(Node of, double lower, double upper, double share) implements Aggregate {}

    /** How many rows lie in each of several public bins: below the first edge, between neighbouring ones, from the last one on. */
    record Histogram(Node of, List<Double> edges) implements Aggregate {
        public Histogram {
            edges = List.copyOf(edges);
        }
    }

    /** What is computed exactly in blocks of units, each unit in one of them, before the blocks are put together. */
    sealed interface OfBlocks extends Aggregate {
        /** The statistic of a block. */
        BlockStatistic statistic();

        /** How many blocks there are. */
        int blocks();
    }

    /** Subsample and aggregate: the mean of a statistic over the blocks, each clamped to the bounds. */
    record BlockMean(BlockStatistic statistic, int blocks, double lower, double upper) implements OfBlocks {}

    /** Propose, test, release: the interval of a width in which most blocks have their statistic, if nobody could change which it is. */
    record BlockAgreement(BlockStatistic statistic, int blocks, double width) implements OfBlocks {}

    /** Sums of several expressions; what one unit adds to one group is a vector that is clipped to an L2 norm. */
    record VectorSum(List<Node> of, double norm) implements Aggregate {
        public VectorSum {
            of = List.copyOf(of);
        }
    }
}
