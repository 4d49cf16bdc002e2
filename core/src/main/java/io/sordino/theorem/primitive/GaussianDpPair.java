package io.sordino.theorem.primitive;

import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.GaussianDp;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * mu-Gaussian differential privacy is domination by N(mu, 1) against N(0, 1), and Gaussian noise attains it:
 * delta(eps) = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu).
 *
 * <p>Dong, Roth and Su 2022 (arXiv:1905.02383v3), Corollary 2.13. Theory: docs/theory/GaussianDpPair.md
 */
public final class GaussianDpPair implements Theorem<GaussianDp> {
    @Override
    public Class<GaussianDp> about() {
        return GaussianDp.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(GaussianDpPair.class, "Dong, Roth and Su 2022, Corollary 2.13 (arXiv:1905.02383v3)");
    }

    @Override
    public Verdict apply(GaussianDp m, Inquiry inquiry) {
        return Theorem.exact(GaussianPair.of(m.mu()));
    }
}
