package io.sordino.theorem.primitive;

import io.sordino.mechanism.Exponential;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * The exponential mechanism with two candidates, whose scores (1, 0) become (0, 1), is a randomized response of eps/2: one pair of
 * neighbours that attains the same loss at every step, hence a lower end for every composition.
 *
 * <p>McSherry and Talwar 2007 (FOCS), by direct computation. Theory: docs/theory/ExponentialOfTwo.md
 */
public final class ExponentialOfTwo implements Theorem<Exponential> {
    @Override
    public Class<Exponential> about() {
        return Exponential.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(ExponentialOfTwo.class, "McSherry and Talwar 2007 (FOCS), the mechanism on two candidates");
    }

    @Override
    public Verdict apply(Exponential m, Inquiry inquiry) {
        return Theorem.below(RandomizedResponsePair.pair(m.epsilon() / 2, 2));
    }
}
