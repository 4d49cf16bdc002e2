package io.sordino.numeric;

/**
 * Two numbers with the true one between them. An infinite end means that nothing is known on that side.
 *
 * <p>Every operation rounds outwards: if the truth is inside the operands, it is inside the result. Ends in the wrong order
 * exclude each other, and whoever makes a bracket of them learns it by a {@link Contradiction}.
 */
public record Bracket(double lower, double upper) {

    public Bracket {
        if (lower > upper) throw Contradiction.crossed(lower, upper);
        if (!(lower <= upper))
            throw new IllegalArgumentException("both ends must be numbers, was [" + lower + ", " + upper + "]");
        // -0.0 becomes 0.0, so that records that mean the same are equal
        lower += 0.0;
        upper += 0.0;
    }

    /** A number that is known without error. */
    public static Bracket exactly(double value) {
        return new Bracket(value, value);
    }

    /** Of two ends; refused if the lower one is above the upper one or either is not a number. */
    public static Bracket of(double lower, double upper) {
        return new Bracket(lower, upper);
    }

    /** A quantity that is never negative and of which only an upper bound is known. */
    public static Bracket atMost(double upper) {
        return new Bracket(0, upper);
    }

    /** Holds every number whose distance from {@code value} is at most {@code relativeError * |value|}. */
    public static Bracket around(double value, double relativeError) {
        if (!(relativeError >= 0 && relativeError < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("relativeError must be in [0, Infinity), was " + relativeError);
        }
        if (relativeError == 0 || Double.isInfinite(value)) return exactly(value);
        double reach = Up.mul(Math.abs(value), relativeError);
        return new Bracket(Down.sub(value, reach), Up.add(value, reach));
    }

    /** What is left when both are true; that they exclude each other is a bug of ours and must surface. */
    public Bracket meet(Bracket other) {
        double low = Math.max(lower, other.lower);
        double high = Math.min(upper, other.upper);
        if (!(low <= high)) throw new Contradiction("contradiction: " + this + " and " + other);
        return new Bracket(low, high);
    }

    /** The narrowest one that holds both: for a quantity that is in one of them, nobody knows which. */
    public Bracket hull(Bracket other) {
        return new Bracket(Math.min(lower, other.lower), Math.max(upper, other.upper));
    }

    /** Of the larger of the two quantities. */
    public Bracket max(Bracket other) {
        return new Bracket(Math.max(lower, other.lower), Math.max(upper, other.upper));
    }

    /** Of the smaller of the two quantities. */
    public Bracket min(Bracket other) {
        return new Bracket(Math.min(lower, other.lower), Math.min(upper, other.upper));
    }

    /** Of the sum of the two quantities. */
    public Bracket plus(Bracket other) {
        return new Bracket(lowerSum(lower, other.lower), upperSum(upper, other.upper));
    }

    /** Of the difference of the two quantities. */
    public Bracket minus(Bracket other) {
        return new Bracket(lowerSum(lower, -other.upper), upperSum(upper, -other.lower));
    }

    /** Of so many times the quantity. */
    public Bracket times(double factor) {
        return times(exactly(factor));
    }

    /** Of the product of the two quantities. */
    public Bracket times(Bracket other) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double a : new double[] {lower, upper}) {
            for (double b : new double[] {other.lower, other.upper}) {
                // an infinite end stands for numbers without limit, and zero times each of them is zero
                boolean isZero = a == 0 || b == 0;
                low = Math.min(low, isZero ? 0 : Down.mul(a, b));
                high = Math.max(high, isZero ? 0 : Up.mul(a, b));
            }
        }
        return new Bracket(low, high);
    }

    /** Whether the value is inside, ends included. */
    public boolean contains(double value) {
        return lower <= value && value <= upper;
    }

    /** Never understated. */
    public double width() {
        return lower == upper ? 0 : Up.sub(upper, lower);
    }

    /** The width as a share of the upper end: 0 if the ends agree, infinite if the upper end is 0 or infinite. */
    public double relativeWidth() {
        if (lower == upper) return 0;
        return Double.isInfinite(upper) ? Double.POSITIVE_INFINITY : Up.div(width(), Math.abs(upper));
    }

    /** A number inside, about halfway; an unbounded bracket gives its finite end, or 0. */
    public double midpoint() {
        if (lower == upper) return lower;
        if (Double.isInfinite(lower)) return Double.isInfinite(upper) ? 0 : upper;
        if (Double.isInfinite(upper)) return lower;
        return Math.max(lower, Math.min(upper, 0.5 * lower + 0.5 * upper));
    }

    private static double lowerSum(double a, double b) {
        return a == Double.NEGATIVE_INFINITY || b == Double.NEGATIVE_INFINITY
                ? Double.NEGATIVE_INFINITY
                : Down.add(a, b);
    }

    private static double upperSum(double a, double b) {
        return a == Double.POSITIVE_INFINITY || b == Double.POSITIVE_INFINITY ? Double.POSITIVE_INFINITY : Up.add(a, b);
    }
}
