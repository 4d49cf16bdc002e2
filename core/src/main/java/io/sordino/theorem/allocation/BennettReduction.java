package io.sordino.theorem.allocation;

import io.sordino.loss.allocation.RateTailBounds;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Mechanism;
import io.sordino.theorem.Citation;
import java.util.Optional;

/**
 * As {@link PoissonReduction}, but by Bennett's inequality, which needs the variance of the likelihood ratios alone: no cut, and
 * useful for a few hundred steps and noise of 1.
 *
 * <p>Theory: docs/theory/BennettReduction.md
 */
public final class BennettReduction<M extends Mechanism> extends SamplingReduction<M> {
    private BennettReduction(Class<M> about) {
        super(
                about,
                (all, step, i, from) ->
                        Optional.of(RateTailBounds.bennett(all.one().numSteps(), step.muUp())));
    }

    public static BennettReduction<Allocated> ofOneEpoch() {
        return new BennettReduction<>(Allocated.class);
    }

    public static BennettReduction<Composed> ofEpochs() {
        return new BennettReduction<>(Composed.class);
    }

    @Override
    public Citation citation() {
        return Citation.of(
                BennettReduction.class,
                "as Feldman and Shenfeld 2025, Theorem 4.1, by Bennett's inequality; derivation on its page");
    }
}
