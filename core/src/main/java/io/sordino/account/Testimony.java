package io.sordino.account;

import io.sordino.loss.Loss;
import io.sordino.mechanism.Direction;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Known;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A question that stays open: its answer, and what the theorems that gave it say at every other place of the curve.
 *
 * <p>Its losses keep what they have worked out, so a whole curve costs little more than its first point. Places that are asked for
 * in another order may come out a little wider or narrower.
 */
public final class Testimony {
    private final Guarantee guarantee;
    private final Map<Direction, List<Known>> known;

    /** @param known in every direction what the claims were read from, in the order of the claims */
    Testimony(Guarantee guarantee, Map<Direction, List<Known>> known) {
        this.guarantee = guarantee;
        this.known = Map.copyOf(known);
    }

    /** The answer to the question. */
    public Guarantee guarantee() {
        return guarantee;
    }

    /** What was said in one direction. */
    public List<Known> known(Direction direction) {
        return List.copyOf(known.getOrDefault(direction, List.of()));
    }

    /** What gave the least upper end in one direction. */
    public Known best(Direction direction) {
        List<Claim> claims = guarantee.claims().stream()
                .filter(claim -> claim.direction() == direction)
                .toList();
        // no question is answered that nobody bounds from above
        int best = IntStream.range(0, claims.size())
                .filter(i -> claims.get(i).reach().boundsAbove())
                .boxed()
                .min(Comparator.comparingDouble(i -> claims.get(i).answer().upper()))
                .orElseThrow();
        return known(direction).get(best);
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
        for (Direction direction : guarantee.relation().directions()) {
            Hearing hearing = new Hearing(
                    guarantee.mechanism(),
                    direction,
                    () -> question.get() + ", " + guarantee.relation().label(),
                    nothing);
            for (Known one : known(direction)) hearing.hear(one, hearing.ask(one, reading));
            worst = worst.max(hearing.answer());
        }
        return worst;
    }
}
