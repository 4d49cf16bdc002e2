package io.sordino.theorem.primitive;

import io.sordino.loss.renyi.OneOrderCurve;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * One Renyi divergence: at most epsilon at order alpha, and so at every smaller order; (epsilon, delta) is read off by the
 * optimal conversion at that order.
 *
 * <p>Mironov 2017 (arXiv:1702.07476v3), Definition 4; Asoodeh et al. 2020 (arXiv:2008.06529v1), Theorem 3. Theory:
 * docs/theory/RenyiAtOneOrder.md
 */
public final class RenyiAtOneOrder implements Theorem<RenyiBounded> {
    @Override
    public Class<RenyiBounded> about() {
        return RenyiBounded.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                RenyiAtOneOrder.class,
                "Mironov 2017, Definition 4 (arXiv:1702.07476v3); Asoodeh et al. 2020, Theorem 3 (arXiv:2008.06529v1)");
    }

    @Override
    public Verdict apply(RenyiBounded m, Inquiry inquiry) {
        return Theorem.above(new OneOrderCurve(m.alpha(), m.epsilon()));
    }
}
