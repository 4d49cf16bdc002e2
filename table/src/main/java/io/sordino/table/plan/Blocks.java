package io.sordino.table.plan;

import io.sordino.table.query.BlockStatistic;
import io.sordino.table.query.RowSql;

/**
 * A statistic of each block of units, as SQL. A block's number must not depend on the order of its rows, or a unit would move the numbers of other
 * blocks through it: so rows are put on a grid and added up as integers, and only then divided.
 *
 * @param value the number that rows have
 * @param exponent a step of the rows is 2^-exponent
 */
public record Blocks(BlockStatistic.Kind kind, String value, double share, int blocks, int exponent) {
    /** Rows are clamped to so many steps: n times the sum of their squares still fits 127 bits for 2^31 rows. */
    private static final int WIDEST = 30;
    /** So many steps are the size of what is asked for. */
    private static final int FINE = 20;

    static Blocks of(BlockStatistic statistic, String value, int blocks, double size) {
        double ofRows = statistic.kind() == BlockStatistic.Kind.VARIANCE ? Math.sqrt(size) : size;
        return new Blocks(statistic.kind(), value, statistic.share(), blocks, FINE - Math.getExponent(ofRows));
    }

    /** The number of a row on the grid, a BIGINT, or NULL where it has none. */
    public String row() {
        if (kind == BlockStatistic.Kind.COUNT) return "1";
        double wide = Math.scalb(1.0, WIDEST - exponent);
        return Part.steps(Part.clamped(value, -wide, wide), exponent);
    }

    /** The statistic of the rows of a block, whose numbers on the grid are {@code r}: a DOUBLE, or NULL where there are none. */
    public String statistic(String r) {
        String count = "CAST(count(" + r + ") AS HUGEINT)";
        String sum = "CAST(sum(" + r + ") AS HUGEINT)";
        return switch (kind) {
            case COUNT -> "CAST(count(*) AS DOUBLE)";
            case SUM -> scaled(sum, exponent);
            case MEAN -> scaled("(" + sum + " // " + count + ")", exponent);
            case LEAST -> scaled("min(" + r + ")", exponent);
            case LARGEST -> scaled("max(" + r + ")", exponent);
            case QUANTILE -> scaled("quantile_disc(" + r + ", " + RowSql.literal(share) + ")", exponent);
            case VARIANCE -> scaled(variance(r, count, sum), 2 * exponent);
            case DEVIATION -> "sqrt(" + scaled(variance(r, count, sum), 2 * exponent) + ")";
        };
    }

    private static String variance(String r, String count, String sum) {
        String squares = "CAST(sum(CAST(" + r + " AS HUGEINT) * CAST(" + r + " AS HUGEINT)) AS HUGEINT)";
        return "(CASE WHEN count(" + r + ") < 2 THEN NULL ELSE (" + count + " * " + squares + " - " + sum + " * " + sum
                + ") // (" + count + " * (" + count + " - 1)) END)";
    }

    private static String scaled(String steps, int exponent) {
        return "(CAST(" + steps + " AS DOUBLE) * " + RowSql.literal(Math.scalb(1.0, -exponent)) + ")";
    }
}
