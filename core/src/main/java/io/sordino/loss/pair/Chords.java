package io.sordino.loss.pair;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import java.util.ArrayList;
import java.util.List;

/** Makes a dominating pair of a curve that is known at a few points only, by chords in e^epsilon. */
public final class Chords {
    /*
     * The true curve is convex in x = e^epsilon, so its chords lie above it, and so do those of the lower hull of upper
     * bounds. A polygon with corners x_j and slopes s_j is the profile of the pair with P-mass x_j (s_(j+1) - s_j) at loss
     * log x_j. The relation is symmetric, so P-mass m at loss t comes with P-mass m e^-t at -t, and the rest sits at 0.
     *
     * A difference of slopes that are known to a relative error of v has that error times (slope / difference); every mass
     * is raised by its own.
     */
    private static final double U = 0x1p-53;

    private Chords() {}

    /**
     * @param epsilons rising from 0
     * @param most upper bounds of delta there
     * @param last a loss that is never exceeded
     */
    public static Pair symmetric(double[] epsilons, double[] most, double last) {
        int n = epsilons.length;
        double[] rise = new double[n + 1];
        double[] h = new double[n + 1];
        double[] at = new double[n + 1];
        for (int j = 0; j < n; j++) {
            at[j] = epsilons[j];
            rise[j] = Math.expm1(epsilons[j]);
            h[j] = Math.min(1, most[j]);
        }
        at[n] = last;
        rise[n] = Math.expm1(last);
        int[] hull = new int[n + 1];
        int size = 0;
        for (int j = 0; j <= n; j++) {
            while (size >= 2 && !isBelow(rise, h, hull[size - 2], hull[size - 1], j)) size--;
            hull[size++] = j;
        }
        List<Atom> atoms = new ArrayList<>();
        double sum = 0;
        for (int i = 1; i < size; i++) {
            double before = slope(rise, h, hull[i - 1], hull[i]);
            double after = i + 1 < size ? slope(rise, h, hull[i], hull[i + 1]) : 0;
            double blur = blur(rise, h, hull[i - 1], hull[i], before)
                    + (i + 1 < size ? blur(rise, h, hull[i], hull[i + 1], after) : 0);
            double loss = at[hull[i]];
            double mass = Math.exp(loss) * (Math.max(0, after - before) + blur) * (1 + 8 * U);
            if (!(mass > 0)) continue;
            atoms.add(new Atom(loss, Math.min(1, mass)));
            double mirrored = mass * Math.exp(-loss) * (1 + 8 * U);
            atoms.add(new Atom(-loss, Math.min(1, mirrored)));
            sum += mass + mirrored;
        }
        if (sum < 1) atoms.add(new Atom(0, 1 - sum));
        return new AtomicPair(atoms, Bracket.exactly(0), 1e-15);
    }

    private static double slope(double[] rise, double[] h, int i, int j) {
        return (h[j] - h[i]) / (rise[j] - rise[i]);
    }

    private static double blur(double[] rise, double[] h, int i, int j, double slope) {
        return 8 * U * (h[i] / (rise[j] - rise[i]) + Math.abs(slope) * (1 + rise[j] / (rise[j] - rise[i])));
    }

    /** Whether the middle point lies below the chord of its neighbours. */
    private static boolean isBelow(double[] rise, double[] h, int left, int middle, int right) {
        return slope(rise, h, left, middle) < slope(rise, h, middle, right);
    }
}
