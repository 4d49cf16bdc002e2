package io.sordino.theorem.composition;

import io.sordino.loss.composition.ComposedRandomizedResponse;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Map;

/**
 * The optimal composition of k mechanisms of which only (epsilon, delta)-privacy is known, and of k binary randomized responses:
 * ((k - 2i) epsilon, 1 - (1-delta)^k (1 - delta_i)) for every i, with
 * delta_i = sum over l below i of C(k, l) (e^((k-l) epsilon) - e^((k-2i+l) epsilon)) / (1 + e^epsilon)^k,
 * and the line in e^epsilon between two neighbouring i.
 *
 * <p>Kairouz, Oh and Viswanath 2015 (arXiv:1311.0776v4), Theorem 3.3. Theory: docs/theory/KairouzOhViswanath.md
 */
public final class KairouzOhViswanath implements Theorem<Composed> {
    private static final double LARGEST_EPSILON = 600;

    @Override
    public Class<Composed> about() {
        return Composed.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(KairouzOhViswanath.class, "Kairouz, Oh and Viswanath 2015, Theorem 3.3 (arXiv:1311.0776v4)");
    }

    @Override
    public Verdict apply(Composed composed, Inquiry inquiry) {
        Map<Mechanism, Long> counts = NormalForm.of(composed).counts();
        if (counts.size() != 1) return Theorem.silent("stated for one mechanism repeated, the parts differ");
        Map.Entry<Mechanism, Long> only = counts.entrySet().iterator().next();
        Mechanism part = only.getKey();
        double epsilon;
        double delta = 0;
        if (part instanceof ApproximateDp dp) {
            epsilon = dp.epsilon();
            delta = dp.delta();
        } else if (part instanceof LocalDp local) {
            epsilon = local.epsilon();
        } else if (part instanceof RandomizedResponse response && response.k() == 2) {
            epsilon = response.epsilon();
        } else {
            return Theorem.silent("stated for black boxes dp(epsilon, delta) and binary randomized response");
        }
        if (!(epsilon <= LARGEST_EPSILON))
            return Theorem.silent("evaluated up to epsilon = " + LARGEST_EPSILON + " only, was " + epsilon);
        return Theorem.exact(new ComposedRandomizedResponse(epsilon, delta, only.getValue()));
    }
}
