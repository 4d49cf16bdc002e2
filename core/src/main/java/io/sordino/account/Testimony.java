package io.sordino.account;

import io.sordino.loss.Loss;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Known;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the theorems that answered one question say at every other place of the curve.
 *
 * <p>A loss keeps what it has worked out, so a whole curve costs little more than its first point.
 */
public final class Testimony {
    private final Mechanism mechanism;
    private final Relation relation;
    private final Map<Direction, List<Known>> known = new EnumMap<>(Direction.class);

    /** Where nobody spoke from above in a direction, all theorems are asked about it. */
    Testimony(Accountant accountant, Guarantee guarantee, Precision wanted) {
        mechanism = guarantee.mechanism();
        relation = guarantee.relation();
        for (Direction direction : relation.directions()) {
            List<Known> losses = new ArrayList<>();
            for (Claim claim : guarantee.claims()) if (claim.direction() == direction) losses.add(claim.known());
            if (losses.stream().noneMatch(one -> one.reach().boundsAbove()))
                losses.addAll(accountant
                        .knowledge(mechanism, relation, direction, wanted)
                        .known());
            known.put(direction, List.copyOf(losses));
        }
    }

    /** What was said in one direction. */
    public List<Known> known(Direction direction) {
        return known.getOrDefault(direction, List.of());
    }

    /** At any real epsilon. */
    public Bracket logDelta(double epsilon) {
        return worst(
                loss -> loss.logDelta(epsilon),
                Bracket.of(Double.NEGATIVE_INFINITY, 0),
                () -> "log delta at epsilon " + epsilon);
    }

    /** The least epsilon at this delta. */
    public Bracket epsilon(double delta) {
        return worst(
                loss -> loss.epsilon(delta),
                Bracket.of(0, Double.POSITIVE_INFINITY),
                () -> "epsilon at delta " + delta);
    }

    /** The best of each end in every direction, then the worse direction. */
    private Bracket worst(Function<Loss, Bracket> reading, Bracket nothing, Supplier<String> question) {
        Bracket worst = Bracket.exactly(nothing.lower());
        for (Direction direction : relation.directions()) {
            Hearing hearing =
                    new Hearing(mechanism, direction, () -> question.get() + ", " + relation.label(), nothing);
            for (Known one : known(direction)) hearing.hear(one, hearing.ask(one, reading));
            worst = worst.max(hearing.answer());
        }
        return worst;
    }
}
