package io.sordino.theorem.primitive;

import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.SinhNormalPair;
import io.sordino.mechanism.SinhNormal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * Sinh-normal noise A arcsinh((sigma/A) N(0,1)), exactly, for A of at least sigma: there the density is log-concave, so the loss
 * rises with the output and the profile is the difference of two normal tails.
 *
 * <p>Bun, Dwork, Rothblum and Steinke 2018 (STOC), section 4. Theory: docs/theory/SinhNormalNoise.md
 */
public final class SinhNormalNoise implements Theorem<SinhNormal> {
    /** Beyond these the numbers on the way are too small or too large for a double. */
    private static final double LARGEST_A = 1e300;

    private static final double LARGEST_RATIO = 1e150;

    @Override
    public Class<SinhNormal> about() {
        return SinhNormal.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                SinhNormalNoise.class,
                "Bun, Dwork, Rothblum and Steinke 2018 (STOC); the exact pair is derived on the theory page");
    }

    @Override
    public Verdict apply(SinhNormal m, Inquiry inquiry) {
        double shift = inquiry.relation().contributions();
        if (!(m.a() >= m.sigma()))
            return Theorem.silent(
                    "needs A >= sigma, where the density is log-concave and the loss monotone: A was " + m.a()
                            + " and sigma " + m.sigma(),
                    "raise A or lower sigma");
        double slope = SinhNormalPair.slope(m.sigma(), m.a(), shift);
        if (m.a() <= LARGEST_A && m.a() / m.sigma() <= LARGEST_RATIO && slope < Double.POSITIVE_INFINITY)
            return Theorem.exact(new SinhNormalPair(m.sigma(), m.a(), shift));
        boolean farApart = m.a() * Math.sinh(shift / 2 / m.a()) / m.sigma() > 50;
        // the losses are beyond every double, with all of P
        if (farApart && slope == Double.POSITIVE_INFINITY) return Theorem.exact(AtomicPair.certain());
        return Theorem.silent(
                "needs A <= 1e300 and A <= 1e150 sigma, A was " + m.a(),
                "write gaussian(" + m.sigma() + "), which is the same noise to all digits");
    }
}
