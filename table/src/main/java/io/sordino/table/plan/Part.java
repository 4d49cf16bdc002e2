package io.sordino.table.plan;

import io.sordino.table.query.RowSql;
import java.util.List;

/**
 * Integers that the engine adds up, and by how much one privacy unit can move them in one group. Everything that a query says is computed from
 * parts with noise.
 */
public sealed interface Part {
    /** The most that one unit moves it in one group: of a vector, its L2 length; of a tree, the sum over the nodes of a level. */
    long cells();

    /** How many times a unit is seen in a group: once, or once for each level of a tree. */
    default int looks() {
        return 1;
    }

    /** What becomes of the rows of one unit in one group. */
    enum Bounding {
        /** Their number, at most so many. */
        COUNT,
        /** One, however many they are. */
        ONE,
        /** Their sum, clamped. */
        CLAMP,
        /** Their sum, in proportion where there are too many: as if the unit had so many rows, each of them its mean. */
        SHRINK
    }

    /**
     * One integer a group.
     *
     * @param row what a row adds, a BIGINT, or NULL where it has nothing to say
     * @param low the least that a unit adds to a group, where it is clamped
     * @param most how many rows of a unit count
     * @param exponent a step is 2^-exponent
     */
    record Scalar(String row, Bounding bounding, long low, long high, long most, long cells, int exponent)
            implements Part {
        /** Steps as a number. */
        public double value(double steps) {
            return Math.scalb(steps, -exponent);
        }

        /** What a unit adds to a group, from the sum and the number of what its rows add. */
        public String bounded(String sum, String count) {
            return switch (bounding) {
                case COUNT -> "least(" + count + ", " + most + ")";
                case ONE -> "1";
                case CLAMP ->
                    "CASE WHEN " + count + " = 0 THEN 0 ELSE CAST(greatest(least(" + sum + ", " + high + "), " + low
                            + ") AS BIGINT) END";
                case SHRINK ->
                    "CASE WHEN " + count + " = 0 THEN 0 WHEN " + count + " <= " + most + " THEN CAST(" + sum
                            + " AS BIGINT) ELSE CAST((" + sum + " * " + most + ") // " + count + " AS BIGINT) END";
            };
        }
    }

    /** Several integers a group, which a unit moves by a vector of at most so many steps of L2 length. */
    record Vector(List<String> rows, long cells, int exponent) implements Part {
        public Vector {
            rows = List.copyOf(rows);
        }

        /** Steps as a number. */
        public double value(double steps) {
            return Math.scalb(steps, -exponent);
        }
    }

    /**
     * Counts of rows by bins, and of runs of bins, of runs of runs ...
     *
     * @param value the number that is binned
     * @param bin the bin of a row, a BIGINT, or NULL
     * @param fine steps that one row is, so that shares of rows can be counted
     */
    record Tree(String value, String bin, int leaves, int fan, int levels, long most, long fine) implements Part {
        @Override
        public long cells() {
            return Math.multiplyExact(most, fine);
        }

        @Override
        public int looks() {
            return levels;
        }

        /** What a unit adds to a bin, from its rows there and all of its rows. */
        public String bounded(String inBin, String all) {
            return "CASE WHEN " + all + " <= " + most + " THEN " + inBin + " * " + fine + " ELSE (" + inBin + " * "
                    + cells() + ") // " + all + " END";
        }
    }

    /** A number between two bounds; what is no number is NULL. */
    static String clamped(String x, double lower, double upper) {
        String low = RowSql.literal(lower);
        String high = RowSql.literal(upper);
        return "(CASE WHEN " + x + " IS NULL OR isnan(" + x + ") THEN NULL WHEN " + x + " < " + low + " THEN " + low
                + " WHEN " + x + " > " + high + " THEN " + high + " ELSE " + x + " END)";
    }

    /** The nearest step of a grid, halves upwards. */
    static String steps(String x, int exponent) {
        return "CAST(floor(" + x + " * " + RowSql.literal(Math.scalb(1.0, exponent)) + " + 0.5e0) AS BIGINT)";
    }

    /** As the engine does it. */
    static long steps(double x, int exponent) {
        return (long) Math.floor(x * Math.scalb(1.0, exponent) + 0.5);
    }
}
