package io.sordino.theorem.iteration;

import io.sordino.loss.RenyiCurve;
import io.sordino.mechanism.LastIterate;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * Sampled batches in Renyi divergences: alpha D^2 / (2 w eta^2 sigma^2 K) + K R_alpha, where R_alpha is the divergence of one
 * sampled step that keeps the share 1 - w of its noise; at every order the best K and w of a few.
 *
 * <p>Altschuler and Talwar 2022 (arXiv:2205.13710). Theory: docs/theory/RenyiOfSampledBatches.md
 */
public final class RenyiOfSampledBatches implements Theorem<LastIterate> {
    @Override
    public Class<LastIterate> about() {
        return LastIterate.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(RenyiOfSampledBatches.class, "Altschuler and Talwar 2022 (arXiv:2205.13710)");
    }

    @Override
    public Verdict apply(LastIterate plan, Inquiry inquiry) {
        Optional<Refusal> refusal = Descent.refusal(plan, inquiry.relation());
        if (refusal.isPresent()) return Theorem.silent(refusal.get());
        Descent descent = new Descent(plan);
        if (descent.isFixed())
            return Theorem.silent("stated for sampled batches: those in a fixed order have a sharper theorem");
        Optional<Refusal> expansion = descent.expansion();
        if (expansion.isPresent()) return Theorem.silent(expansion.get());
        RenyiCurve curve = new ShortenedCurve(descent);
        return Theorem.above(curve);
    }
}
