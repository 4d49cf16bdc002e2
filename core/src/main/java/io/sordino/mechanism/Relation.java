package io.sordino.mechanism;

import java.util.List;

/** When two datasets count as neighbours. */
public enum Relation {
    /** One record is added or removed. */
    ADD_OR_REMOVE_ONE("add-remove", List.of(Direction.REMOVE, Direction.ADD)),
    /** One record takes another value. */
    REPLACE_ONE("replace-one", List.of(Direction.REPLACE)),
    /** One record is replaced by a special one that contributes nothing. */
    REPLACE_SPECIAL("replace-special", List.of(Direction.REMOVE, Direction.ADD));

    private final String label;
    private final List<Direction> directions;

    Relation(String label, List<Direction> directions) {
        this.label = label;
        this.directions = directions;
    }

    /** The name used on the command line and in printed numbers. */
    public String label() {
        return label;
    }

    /** Each is composed apart; the worse one is taken at the very end. */
    public List<Direction> directions() {
        return directions;
    }

    /** How many contributions apart two neighbouring values of an additive query can be. */
    public int contributions() {
        return this == REPLACE_ONE ? 2 : 1;
    }
}
