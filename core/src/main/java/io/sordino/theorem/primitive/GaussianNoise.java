package io.sordino.theorem.primitive;

import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Gaussian;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * Gaussian noise is exactly mu-GDP, mu = contributions / noise_multiplier:
 * delta(eps) = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu).
 *
 * <p>Balle and Wang 2018 (arXiv:1805.06530v2), Theorem 8. Theory: docs/theory/GaussianNoise.md
 */
public final class GaussianNoise implements Theorem<Gaussian> {
    @Override
    public Class<Gaussian> about() {
        return Gaussian.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(GaussianNoise.class, "Balle and Wang 2018, Theorem 8 (arXiv:1805.06530v2)");
    }

    @Override
    public Verdict apply(Gaussian m, Inquiry inquiry) {
        return Theorem.exact(GaussianPair.of(inquiry.relation().contributions() / m.noiseMultiplier()));
    }
}
