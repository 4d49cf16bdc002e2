package io.sordino.theorem.allocation;

import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Direction;
import io.sordino.numeric.Up;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * A mean is at least the geometric mean, so an added record's loss is at most that of Gaussian noise sigma sqrt(t), moved by
 * (1 - 1/t) / (2 sigma^2): the curve alpha / (2 sigma^2 t) + (1 - 1/t) / (2 sigma^2). Each round moves it once more.
 *
 * <p>Feldman and Shenfeld 2025 (NeurIPS 2025, arXiv:2502.08202), Theorem 4.5. Theory: docs/theory/GeometricMean.md
 */
public final class GeometricMean implements Theorem<Allocated> {
    @Override
    public Class<Allocated> about() {
        return Allocated.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(GeometricMean.class, "Feldman and Shenfeld 2025, Theorem 4.5 (NeurIPS 2025)");
    }

    @Override
    public boolean forComparison() {
        return true;
    }

    @Override
    public Verdict apply(Allocated m, Inquiry inquiry) {
        if (m.numSelected() != 1) return Theorem.silent("each record takes part in more than one step");
        if (inquiry.direction() != Direction.ADD) return Theorem.silent("the bound is about added records alone");
        Optional<Known> step = inquiry.about(m.base()).dominatingPair();
        if (step.isEmpty() || !(step.get().loss() instanceof GaussianPair noise))
            return Theorem.silent("the bound is stated for Gaussian steps");
        double half = Up.mul(Up.mul(noise.muUp(), noise.muUp()), 0.5);
        double share = 1.0 / m.numSteps();
        return Theorem.above(
                ConcentratedCurve.zero(Up.mul(half, Math.nextUp(share)), Up.mul(half, Math.nextUp(1 - share))),
                step.get());
    }
}
