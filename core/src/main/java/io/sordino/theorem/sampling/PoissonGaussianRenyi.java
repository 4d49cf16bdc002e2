package io.sordino.theorem.sampling;

import io.sordino.loss.sampling.PoissonGaussianCurve;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Up;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * The sampled Gaussian mechanism in Renyi divergences of every real order, those between whole numbers integrated. The removed record
 * is the worse direction. What accountants of moments use; the pair itself loses nothing, so this is here to be compared with.
 *
 * <p>Mironov, Talwar and Zhang 2019 (arXiv:1908.10530v1), Theorems 4 and 5 and section 3.3. Theory: docs/theory/PoissonGaussianRenyi.md
 */
public final class PoissonGaussianRenyi implements Theorem<PoissonSampled> {
    @Override
    public Class<PoissonSampled> about() {
        return PoissonSampled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                PoissonGaussianRenyi.class, "Mironov, Talwar and Zhang 2019, section 3 (arXiv:1908.10530v1)");
    }

    @Override
    public boolean forComparison() {
        return true;
    }

    @Override
    public Verdict apply(PoissonSampled m, Inquiry inquiry) {
        if (inquiry.direction() == Direction.REPLACE)
            return Theorem.silent(
                    "stated for added and removed records", Relation.askUnder(Relation.ADD_OR_REMOVE_ONE));
        if (m.rate() == 1) return Theorem.silent("everyone is in the sample: the base says it all");
        if (!(m.base() instanceof Gaussian noise)) return Theorem.silent("stated for Gaussian noise on the sample");
        double mu = Up.div(1, noise.noiseMultiplier());
        if (!(mu < 100)) return Theorem.silent("stated for a noise_multiplier above 0.01");
        return Theorem.above(new PoissonGaussianCurve(m.rate(), mu));
    }
}
