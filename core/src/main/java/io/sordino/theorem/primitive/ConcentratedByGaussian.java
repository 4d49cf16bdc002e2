package io.sordino.theorem.primitive;

import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.numeric.Down;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.function.ToDoubleFunction;

/**
 * What a concentrated or Renyi bound cannot rule out: Gaussian noise has the Renyi curve alpha mu^2 / 2, so with mu^2 / 2 = rho
 * it is (xi, rho)-zero-concentrated and (rho, omega)-truncated concentrated, and with alpha mu^2 / 2 = epsilon it is
 * (alpha, epsilon)-Renyi private. A lower end, attained by a member of the class.
 *
 * <p>Bun and Steinke 2016 (arXiv:1605.02065v1), Proposition 1.6. Theory: docs/theory/ConcentratedByGaussian.md
 */
public final class ConcentratedByGaussian<M extends Mechanism> implements Theorem<M> {
    private final Class<M> about;
    private final ToDoubleFunction<M> rho;

    private ConcentratedByGaussian(Class<M> about, ToDoubleFunction<M> rho) {
        this.about = about;
        this.rho = rho;
    }

    public static ConcentratedByGaussian<ZeroConcentrated> zero() {
        return new ConcentratedByGaussian<>(ZeroConcentrated.class, ZeroConcentrated::rho);
    }

    public static ConcentratedByGaussian<TruncatedConcentrated> truncated() {
        return new ConcentratedByGaussian<>(TruncatedConcentrated.class, TruncatedConcentrated::rho);
    }

    public static ConcentratedByGaussian<RenyiBounded> oneOrder() {
        return new ConcentratedByGaussian<>(RenyiBounded.class, m -> Down.div(m.epsilon(), m.alpha()));
    }

    @Override
    public Class<M> about() {
        return about;
    }

    @Override
    public Citation citation() {
        return Citation.of(ConcentratedByGaussian.class, "Bun and Steinke 2016, Proposition 1.6 (arXiv:1605.02065v1)");
    }

    @Override
    public Verdict apply(M m, Inquiry inquiry) {
        return Theorem.below(GaussianPair.of(Down.sqrt(Down.mul(2, rho.applyAsDouble(m)))));
    }
}
