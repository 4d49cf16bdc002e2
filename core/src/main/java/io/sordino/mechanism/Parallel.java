package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;
import java.util.List;

/**
 * Several mechanisms, each run on records of its own: every record is in one of the groups, for reasons that do not depend on other records. Groups
 * that overlap are composed instead.
 */
public record Parallel(List<Mechanism> parts) implements Mechanism {
    public Parallel {
        parts = List.copyOf(parts);
        if (!(parts.size() >= 1)) throw new InvalidException("a parallel composition needs at least one part");
    }
}
