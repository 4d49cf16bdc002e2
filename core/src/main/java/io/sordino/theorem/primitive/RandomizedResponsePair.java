package io.sordino.theorem.primitive;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.List;

/**
 * k-ary randomized response, exactly, under every relation: with q = 1 / (e^eps + k - 1) the loss is eps with P-mass e^eps q,
 * -eps with P-mass q, and 0 with the rest, (k - 2) q.
 *
 * <p>Warner 1965 for k = 2; Kairouz, Oh and Viswanath 2016 (arXiv:1407.1338), section 2. Theory: docs/theory/RandomizedResponsePair.md
 */
public final class RandomizedResponsePair implements Theorem<RandomizedResponse> {
    @Override
    public Class<RandomizedResponse> about() {
        return RandomizedResponse.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                RandomizedResponsePair.class, "Warner 1965; Kairouz, Oh and Viswanath 2016 (arXiv:1407.1338)");
    }

    @Override
    public Verdict apply(RandomizedResponse m, Inquiry inquiry) {
        return Theorem.exact(pair(m.epsilon(), m.k()));
    }

    /** Two neighbouring answers of a k-ary randomized response. */
    static Pair pair(double epsilon, long k) {
        if (epsilon == 0) return AtomicPair.equal();
        double ratio = Math.exp(-epsilon);
        double top = 1 / (1 + (k - 1.0) * ratio);
        return AtomicPair.of(
                List.of(new Atom(epsilon, top), new Atom(0, (k - 2.0) * ratio * top), new Atom(-epsilon, ratio * top)));
    }
}
