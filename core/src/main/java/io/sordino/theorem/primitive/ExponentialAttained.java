package io.sordino.theorem.primitive;

import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.mechanism.Exponential;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * A single run of the exponential mechanism attains the envelope of its class at any one order a: by two groups of candidates whose
 * losses are (a + eps)/2 and (a - eps)/2. It is a curve and not a pair: the neighbours change with the order, so nothing may compose it.
 *
 * <p>Dong, Durfee and Rogers 2020 (arXiv:1909.13830), the two-point pairs. Theory: docs/theory/ExponentialAttained.md
 */
public final class ExponentialAttained implements Theorem<Exponential> {
    @Override
    public Class<Exponential> about() {
        return Exponential.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                ExponentialAttained.class,
                "Dong, Durfee and Rogers 2020 (arXiv:1909.13830); attained order by order, as derived on the theory page");
    }

    @Override
    public Verdict apply(Exponential m, Inquiry inquiry) {
        Pair envelope = LaplacePair.boundedRange(m.epsilon());
        return Theorem.below(new Curve(envelope));
    }

    /** The profile of a pair and nothing else of it. */
    private record Curve(Pair pair) implements Profile {
        @Override
        public Bracket logDelta(double epsilon) {
            return pair.logDelta(epsilon);
        }
    }
}
