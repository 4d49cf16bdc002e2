package io.sordino.account;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Derivation;
import io.sordino.theorem.Silence;
import java.util.List;
import java.util.Optional;

/**
 * The answer to one question: the truth lies in the bracket, and here is why.
 *
 * @param epsilon what was asked at, or the bracket that answers
 * @param logDelta natural logarithm of what was asked at, or of the bracket that answers
 * @param why the proof trees behind the two ends, the upper one first
 * @param claims what every theorem that spoke had to say
 * @param limit why the bracket is wider than asked, where it is
 */
public record Guarantee(
        Mechanism mechanism,
        Relation relation,
        Question question,
        Bracket epsilon,
        Bracket logDelta,
        boolean tight,
        List<Derivation> why,
        List<Claim> claims,
        List<Silence> silences,
        Optional<String> limit) {
    /** Which number was asked for. */
    public enum Question {
        /** Epsilon, at a delta. */
        EPSILON,
        /** Delta, at an epsilon. */
        DELTA
    }

    public Guarantee {
        why = List.copyOf(why);
        claims = List.copyOf(claims);
        silences = List.copyOf(silences);
    }

    /** Encloses delta; ends below the smallest double are rounded outwards. */
    public Bracket delta() {
        return Bracket.of(
                io.sordino.numeric.Down.exp(logDelta.lower()),
                Math.min(1, io.sordino.numeric.Up.exp(logDelta.upper())));
    }

    /** The answered number's bracket. */
    public Bracket answer() {
        return question == Question.EPSILON ? epsilon : delta();
    }
}
