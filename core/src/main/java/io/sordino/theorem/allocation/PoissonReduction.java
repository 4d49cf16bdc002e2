package io.sordino.theorem.allocation;

import io.sordino.loss.allocation.RateTailBounds;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Mechanism;
import io.sordino.theorem.Citation;
import java.util.Optional;

/**
 * Random allocation as Poisson sampling at a rate a little above 1/t: given what was released, the next step holds the record with
 * a chance above x/t only if the likelihood ratios fell far behind their mean, which Hoeffding's inequality for ratios cut to
 * [e^-e, e^e] says is rare. It needs many steps and much noise.
 *
 * <p>Feldman and Shenfeld 2025 (NeurIPS 2025, arXiv:2502.08202), Theorem 4.1, first part, where cosh stands for sinh. Theory:
 * docs/theory/PoissonReduction.md
 */
public final class PoissonReduction<M extends Mechanism> extends SamplingReduction<M> {
    private PoissonReduction(Class<M> about) {
        super(
                about,
                (all, step, i, from) ->
                        Optional.of(RateTailBounds.hoeffding(all.one().numSteps(), step.muUp())));
    }

    public static PoissonReduction<Allocated> ofOneEpoch() {
        return new PoissonReduction<>(Allocated.class);
    }

    public static PoissonReduction<Composed> ofEpochs() {
        return new PoissonReduction<>(Composed.class);
    }

    @Override
    public Citation citation() {
        return Citation.of(PoissonReduction.class, "Feldman and Shenfeld 2025, Theorem 4.1, first part (NeurIPS 2025)");
    }
}
