package io.sordino.loss;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.function.BiFunction;

/** Whether brackets and masses hold what decimal arithmetic says, without any slack but the errors that they state. */
public final class Contained {
    public static final int DIGITS = 60;
    public static final MathContext MC = new MathContext(DIGITS);
    /** Stands for a loss without limit; no power of e is taken of it. */
    public static final BigDecimal LIMITLESS = BigDecimal.ONE.movePointRight(30);

    /** What a mass may lose where it is no normal double. */
    private static final BigDecimal UNDERFLOW = Oracle.big(Double.MIN_NORMAL);

    private Contained() {}

    public static boolean isHeld(Bracket log, BigDecimal value) {
        if (value.signum() <= 0) return log.lower() == Double.NEGATIVE_INFINITY;
        BigDecimal truth = Oracle.log(value, 50);
        // next to 1 the digits end before the logarithm does
        if (truth.abs().compareTo(BigDecimal.ONE.movePointLeft(40)) < 0) truth = BigDecimal.ZERO;
        return isAtMost(log.lower(), truth) && isAtLeast(log.upper(), truth);
    }

    /** Of a logarithm. */
    public static void assertHeld(Bracket log, BigDecimal value, String what) {
        assertThat(isHeld(log, value))
                .as(() -> what + ": log of " + value.round(new MathContext(25)) + ", "
                        + (value.signum() > 0 ? Oracle.log(value, 25).round(new MathContext(25)) : "none") + ", in "
                        + log)
                .isTrue();
    }

    /** Of the number itself. */
    public static void assertHolds(Bracket found, BigDecimal value, String what) {
        assertThat(isAtMost(found.lower(), value) && isAtLeast(found.upper(), value))
                .as(() -> what + ": " + value.round(new MathContext(25)) + " in " + found)
                .isTrue();
    }

    public static boolean isAtMost(double x, BigDecimal truth) {
        return x == Double.NEGATIVE_INFINITY
                || (x < Double.POSITIVE_INFINITY && Oracle.big(x).compareTo(truth) <= 0);
    }

    public static boolean isAtLeast(double x, BigDecimal truth) {
        return isAtMost(-x, truth.negate());
    }

    /** Up to a relative error, and underflow. */
    public static void assertMass(double found, BigDecimal least, BigDecimal most, double error, String what) {
        BigDecimal relative = Oracle.big(error);
        BigDecimal high = most.multiply(BigDecimal.ONE.add(relative)).add(UNDERFLOW);
        BigDecimal low = least.multiply(BigDecimal.ONE.subtract(relative)).subtract(UNDERFLOW);
        assertThat(isAtMost(found, high) && isAtLeast(found, low))
                .as(() -> what + ": " + found + " between " + low.doubleValue() + " and " + high.doubleValue())
                .isTrue();
    }

    /**
     * Of all cells under both laws, up to the errors that the pair states.
     *
     * @param ofP P-mass of the continuous part between two losses, for the first below the second; infinite ends are {@link #LIMITLESS}
     */
    public static void assertCells(
            Pair pair,
            double[] edges,
            BiFunction<BigDecimal, BigDecimal, BigDecimal> ofP,
            BiFunction<BigDecimal, BigDecimal, BigDecimal> ofQ,
            String what) {
        double[] p = new double[edges.length - 1];
        double[] q = new double[edges.length - 1];
        // whatever was in the arrays is gone
        Arrays.fill(p, 7);
        Arrays.fill(q, 7);
        pair.cells(edges, p, q);
        for (int i = 0; i < p.length; i++) {
            String cell = what + ", cell [" + edges[i] + ", " + edges[i + 1] + "]";
            assertMass(p[i], mass(pair, edges, i, ofP, 1), mass(pair, edges, i, ofP, -1), pair.massError(), cell);
            assertMass(q[i], mass(pair, edges, i, ofQ, 1), mass(pair, edges, i, ofQ, -1), pair.massError(), cell);
        }
    }

    private static BigDecimal mass(
            Pair pair, double[] edges, int i, BiFunction<BigDecimal, BigDecimal, BigDecimal> law, int inwards) {
        BigDecimal from = moved(pair, edges[i], inwards);
        BigDecimal to = moved(pair, edges[i + 1], -inwards);
        return from.compareTo(to) >= 0 ? BigDecimal.ZERO : law.apply(from, to);
    }

    private static BigDecimal moved(Pair pair, double edge, int sign) {
        if (Double.isInfinite(edge)) return edge < 0 ? LIMITLESS.negate() : LIMITLESS;
        return Oracle.big(edge).add(Oracle.big(sign * pair.edgeError(edge)));
    }
}
