package io.sordino.theorem.selection;

import io.sordino.mechanism.Direction;
import io.sordino.mechanism.RepeatAndSelect;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem.Inquiry;
import java.util.Optional;

/** What is known of one run in both directions: a run's place among the others looks at both. */
final class Sides {
    private Sides() {}

    /** What is known of one run with the roles of the neighbours swapped. */
    static Knowledge back(RepeatAndSelect m, Inquiry inquiry) {
        Direction other = switch (inquiry.direction()) {
            case REMOVE -> Direction.ADD;
            case ADD -> Direction.REMOVE;
            case REPLACE -> Direction.REPLACE;
        };
        return inquiry.about(m.base(), inquiry.relation(), other);
    }

    /** A profile from above: of a pair if there is one, else of whatever is known. */
    static Optional<Known> above(Knowledge knowledge) {
        return knowledge
                .dominatingPair()
                .or(() -> knowledge.known().stream()
                        .filter(known -> known.reach().boundsAbove())
                        .findFirst());
    }
}
