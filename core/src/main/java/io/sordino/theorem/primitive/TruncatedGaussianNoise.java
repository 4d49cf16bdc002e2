package io.sordino.theorem.primitive;

import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.TruncatedGaussianPair;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * Gaussian noise cut to [-bound, bound], exactly. With mu = contributions / sigma, beta = bound / sigma, Z = Phi(beta) - Phi(-beta) and delta_G the
 * profile of the noise without a cut, delta(eps) = (delta_G(eps) + (e^eps - 1) Phi(-beta)) / Z for 0 <= eps <= mu (2 beta - mu)/2, and from there on
 * the mass (Phi(beta) - Phi(beta - mu)) / Z outside the other support.
 *
 * <p>Derived here; the noise is that of Dwork 2022 (ICM), Remark 4.6. Theory: docs/theory/TruncatedGaussianNoise.md
 */
public final class TruncatedGaussianNoise implements Theorem<TruncatedGaussian> {
    @Override
    public Class<TruncatedGaussian> about() {
        return TruncatedGaussian.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                TruncatedGaussianNoise.class,
                "the exact pair is derived on the theory page; the noise is that of Dwork 2022 (ICM), Remark 4.6");
    }

    @Override
    public Verdict apply(TruncatedGaussian m, Inquiry inquiry) {
        return of(m, inquiry.relation().contributions());
    }

    /** On a value that moves by {@code shift}. */
    public static Verdict of(TruncatedGaussian m, double shift) {
        if (!TruncatedGaussianPair.overlaps(m.bound(), shift)) return Theorem.exact(AtomicPair.certain());
        if (!TruncatedGaussianPair.isOrdinary(m.sigma(), m.bound(), shift))
            return Theorem.silent(
                    "stated for a bound between 1e-100 and 1e6 deviations, was " + m.bound() / m.sigma(),
                    "a bound so far out is never met: give a smaller one that you keep to as well");
        return Theorem.exact(new TruncatedGaussianPair(m.sigma(), m.bound(), shift));
    }
}
