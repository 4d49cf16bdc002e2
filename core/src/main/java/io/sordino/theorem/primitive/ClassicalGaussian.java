package io.sordino.theorem.primitive;

import io.sordino.loss.primitive.ClassicalProfile;
import io.sordino.mechanism.Gaussian;
import io.sordino.numeric.Down;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * The formula of textbooks: for eps below 1, Gaussian noise of deviation sqrt(2 ln(1.25/delta)) / eps, in units of the sensitivity, is (eps, delta)-private. Never better than
 * {@link GaussianNoise}; it is here to be compared with.
 *
 * <p>Dwork and Roth 2014, Theorem A.1. Theory: docs/theory/ClassicalGaussian.md
 */
public final class ClassicalGaussian implements Theorem<Gaussian> {
    @Override
    public Class<Gaussian> about() {
        return Gaussian.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(ClassicalGaussian.class, "Dwork and Roth 2014, Theorem A.1");
    }

    @Override
    public boolean forComparison() {
        return true;
    }

    @Override
    public boolean standsAlone() {
        return true;
    }

    @Override
    public Verdict apply(Gaussian m, Inquiry inquiry) {
        double sigma = Down.div(m.noiseMultiplier(), inquiry.relation().contributions());
        if (!(sigma >= 1))
            return Theorem.silent("the formula is proved for epsilon below 1, and says nothing of so little noise");
        return Theorem.above(new ClassicalProfile(sigma));
    }
}
