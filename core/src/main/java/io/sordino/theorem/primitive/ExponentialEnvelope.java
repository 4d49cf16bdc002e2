package io.sordino.theorem.primitive;

import io.sordino.loss.primitive.LaplacePair;
import io.sordino.mechanism.Exponential;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * The least pair above every exponential mechanism, whose losses lie in an interval of length eps:
 * delta(a) = (1 - e^((a - eps)/2))^2 / (1 - e^-eps) for |a| <= eps, 0 above and 1 - e^a below.
 *
 * <p>Each order is attained by some mechanism of the class (see {@link ExponentialAttained}), but not all by one, so products of this
 * pair dominate compositions without being attained.
 *
 * <p>Durfee and Rogers 2019 (arXiv:1905.04273) for the bounded range; Dong, Durfee and Rogers 2020 (arXiv:1909.13830) for the
 * class of two-point pairs whose envelope this is. Theory: docs/theory/ExponentialEnvelope.md
 */
public final class ExponentialEnvelope implements Theorem<Exponential> {
    @Override
    public Class<Exponential> about() {
        return Exponential.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                ExponentialEnvelope.class,
                "Dong, Durfee and Rogers 2020 (arXiv:1909.13830); the envelope is derived on the theory page");
    }

    @Override
    public Verdict apply(Exponential m, Inquiry inquiry) {
        return Theorem.above(LaplacePair.boundedRange(m.epsilon()));
    }
}
