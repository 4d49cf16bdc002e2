package io.sordino.table.plan;

import io.sordino.table.query.RowSql;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /** Whether units are put into blocks for it. */
    default boolean isOfBlocks() {
        return this instanceof BlockTotal || this instanceof BlockVotes;
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
        /** What a row adds where every one counts. */
        public static final String EVERY_ROW = "1";

        /** Steps as a number. */
        public double value(double steps) {
            return Math.scalb(steps, -exponent);
        }

        /** Whether rows only count: each adds one, or nothing. */
        public boolean counts() {
            return bounding == Bounding.COUNT || bounding == Bounding.ONE;
        }

        /** Whether what a unit adds depends on how many of its rows say something. */
        public boolean needsCount() {
            return bounding == Bounding.COUNT || bounding == Bounding.SHRINK;
        }

        /** Whether it depends on their sum. */
        public boolean needsSum() {
            return bounding == Bounding.CLAMP || bounding == Bounding.SHRINK;
        }

        /** What a unit adds to a group, from the sum of what its rows add, NULL where no row says anything, and their number. */
        public String bounded(String sum, String count) {
            return switch (bounding) {
                case COUNT -> "least(" + count + ", " + most + ")";
                case ONE -> "1";
                case CLAMP ->
                    "CASE WHEN " + sum + " IS NULL THEN 0 ELSE CAST(greatest(least(" + sum + ", " + high + "), " + low
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

    /**
     * The sum over blocks of a clamped statistic less the middle of its bounds. A unit is in one block, which it may move from one bound to the other.
     *
     * @param cells steps from one bound to the other
     */
    record BlockTotal(Blocks of, double lower, double upper, long cells, int exponent) implements Part {
        /** Steps as a number. */
        public double value(double steps) {
            return Math.scalb(steps, -exponent);
        }

        /** What a block adds, from its statistic. */
        public String added(String statistic) {
            String less =
                    "(" + clamped(statistic, lower, upper) + " - " + RowSql.literal(Parts.centre(lower, upper)) + ")";
            return steps(less, exponent);
        }
    }

    /**
     * How many blocks have their statistic in which interval of a width. What is noised is how many blocks would have to change before another interval
     * has most of them, which a unit moves by one.
     */
    record BlockVotes(Blocks of, double width) implements Part {
        /** Bins beyond are the last ones. */
        public static final int FARTHEST = 1 << 30;

        @Override
        public long cells() {
            return 1;
        }

        /** The interval of a block, from its statistic. */
        public String bin(String statistic) {
            String place = "(" + statistic + " / " + RowSql.literal(width) + ")";
            return "CAST(floor(" + clamped(place, -FARTHEST, FARTHEST) + ") AS BIGINT)";
        }

        /** The interval that most blocks have, the lowest one of several; nothing where there is no block. */
        public static Optional<Integer> most(Map<Integer, BigInteger> votes) {
            return votes.entrySet().stream()
                    .max(Map.Entry.<Integer, BigInteger>comparingByValue()
                            .thenComparing(Map.Entry.<Integer, BigInteger>comparingByKey()
                                    .reversed()))
                    .map(Map.Entry::getKey);
        }

        /** So many blocks may change, and the interval is still the same one. */
        public static BigInteger distance(Map<Integer, BigInteger> votes) {
            List<BigInteger> counts = votes.values().stream()
                    .sorted(Comparator.reverseOrder())
                    .limit(2)
                    .toList();
            if (counts.isEmpty()) return BigInteger.ZERO;
            BigInteger gap = counts.get(0).subtract(counts.size() > 1 ? counts.get(1) : BigInteger.ZERO);
            // one block moves the gap by at most 2, and a gap of 0 is no majority
            return gap.add(BigInteger.ONE)
                    .shiftRight(1)
                    .subtract(BigInteger.ONE)
                    .max(BigInteger.ZERO);
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
