package io.sordino.table.query;

import io.sordino.table.sql.Node;
import java.util.Optional;

/**
 * What a block of units computes of its rows, exactly.
 *
 * @param of the expression; COUNT has none
 * @param share of a quantile
 */
public record BlockStatistic(Kind kind, Optional<Node> of, double share) {
    /** Aggregates of rows. */
    public enum Kind {
        COUNT,
        SUM,
        MEAN,
        VARIANCE,
        DEVIATION,
        LEAST,
        LARGEST,
        QUANTILE
    }
}
