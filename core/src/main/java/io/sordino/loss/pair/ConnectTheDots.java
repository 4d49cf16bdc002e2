package io.sordino.loss.pair;

import io.sordino.loss.Atom;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes a dominating pair of upper bounds on a profile at rising epsilons, by connecting the dots of their lower convex hull. */
public final class ConnectTheDots {
    /*
     * The hull is taken in x = e^eps. Between two dots the profile of the pair is a chord A - B x, where A is the P-mass above,
     * infinity included; A comes from
     *     A = H_i + (H_i - H_j) / (e^(eps_j - eps_i) - 1)
     * without any large x, falls along a convex curve, and its differences are the atoms. Raising any A raises the pair, so each
     * is rounded up; what lies beyond the last dot is infinite loss.
     */

    private static final int DOTS = 256;
    private static final double LOG_TAIL = -70;
    private static final double FARTHEST = 1e6;

    private ConnectTheDots() {}

    /** The whole pair, for dots on both sides of 0. */
    public static AtomicPair connected(double[] epsilon, double[] height) {
        // the first chord starts at x = 0, where the profile is 1
        return made(epsilon, height, 1, 0);
    }

    /** A pair that dominates whatever a profile bounds from above at every epsilon, from some hundred of its values. */
    public static AtomicPair above(Loss bound) {
        double reach = reach(bound);
        double[] epsilon = new double[2 * DOTS + 1];
        double[] height = new double[2 * DOTS + 1];
        for (int i = -DOTS; i <= DOTS; i++) {
            double at = reach * i / DOTS;
            epsilon[DOTS + i] = at;
            height[DOTS + i] = Math.min(1, Up.exp(bound.logDelta(at).upper()));
        }
        return connected(epsilon, height);
    }

    /** From about here on the bound is negligible, or as small as it gets: what lies beyond counts as infinite loss. */
    private static double reach(Loss bound) {
        double reach = 1e-9;
        double best = reach;
        double least = bound.logDelta(0).upper();
        for (; reach < FARTHEST && least > LOG_TAIL; reach *= 1.3) {
            double log = bound.logDelta(reach).upper();
            if (log < least) {
                least = log;
                best = reach;
            }
        }
        return best;
    }

    /** The losses above 0 alone, for dots that start there: one half of a {@link ReflectedPair}. */
    private static AtomicPair right(double[] epsilon, double[] height) {
        return made(epsilon, height, Double.POSITIVE_INFINITY, 1);
    }

    /**
     * The pair of a symmetric relation, for dots that start at 0: what lies below mirrors what lies above, with P and Q swapped.
     */
    public static Pair symmetric(double[] epsilon, double[] height) {
        AtomicPair right = right(epsilon, height);
        return isConvexAtZero(right) ? new ReflectedPair(right) : twoSided(epsilon, height);
    }

    /** Whether the mirrored halves leave a mass of at least 0 between them. */
    private static boolean isConvexAtZero(AtomicPair right) {
        double sum = right.infinity().upper();
        for (Atom atom : right.atoms()) sum += atom.mass() + atom.qMass();
        return sum <= 1;
    }

    private static Pair twoSided(double[] epsilon, double[] height) {
        int n = epsilon.length;
        double[] all = new double[2 * n - 1];
        double[] heights = new double[2 * n - 1];
        for (int i = 0; i < n; i++) {
            all[n - 1 - i] = -epsilon[i] + 0.0;
            heights[n - 1 - i] = Math.min(
                    1,
                    LogDelta.mirroredDelta(-epsilon[i], Bracket.of(0, height[i]))
                            .upper());
            all[n - 1 + i] = epsilon[i];
            heights[n - 1 + i] = Math.min(1, height[i]);
        }
        return connected(all, heights);
    }

    private static AtomicPair made(double[] epsilon, double[] height, double first, int skipped) {
        int[] hull = hull(epsilon, height, first);
        int n = hull.length;
        double infinity = height[hull[n - 1]];
        double[] above = new double[n + 1];
        above[n] = infinity;
        for (int k = n - 1; k >= 1; k--)
            above[k] = Math.max(above[k + 1], interceptUp(epsilon, height, hull[k - 1], hull[k]));
        above[0] = first;
        List<Atom> atoms = new ArrayList<>();
        for (int k = skipped; k < n; k++) atoms.add(new Atom(epsilon[hull[k]], Math.max(0, above[k] - above[k + 1])));
        return new AtomicPair(atoms, Bracket.of(0, infinity), Ulp.ONE * (16 + 2 * n));
    }

    /** The places of the corners of the lower convex hull, in x. */
    private static int[] hull(double[] epsilon, double[] height, double first) {
        int[] corners = new int[epsilon.length];
        int n = 0;
        for (int j = 0; j < epsilon.length; j++) {
            while (n > 0) {
                double before = n == 1 ? first : intercept(epsilon, height, corners[n - 2], corners[n - 1]);
                if (intercept(epsilon, height, corners[n - 1], j) < before) break;
                n--;
            }
            corners[n++] = j;
        }
        return Arrays.copyOf(corners, n);
    }

    private static double intercept(double[] epsilon, double[] height, int i, int j) {
        return height[i] + (height[i] - height[j]) / Math.expm1(epsilon[j] - epsilon[i]);
    }

    private static double interceptUp(double[] epsilon, double[] height, int i, int j) {
        double width = Down.expm1(Down.sub(epsilon[j], epsilon[i]));
        return Math.min(1, Up.add(height[i], Up.div(Up.sub(height[i], height[j]), width)));
    }
}
