package io.sordino.theorem.primitive;

import io.sordino.loss.primitive.DiscreteGaussianPair;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * Discrete Gaussian noise, exactly: with X the noise and D = contributions,
 * delta(eps) = P(X > eps sigma^2 / D - D/2) - e^eps P(X > eps sigma^2 / D + D/2).
 *
 * <p>Canonne, Kamath and Steinke 2020 (arXiv:2004.00010), Theorem 7. Theory: docs/theory/DiscreteGaussianNoise.md
 */
public final class DiscreteGaussianNoise implements Theorem<DiscreteGaussian> {
    @Override
    public Class<DiscreteGaussian> about() {
        return DiscreteGaussian.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                DiscreteGaussianNoise.class, "Canonne, Kamath and Steinke 2020, Theorem 7 (arXiv:2004.00010)");
    }

    @Override
    public Verdict apply(DiscreteGaussian m, Inquiry inquiry) {
        return Theorem.exact(
                DiscreteGaussianPair.of(m.sigma(), inquiry.relation().contributions()));
    }
}
