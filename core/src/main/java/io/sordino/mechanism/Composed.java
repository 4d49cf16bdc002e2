package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;
import java.util.List;

/**
 * Several mechanisms run one after the other on the same data, with parameters fixed beforehand.
 */
public record Composed(List<Mechanism> parts) implements Mechanism {
    public Composed {
        parts = List.copyOf(parts);
        if (!(parts.size() >= 1)) throw new InvalidException("a composition needs at least one part");
    }
}
