package io.sordino.theorem.primitive;

import io.sordino.loss.primitive.LaplacePair;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * Laplace noise cut to [-bound, bound], exactly. With theta = contributions / scale, beta = bound / scale and
 * Z = 2 (1 - e^-beta), the part of P outside the support of Q has the mass e^-beta (e^theta - 1) / Z, for theta of at most beta; it
 * is all of P where bound is at most contributions / 2. The losses inside are those of Laplace noise.
 *
 * <p>Geng, Ding, Guo and Kumar 2020 (arXiv:1810.00877), the truncated Laplacian mechanism. Theory: docs/theory/TruncatedLaplaceNoise.md
 */
public final class TruncatedLaplaceNoise implements Theorem<TruncatedLaplace> {
    @Override
    public Class<TruncatedLaplace> about() {
        return TruncatedLaplace.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                TruncatedLaplaceNoise.class,
                "Geng, Ding, Guo and Kumar 2020 (arXiv:1810.00877); the exact pair is derived on the theory page");
    }

    @Override
    public Verdict apply(TruncatedLaplace m, Inquiry inquiry) {
        return Theorem.exact(LaplacePair.truncatedNoise(inquiry.relation().contributions(), m.scale(), m.bound()));
    }
}
