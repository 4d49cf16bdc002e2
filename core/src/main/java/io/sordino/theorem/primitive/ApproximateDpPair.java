package io.sordino.theorem.primitive;

import io.sordino.loss.Atom;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.List;

/**
 * Whatever is (eps, delta)-differentially private is dominated by a randomized response that gives itself away with probability
 * delta: the loss is infinite with P-mass delta, eps with (1 - delta) e^eps / (1 + e^eps), and -eps with the rest. That response is
 * (eps, delta)-private itself, so the pair is attained.
 *
 * <p>Kairouz, Oh and Viswanath 2015 (arXiv:1311.0776v4), section 3. Theory: docs/theory/ApproximateDpPair.md
 */
public final class ApproximateDpPair implements Theorem<ApproximateDp> {
    @Override
    public Class<ApproximateDp> about() {
        return ApproximateDp.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(ApproximateDpPair.class, "Kairouz, Oh and Viswanath 2015 (arXiv:1311.0776v4)");
    }

    @Override
    public Verdict apply(ApproximateDp m, Inquiry inquiry) {
        double rest = 1 - m.delta();
        double ratio = Math.exp(-m.epsilon());
        double top = rest / (1 + ratio);
        List<Atom> atoms = m.epsilon() == 0
                ? List.of(new Atom(0, rest))
                : List.of(new Atom(m.epsilon(), top), new Atom(-m.epsilon(), ratio * top));
        return Theorem.exact(AtomicPair.of(atoms, Bracket.exactly(m.delta())));
    }
}
