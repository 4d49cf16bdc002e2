package io.sordino.theorem.allocation;

import io.sordino.loss.allocation.RateTailBounds;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Mechanism;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * As {@link PoissonReduction}, but by Bennett's inequality, which needs the variance of the likelihood ratios alone: no cut, and
 * useful for a few hundred steps and noise of 1.
 *
 * <p>Theory: docs/theory/BennettReduction.md
 */
public final class BennettReduction<M extends Mechanism> implements Theorem<M> {
    private final Class<M> about;

    private BennettReduction(Class<M> about) {
        this.about = about;
    }

    public static BennettReduction<Allocated> ofOneEpoch() {
        return new BennettReduction<>(Allocated.class);
    }

    public static BennettReduction<Composed> ofEpochs() {
        return new BennettReduction<>(Composed.class);
    }

    @Override
    public Class<M> about() {
        return about;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                BennettReduction.class,
                "as Feldman and Shenfeld 2025, Theorem 4.1, by Bennett's inequality; derivation on its page");
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
                                Optional.of(RateTailBounds.bennett(all.one().numSteps(), step.mu() * (1 + 1e-14))));
    }
}
