package io.sordino.theorem.primitive;

import io.sordino.loss.primitive.LaplacePair;
import io.sordino.mechanism.Laplace;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * Laplace noise, exactly, theta = contributions / noise_multiplier:
 * delta(eps) = 1 - e^((eps - theta)/2) for |eps| <= theta, 0 above and 1 - e^eps below.
 *
 * <p>Balle, Barthe and Gaboardi 2018 (arXiv:1807.01647v2), Theorem 3, whose printed exponent has the wrong sign. Theory: docs/theory/LaplaceNoise.md
 */
public final class LaplaceNoise implements Theorem<Laplace> {
    @Override
    public Class<Laplace> about() {
        return Laplace.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                LaplaceNoise.class, "Balle, Barthe and Gaboardi 2018, Theorem 3 (arXiv:1807.01647v2), sign corrected");
    }

    @Override
    public Verdict apply(Laplace m, Inquiry inquiry) {
        return Theorem.exact(LaplacePair.noise(inquiry.relation().contributions(), m.noiseMultiplier()));
    }
}
