package io.sordino.theorem.iteration;

import io.sordino.mechanism.LastIterate;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * {@link LastIterateOfSampledBatches} as published, with 2L for L in every sampled step: its proof takes the gradients of the
 * two runs at two points.
 *
 * <p>Bok, Su and Altschuler 2024 (arXiv:2403.00278), Lemma C.12. Theory: docs/theory/LastIterateOfSampledBatchesPublished.md
 */
public final class LastIterateOfSampledBatchesPublished implements Theorem<LastIterate> {
    @Override
    public Class<LastIterate> about() {
        return LastIterate.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                LastIterateOfSampledBatchesPublished.class,
                "Bok, Su and Altschuler 2024, Lemma C.12 (arXiv:2403.00278)");
    }

    @Override
    public Verdict apply(LastIterate plan, Inquiry inquiry) {
        // a comparison, which need not be sharp
        return LastIterateOfSampledBatches.apply(plan, inquiry, 2, Math.max(0.02, inquiry.width()));
    }
}
