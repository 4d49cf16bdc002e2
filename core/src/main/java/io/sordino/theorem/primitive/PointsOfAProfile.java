package io.sordino.theorem.primitive;

import io.sordino.loss.Pair;
import io.sordino.loss.pair.ConnectTheDots;
import io.sordino.mechanism.ProfilePoints;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * Whatever is (eps_i, delta_i)-private for every i, in both directions, is dominated by the symmetric pair whose profile is the lower convex hull, in e^eps, of what each point
 * says at 0 and at every eps_i: delta_i from eps_i on, and delta_i + (1 - delta_i) (e^eps_i - e^eps) / (1 + e^eps_i) below.
 *
 * <p>Kairouz, Oh and Viswanath 2015 (arXiv:1311.0776v4), section 3; Zhu, Dong and Wang 2022 (arXiv:2106.08567v3), Proposition 8. Theory: docs/theory/PointsOfAProfile.md
 */
public final class PointsOfAProfile implements Theorem<ProfilePoints> {
    @Override
    public Class<ProfilePoints> about() {
        return ProfilePoints.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                PointsOfAProfile.class,
                "Kairouz, Oh and Viswanath 2015 (arXiv:1311.0776v4); Zhu, Dong and Wang 2022, Proposition 8 (arXiv:2106.08567v3)");
    }

    @Override
    public Verdict apply(ProfilePoints m, Inquiry inquiry) {
        return Theorem.above(pair(m));
    }

    private static Pair pair(ProfilePoints m) {
        int points = m.epsilons().values().size();
        int skipped = m.epsilons().values().get(0) == 0 ? 0 : 1;
        double[] epsilon = new double[points + skipped];
        double[] height = new double[points + skipped];
        for (int i = 0; i < points; i++)
            epsilon[i + skipped] = m.epsilons().values().get(i);
        for (int j = 0; j < epsilon.length; j++) {
            height[j] = 1;
            for (int i = 0; i < points; i++)
                height[j] = Math.min(
                        height[j],
                        said(m.epsilons().values().get(i), m.deltas().values().get(i), epsilon[j]));
        }
        return ConnectTheDots.symmetric(epsilon, height);
    }

    /** At most this is delta at an epsilon, by one point. */
    private static double said(double at, double delta, double epsilon) {
        if (epsilon >= at) return delta;
        // (e^at - e^eps) / (1 + e^at), with e^at taken out
        double share = Up.div(-Down.expm1(Down.sub(epsilon, at)), Down.add(1, Down.exp(-at)));
        return Math.min(1, Up.add(delta, Up.mul(Up.sub(1, delta), share)));
    }
}
