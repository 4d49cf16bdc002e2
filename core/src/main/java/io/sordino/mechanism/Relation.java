package io.sordino.mechanism;

import io.sordino.refusal.Remedy;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** When two datasets count as neighbours. */
public enum Relation {
    /** One record is added or removed. */
    ADD_OR_REMOVE_ONE("add-remove"),
    /** One record takes another value. */
    REPLACE_ONE("replace-one"),
    /** One record is replaced by a special one that contributes nothing. */
    REPLACE_SPECIAL("replace-special");

    private final String label;

    Relation(String label) {
        this.label = label;
    }

    /** The name used on the command line and in printed numbers. */
    public String label() {
        return label;
    }

    /** Each is composed apart; the worse one is taken at the very end. */
    public List<Direction> directions() {
        return this == REPLACE_ONE ? List.of(Direction.REPLACE) : List.of(Direction.REMOVE, Direction.ADD);
    }

    /** How many contributions apart two neighbouring values of an additive query can be. */
    public int contributions() {
        return this == REPLACE_ONE ? 2 : 1;
    }

    /** Advice to ask the same question under one of these relations. */
    public static Remedy askUnder(Relation... relations) {
        String labels = Arrays.stream(relations).map(Relation::label).collect(Collectors.joining(" or "));
        return new Remedy("ask for %s " + labels, List.of(Remedy.Name.RELATION));
    }
}
