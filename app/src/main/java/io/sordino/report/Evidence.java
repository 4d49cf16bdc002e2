package io.sordino.report;

import io.sordino.account.Accountant;
import io.sordino.account.Claim;
import io.sordino.account.Guarantee;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.Pairable;
import io.sordino.loss.Side;
import io.sordino.mechanism.Direction;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Known;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the theorems that answered one question know at every other place of the curve.
 *
 * <p>A loss keeps what it has worked out, so a whole curve costs little more than its first point.
 */
final class Evidence {
    private final Map<Direction, List<Known>> known = new EnumMap<>(Direction.class);
    private final Guarantee guarantee;

    Evidence(Accountant accountant, Question question, double delta) {
        guarantee = accountant.epsilon(question.plan(), question.relation(), delta, question.wanted());
        for (Direction direction : question.relation().directions()) {
            List<Known> losses = new ArrayList<>();
            for (Claim claim : guarantee.claims()) if (claim.direction() == direction) losses.add(claim.known());
            if (losses.stream().noneMatch(one -> one.reach().boundsAbove()))
                losses.addAll(accountant
                        .knowledge(question.plan(), question.relation(), direction, question.wanted())
                        .known());
            known.put(direction, losses);
        }
    }

    /** Epsilon at the delta that the evidence was gathered for. */
    Bracket epsilon() {
        return guarantee.epsilon();
    }

    Bracket logDelta(double epsilon) {
        return worst(loss -> loss.logDelta(epsilon), Bracket.of(Double.NEGATIVE_INFINITY, 0));
    }

    /** The best of each end in every direction, then the worse direction. */
    private Bracket worst(Function<Loss, Bracket> reading, Bracket nothing) {
        Optional<Bracket> worst = Optional.empty();
        for (List<Known> losses : known.values()) {
            double lower = nothing.lower();
            double upper = nothing.upper();
            for (Known one : losses) {
                Bracket read = reading.apply(one.loss());
                if (one.reach().boundsBelow()) lower = Math.max(lower, read.lower());
                if (one.reach().boundsAbove()) upper = Math.min(upper, read.upper());
            }
            Bracket side = Bracket.of(Math.min(lower, upper), upper);
            worst = Optional.of(worst.map(other -> other.max(side)).orElse(side));
        }
        return worst.orElse(nothing);
    }

    /** A pair that dominates in the direction that decides, if one is known; its losses are what a picture shows. */
    Optional<Pair> pair() {
        Optional<Direction> decides = guarantee.claims().stream()
                .filter(claim -> claim.known().reach().boundsAbove())
                .max((a, b) -> Double.compare(bestOf(a.direction()), bestOf(b.direction())))
                .map(Claim::direction);
        return decides.flatMap(direction -> known.getOrDefault(direction, List.of()).stream()
                .filter(one -> one.reach().boundsAbove())
                .flatMap(one -> pair(one.loss()).stream())
                .findFirst());
    }

    private double bestOf(Direction direction) {
        return guarantee.claims().stream()
                .filter(claim ->
                        claim.direction() == direction && claim.known().reach().boundsAbove())
                .mapToDouble(claim -> claim.answer().upper())
                .min()
                .orElse(0);
    }

    private static Optional<Pair> pair(Loss loss) {
        if (loss instanceof Pair pair) return Optional.of(pair);
        return loss instanceof Pairable profile ? Optional.of(profile.pair(Side.UPPER)) : Optional.empty();
    }
}
