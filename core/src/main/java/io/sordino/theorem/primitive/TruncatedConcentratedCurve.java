package io.sordino.theorem.primitive;

import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * (rho, omega)-truncated concentrated privacy: the Renyi divergence of every order alpha in (1, omega) is at most rho alpha, in
 * both directions; epsilon is read off by the optimal conversion at the best order below omega.
 *
 * <p>Bun, Dwork, Rothblum and Steinke 2018 (STOC), Definition 1; Asoodeh et al. 2020 (arXiv:2008.06529v1), Theorem 3. Theory:
 * docs/theory/TruncatedConcentratedCurve.md
 */
public final class TruncatedConcentratedCurve implements Theorem<TruncatedConcentrated> {
    @Override
    public Class<TruncatedConcentrated> about() {
        return TruncatedConcentrated.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                TruncatedConcentratedCurve.class,
                "Bun, Dwork, Rothblum and Steinke 2018, Definition 1 (STOC); Asoodeh et al. 2020, Theorem 3 (arXiv:2008.06529v1)");
    }

    @Override
    public Verdict apply(TruncatedConcentrated m, Inquiry inquiry) {
        return Theorem.above(new ConcentratedCurve(m.rho(), 0, m.omega()));
    }
}
