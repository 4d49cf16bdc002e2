package io.sordino.theorem.allocation;

import io.sordino.mechanism.Mechanism;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * Random allocation as Poisson sampling at a rate a little above 1/t: given what was released, the next step holds the record with
 * a larger chance than that but rarely. How rarely is what the theorems of this form differ in.
 */
abstract class SamplingReduction<M extends Mechanism> implements Theorem<M> {
    private final Class<M> about;
    private final Epochs.Rare rare;

    /** @param about one epoch or several */
    SamplingReduction(Class<M> about, Epochs.Rare rare) {
        this.about = about;
        this.rare = rare;
    }

    @Override
    public final Class<M> about() {
        return about;
    }

    @Override
    public final boolean forComparison() {
        return true;
    }

    @Override
    public final boolean concerns(M m) {
        return Epochs.of(m).isPresent();
    }

    @Override
    public final Verdict apply(M m, Inquiry inquiry) {
        Optional<Epochs> epochs = Epochs.of(m);
        if (epochs.isEmpty()) return Theorem.silent("the bound is about epochs of random allocation");
        return epochs.get().reduced(inquiry, rare);
    }
}
