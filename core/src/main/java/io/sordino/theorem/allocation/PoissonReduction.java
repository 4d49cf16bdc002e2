package io.sordino.theorem.allocation;

import io.sordino.loss.allocation.RateTailBounds;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Mechanism;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * Random allocation as Poisson sampling at a rate a little above 1/t: given what was released, the next step holds the record with
 * a chance above x/t only if the likelihood ratios fell far behind their mean, which Hoeffding's inequality for ratios cut to
 * [e^-e, e^e] says is rare. It needs many steps and much noise.
 *
 * <p>Feldman and Shenfeld 2025 (NeurIPS 2025, arXiv:2502.08202), Theorem 4.1, first part, where cosh stands for sinh. Theory:
 * docs/theory/PoissonReduction.md
 */
public final class PoissonReduction<M extends Mechanism> implements Theorem<M> {
    private final Class<M> about;

    private PoissonReduction(Class<M> about) {
        this.about = about;
    }

    public static PoissonReduction<Allocated> ofOneEpoch() {
        return new PoissonReduction<>(Allocated.class);
    }

    public static PoissonReduction<Composed> ofEpochs() {
        return new PoissonReduction<>(Composed.class);
    }

    @Override
    public Class<M> about() {
        return about;
    }

    @Override
    public Citation citation() {
        return Citation.of(PoissonReduction.class, "Feldman and Shenfeld 2025, Theorem 4.1, first part (NeurIPS 2025)");
    }

    @Override
    public boolean forComparison() {
        return true;
    }

    @Override
    public boolean concerns(M m) {
        return Epochs.of(m).isPresent();
    }

    @Override
    public Verdict apply(M m, Inquiry inquiry) {
        Optional<Epochs> epochs = Epochs.of(m);
        if (epochs.isEmpty()) return Theorem.silent("the bound is about epochs of random allocation");
        return epochs.get()
                .reduced(
                        inquiry,
                        (all, step, i, from) ->
                                Optional.of(RateTailBounds.hoeffding(all.one().numSteps(), step.mu() * (1 + 1e-14))));
    }
}
