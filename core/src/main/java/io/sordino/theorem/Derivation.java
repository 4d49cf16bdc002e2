package io.sordino.theorem;

import io.sordino.mechanism.Mechanism;
import java.util.List;

/** A node of the proof tree: a theorem, what it was applied to, and what it stood on. */
public record Derivation(Citation theorem, Mechanism mechanism, List<Derivation> from) {
    public Derivation {
        from = List.copyOf(from);
    }
}
