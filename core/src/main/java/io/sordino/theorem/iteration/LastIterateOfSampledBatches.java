package io.sordino.theorem.iteration;

import io.sordino.mechanism.LastIterate;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * Batches of b of n records, drawn uniformly and kept secret: for any K and any w in (0, 1) the last iterate is dominated by
 * G(z c^K / (sqrt(w) noise of K steps)) and K copies of C_(b/n)(G(L / (b sigma sqrt(1 - w)))), where z is the distance that the
 * first T - K steps can reach, or the diameter; c = 1: G(D / (eta sigma sqrt(w K))).
 *
 * <p>Bok, Su and Altschuler 2024 (arXiv:2403.00278), section 4, with the gradients of both runs at one point, which saves a
 * factor of 2 in the second term. Statement and proof: docs/theory/LastIterateOfSampledBatches.md
 */
public final class LastIterateOfSampledBatches implements Theorem<LastIterate> {
    @Override
    public Class<LastIterate> about() {
        return LastIterate.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                LastIterateOfSampledBatches.class,
                "after Bok, Su and Altschuler 2024, section 4 (arXiv:2403.00278); proof in docs/theory");
    }

    @Override
    public Verdict apply(LastIterate plan, Inquiry inquiry) {
        return apply(plan, inquiry, 1, inquiry.width());
    }

    static Verdict apply(LastIterate plan, Inquiry inquiry, double sensitivity, double width) {
        Optional<Refusal> refusal = Descent.refusal(plan, inquiry.relation());
        if (refusal.isPresent()) return Theorem.silent(refusal.get());
        Descent descent = new Descent(plan);
        if (descent.isFixed())
            return Theorem.silent("stated for sampled batches: those in a fixed order have a sharper theorem");
        Optional<Refusal> expansion = descent.expansion();
        if (expansion.isPresent()) return Theorem.silent(expansion.get());
        return Theorem.above(new ShortenedRun(descent, sensitivity, width, inquiry.workspace()));
    }
}
