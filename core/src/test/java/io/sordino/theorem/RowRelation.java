package io.sordino.theorem;

import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Relation;
import java.util.Arrays;
import java.util.List;

/** What a row of a table says about neighbours: a relation, or one direction of adding and removing. */
record RowRelation(String words) {
    Relation relation() {
        return Arrays.stream(Relation.values())
                .filter(r -> r.label().equals(words))
                .findFirst()
                .orElse(Relation.ADD_OR_REMOVE_ONE);
    }

    List<Direction> directions() {
        if (words.equals("add")) return List.of(Direction.ADD);
        if (words.equals("remove")) return List.of(Direction.REMOVE);
        return relation().directions();
    }
}
