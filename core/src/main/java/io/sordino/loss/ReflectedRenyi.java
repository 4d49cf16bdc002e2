package io.sordino.loss;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The profile of a black box whose Renyi curve holds in both directions: converted above epsilon 0, reflected below it,
 * H_x = 1 - x + x H_(1/x). It can be made into a pair, so that the box may be composed with everything else.
 */
public final class ReflectedRenyi implements Pairable {
    /*
     * The pair connects the dots of the lower convex hull, in x = e^eps, of the profile's upper ends on a grid. Between two dots
     * the profile of the pair is a chord A - B x, where A is the P-mass above, infinity included; A comes from
     *     A = H_i + (H_i - H_j) / (e^(eps_j - eps_i) - 1)
     * without any large x, falls along a convex curve, and its differences are the atoms. Raising any A raises the pair, so each
     * is rounded up; what lies beyond the last dot is infinite loss.
     */
    private static final int DOTS = 256;
    private static final double TAIL = 1e-30;
    private static final double LARGEST = 1e6;
    private static final double ULP = Math.ulp(1.0);

    private final RenyiCurve curve;
    private Optional<Pair> pair = Optional.empty();

    public ReflectedRenyi(RenyiCurve curve) {
        this.curve = curve;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        double upper = RenyiConversion.logDelta(curve, epsilon);
        if (epsilon < 0) upper = Math.min(upper, Up.log(reflected(epsilon, RenyiConversion.logDelta(curve, -epsilon))));
        return Bracket.of(Double.NEGATIVE_INFINITY, upper);
    }

    @Override
    public Bracket epsilon(double delta) {
        return curve.epsilon(delta);
    }

    private static double reflected(double epsilon, double logMirrored) {
        double mirrored = Up.exp(Math.min(0, Up.add(epsilon, logMirrored)));
        return Math.min(1, Up.add(-Down.expm1(epsilon), mirrored));
    }

    @Override
    public Pair pair(Side side) {
        if (!(side == Side.UPPER)) throw new IllegalArgumentException("a Renyi curve bounds from above only");
        if (pair.isEmpty()) pair = Optional.of(made());
        return pair.get();
    }

    private Pair made() {
        double reach = Math.min(LARGEST, curve.epsilon(TAIL).upper());
        if (!(reach > 0)) return AtomicPair.equal();
        double[] grid = new double[DOTS + 1];
        for (int i = 0; i <= DOTS; i++) grid[i] = reach * i / DOTS;
        double[] above = RenyiConversion.logDeltas(curve, grid);
        double[] epsilon = new double[2 * DOTS + 1];
        double[] height = new double[2 * DOTS + 1];
        for (int i = 0; i <= DOTS; i++) {
            epsilon[DOTS + i] = grid[i];
            epsilon[DOTS - i] = -grid[i];
            height[DOTS - i] = reflected(-grid[i], above[i]);
            height[DOTS + i] = Math.min(1, Up.exp(above[i]));
        }
        return connected(epsilon, height);
    }

    private static Pair connected(double[] epsilon, double[] height) {
        int[] hull = hull(epsilon, height);
        int n = hull.length;
        double infinity = height[hull[n - 1]];
        double[] above = new double[n + 1];
        above[n] = infinity;
        for (int k = n - 1; k >= 1; k--)
            above[k] = Math.max(above[k + 1], interceptUp(epsilon, height, hull[k - 1], hull[k]));
        // the chord from x = 0, where the profile is 1
        above[0] = 1;
        List<Atom> atoms = new ArrayList<>();
        for (int k = 0; k < n; k++) atoms.add(new Atom(epsilon[hull[k]], Math.max(0, above[k] - above[k + 1])));
        return new AtomicPair(atoms, Bracket.of(0, infinity), ULP * (16 + 2 * n));
    }

    /** The places of the corners of the lower convex hull, in x, of the dots and (0, 1). */
    private static int[] hull(double[] epsilon, double[] height) {
        int[] corners = new int[epsilon.length];
        int n = 0;
        for (int j = 0; j < epsilon.length; j++) {
            while (n > 0) {
                double before = n == 1 ? 1 : intercept(epsilon, height, corners[n - 2], corners[n - 1]);
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
