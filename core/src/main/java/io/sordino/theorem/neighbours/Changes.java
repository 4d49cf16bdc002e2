package io.sordino.theorem.neighbours;

import io.sordino.loss.Change;
import io.sordino.mechanism.Direction;

/** The word of a loss for the direction of a question. */
public final class Changes {
    private Changes() {}

    /** Of a direction in which a record comes or goes. */
    public static Change of(Direction direction) {
        return switch (direction) {
            case REMOVE -> Change.REMOVED;
            case ADD -> Change.ADDED;
            case REPLACE -> throw new IllegalArgumentException("a replaced record is neither removed nor added");
        };
    }
}
