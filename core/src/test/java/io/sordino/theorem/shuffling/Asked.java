package io.sordino.theorem.shuffling;

import io.sordino.loss.Loss;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Shuffled;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Theorem;
import java.util.List;

/** A question to one theorem about shuffled reports, with nothing known of inner mechanisms. */
record Asked(Relation relation, Direction direction) implements Theorem.Inquiry {
    static final Asked REPLACE = new Asked(Relation.REPLACE_ONE, Direction.REPLACE);

    static Loss loss(Theorem<Shuffled> theorem, long n, Mechanism randomizer) {
        return ((Theorem.Holds) theorem.apply(new Shuffled(n, randomizer), REPLACE)).loss();
    }

    static String silence(Theorem<Shuffled> theorem, long n, Mechanism randomizer) {
        return ((Theorem.Silent) theorem.apply(new Shuffled(n, randomizer), REPLACE))
                .why()
                .toString();
    }

    @Override
    public double width() {
        return 1e-3;
    }

    @Override
    public Knowledge about(Mechanism inner) {
        return new Knowledge(List.of(), List.of());
    }

    @Override
    public Knowledge about(Mechanism inner, Relation otherRelation, Direction otherDirection) {
        return about(inner);
    }
}
