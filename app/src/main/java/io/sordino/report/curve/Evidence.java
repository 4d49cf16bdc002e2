package io.sordino.report.curve;

import io.sordino.account.Accountant;
import io.sordino.account.Claim;
import io.sordino.account.Guarantee;
import io.sordino.account.Testimony;
import io.sordino.loss.HasPair;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.mechanism.Direction;
import io.sordino.numeric.Bracket;
import io.sordino.report.Question;
import java.util.Optional;

/** What the theorems that answered one question know at every other place of the curve, as a picture wants it. */
final class Evidence {
    private final Testimony testimony;
    private final Guarantee guarantee;

    Evidence(Accountant accountant, Question question, double delta) {
        testimony = accountant.testimonyAtDelta(question.plan(), question.relation(), delta, question.wanted());
        guarantee = testimony.guarantee();
    }

    /** Epsilon at the delta that the evidence was gathered for. */
    Bracket epsilon() {
        return guarantee.epsilon();
    }

    Bracket logDelta(double epsilon) {
        return testimony.logDelta(epsilon);
    }

    /** A pair that dominates in the direction that decides, if one is known; its losses are what a picture shows. */
    Optional<Pair> pair() {
        Optional<Direction> decides = guarantee.claims().stream()
                .filter(claim -> claim.reach().boundsAbove())
                .max((a, b) -> Double.compare(bestOf(a.direction()), bestOf(b.direction())))
                .map(Claim::direction);
        return decides.flatMap(direction -> testimony.known(direction).stream()
                .filter(one -> one.reach().boundsAbove())
                .flatMap(one -> pair(one.loss()).stream())
                .findFirst());
    }

    private double bestOf(Direction direction) {
        return guarantee.claims().stream()
                .filter(claim -> claim.direction() == direction && claim.reach().boundsAbove())
                .mapToDouble(claim -> claim.answer().upper())
                .min()
                .orElse(0);
    }

    private static Optional<Pair> pair(Loss loss) {
        if (loss instanceof Pair pair) return Optional.of(pair);
        return loss instanceof HasPair profile ? Optional.of(profile.pair(Side.UPPER)) : Optional.empty();
    }
}
