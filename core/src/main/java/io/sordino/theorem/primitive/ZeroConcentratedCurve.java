package io.sordino.theorem.primitive;

import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * (xi, rho)-zero-concentrated privacy: the Renyi divergence of every order alpha above 1 is at most xi + rho alpha, in both
 * directions; epsilon is read off by the optimal conversion at the best order.
 *
 * <p>Bun and Steinke 2016 (arXiv:1605.02065v1), Definition 1.1; Asoodeh et al. 2020 (arXiv:2008.06529v1), Theorem 3. Theory:
 * docs/theory/ZeroConcentratedCurve.md
 */
public final class ZeroConcentratedCurve implements Theorem<ZeroConcentrated> {
    @Override
    public Class<ZeroConcentrated> about() {
        return ZeroConcentrated.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                ZeroConcentratedCurve.class,
                "Bun and Steinke 2016, Definition 1.1 (arXiv:1605.02065v1); Asoodeh et al. 2020, Theorem 3 (arXiv:2008.06529v1)");
    }

    @Override
    public Verdict apply(ZeroConcentrated m, Inquiry inquiry) {
        return Theorem.above(ConcentratedCurve.zero(m.rho(), m.xi()));
    }
}
