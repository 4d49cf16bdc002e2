package io.sordino.theorem.primitive;

import io.sordino.mechanism.LocalDp;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * An eps-local randomizer that stands alone is eps-differentially private and no more than that is known: randomized response
 * dominates it and is one of its kind.
 *
 * <p>Kairouz, Oh and Viswanath 2015 (arXiv:1311.0776v4), section 3, with delta = 0. Theory: docs/theory/LocalDpPair.md
 */
public final class LocalDpPair implements Theorem<LocalDp> {
    @Override
    public Class<LocalDp> about() {
        return LocalDp.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(LocalDpPair.class, "Kairouz, Oh and Viswanath 2015 (arXiv:1311.0776v4), with delta = 0");
    }

    @Override
    public Verdict apply(LocalDp m, Inquiry inquiry) {
        return Theorem.exact(RandomizedResponsePair.pair(m.epsilon(), 2));
    }
}
