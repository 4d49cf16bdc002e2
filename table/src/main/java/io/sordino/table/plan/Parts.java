package io.sordino.table.plan;

import io.sordino.table.plan.Part.Bounding;
import io.sordino.table.query.Aggregate;
import io.sordino.table.query.RowSql;
import java.util.ArrayList;
import java.util.List;

/** The parts that aggregates are made of, on grids of about 2^32 steps. */
final class Parts {
    /** So many steps are the largest contribution: fine enough for 2^31 rows, and 2^31 of them still fit 2^63. */
    private static final int BITS = 31;
    /** A row of a unit is clamped to so many steps before rows are added up; only its unit's sum is clamped to the bounds. */
    private static final int WIDEST = 58;

    private static final int FAN = 16;
    private static final int LEVELS = 3;
    private static final long FINE = 64;

    private final boolean rowsAreUnits;
    private final long most;

    Parts(boolean rowsAreUnits, long most) {
        this.rowsAreUnits = rowsAreUnits;
        this.most = most;
    }

    Part.Scalar rows() {
        // a row that is its own unit is counted once, so that one number with noise serves both
        if (rowsAreUnits) return units();
        return new Part.Scalar(Part.Scalar.EVERY_ROW, Bounding.COUNT, 0, most, most, most, 0);
    }

    Part.Scalar units() {
        return new Part.Scalar(Part.Scalar.EVERY_ROW, Bounding.ONE, 0, 1, 1, 1, 0);
    }

    /** How many rows have a number. */
    Part.Scalar present(String x) {
        String row = "CASE WHEN " + x + " IS NULL OR isnan(" + x + ") THEN NULL ELSE 1 END";
        return new Part.Scalar(row, Bounding.COUNT, 0, most, most, most, 0);
    }

    Part.Scalar total(String x, double lower, double upper) {
        int exponent = BITS - Math.getExponent(Math.max(Math.abs(lower), Math.abs(upper)));
        long low = Part.steps(lower, exponent);
        long high = Part.steps(upper, exponent);
        double wide = Math.scalb(1.0, WIDEST - exponent);
        String value = rowsAreUnits ? Part.clamped(x, lower, upper) : Part.clamped(x, -wide, wide);
        return new Part.Scalar(
                Part.steps(value, exponent),
                Bounding.CLAMP,
                low,
                high,
                most,
                Math.max(Math.abs(low), Math.abs(high)),
                exponent);
    }

    /** The middle of two bounds. */
    static double centre(double lower, double upper) {
        return lower / 2 + upper / 2;
    }

    /** The farthest that a clamped value is from the middle. */
    static double radius(double lower, double upper) {
        double centre = centre(lower, upper);
        return Math.max(upper - centre, centre - lower);
    }

    /** Of values less the middle of their bounds. */
    Part.Scalar centred(String x, double lower, double upper) {
        double centre = centre(lower, upper);
        int exponent = BITS - Math.getExponent(radius(lower, upper) * most);
        long reach = Math.max(
                Math.abs(Part.steps(upper - centre, exponent)), Math.abs(Part.steps(lower - centre, exponent)));
        String value = "(" + Part.clamped(x, lower, upper) + " - " + RowSql.literal(centre) + ")";
        return shrunk(Part.steps(value, exponent), reach, exponent);
    }

    /** Of squares of values less the middle of their bounds, less half of the largest square. */
    Part.Scalar squared(String x, double lower, double upper) {
        double radius = radius(lower, upper);
        double half = radius * radius / 2;
        int exponent = BITS - Math.getExponent(half * most);
        long reach =
                Math.max(Math.abs(Part.steps(-half, exponent)), Math.abs(Part.steps(radius * radius - half, exponent)));
        String value = "(" + Part.clamped(x, lower, upper) + " - " + RowSql.literal(centre(lower, upper)) + ")";
        return shrunk(
                Part.steps("(" + value + " * " + value + " - " + RowSql.literal(half) + ")", exponent),
                reach,
                exponent);
    }

    private Part.Scalar shrunk(String row, long reach, int exponent) {
        return new Part.Scalar(row, Bounding.SHRINK, -reach, reach, most, Math.multiplyExact(reach, most), exponent);
    }

    Part.Vector vector(List<String> xs, double norm) {
        // squares of 2^24 steps, of 1,024 coordinates, are exact in a double
        int exponent = 20 - Math.getExponent(norm);
        double wide = Math.scalb(1.0, WIDEST - 20 - exponent);
        List<String> rows = new ArrayList<>();
        for (String x : xs)
            rows.add(Part.steps(rowsAreUnits ? Part.clamped(x, -norm, norm) : Part.clamped(x, -wide, wide), exponent));
        return new Part.Vector(rows, (long) Math.floor(Math.scalb(norm, exponent)), exponent);
    }

    Part.Tree quantiles(String x, double lower, double upper) {
        int leaves = (int) Math.pow(FAN, LEVELS);
        String place = "floor((" + Part.clamped(x, lower, upper) + " - " + RowSql.literal(lower) + ") * "
                + RowSql.literal(leaves / (upper - lower)) + ")";
        String bin = "least(CAST(" + place + " AS BIGINT), " + (leaves - 1) + ")";
        return new Part.Tree(
                x,
                "CASE WHEN " + x + " IS NULL OR isnan(" + x + ") THEN NULL ELSE " + bin + " END",
                leaves,
                FAN,
                LEVELS,
                most,
                fine());
    }

    Part.Tree histogram(String x, List<Double> edges) {
        StringBuilder bin = new StringBuilder("CASE WHEN " + x + " IS NULL OR isnan(" + x + ") THEN NULL");
        for (int i = 0; i < edges.size(); i++)
            bin.append(" WHEN ")
                    .append(x)
                    .append(" < ")
                    .append(RowSql.literal(edges.get(i)))
                    .append(" THEN ")
                    .append(i);
        bin.append(" ELSE ").append(edges.size()).append(" END");
        return new Part.Tree(x, bin.toString(), edges.size() + 1, edges.size() + 1, 1, most, fine());
    }

    /** The largest distance is some 2^31 steps. */
    Part.BlockTotal blockTotal(Aggregate.BlockMean of, String x) {
        double radius = radius(of.lower(), of.upper());
        double centre = centre(of.lower(), of.upper());
        int exponent = BITS - Math.getExponent(radius) - 1;
        long cells = Part.steps(of.upper() - centre, exponent) - Part.steps(of.lower() - centre, exponent);
        double size = Math.max(Math.abs(of.lower()), Math.abs(of.upper()));
        return new Part.BlockTotal(
                Blocks.of(of.statistic(), x, of.blocks(), size), of.lower(), of.upper(), cells, exponent);
    }

    /** Rows may be so many times as large as the width, and a thousandth of it still counts. */
    Part.BlockVotes blockVotes(Aggregate.BlockAgreement of, String x) {
        return new Part.BlockVotes(Blocks.of(of.statistic(), x, of.blocks(), 1024 * of.width()), of.width());
    }

    private long fine() {
        return rowsAreUnits ? 1 : FINE;
    }
}
