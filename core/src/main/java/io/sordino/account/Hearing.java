package io.sordino.account;

import io.sordino.loss.Loss;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Contradiction;
import io.sordino.theorem.Derivation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Silence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** What was heard of one question in one direction: the best of each end, and who gave it. */
final class Hearing {
    private final Mechanism mechanism;
    private final Direction direction;
    private final Supplier<String> question;
    private final Bracket nothing;
    private final List<Claim> claims = new ArrayList<>();
    /** What the claims were read from, in the same order. */
    private final List<Known> known = new ArrayList<>();

    private final List<Silence> silences = new ArrayList<>();
    private Bracket answer;
    private Optional<Claim> above = Optional.empty();
    private Optional<Claim> below = Optional.empty();

    /**
     * @param question what is asked, for the one who reads of a contradiction
     * @param nothing ends of an answer about which nothing is known
     */
    Hearing(Mechanism mechanism, Direction direction, Supplier<String> question, Bracket nothing) {
        this.mechanism = mechanism;
        this.direction = direction;
        this.question = question;
        this.nothing = nothing;
        answer = nothing;
    }

    /** Takes what one theorem says; an end that it does not bound stays as unknown as it was at the start. */
    void hear(Known one, Bracket said) {
        Claim claim = new Claim(direction, one.reach(), one.why(), said);
        claims.add(claim);
        known.add(one);
        boolean boundsAbove = one.reach().boundsAbove();
        boolean boundsBelow = one.reach().boundsBelow();
        double lower = boundsBelow ? said.lower() : nothing.lower();
        double upper = boundsAbove ? said.upper() : nothing.upper();
        if (lower > answer.upper() || upper < answer.lower()) throw excluded(claim, upper < answer.lower());
        if (boundsAbove && (above.isEmpty() || upper < answer.upper())) above = Optional.of(claim);
        if (boundsBelow && (below.isEmpty() || lower > answer.lower())) below = Optional.of(claim);
        answer = answer.meet(Bracket.of(lower, upper));
    }

    private Contradiction excluded(Claim claim, boolean tooLow) {
        Contradiction cause = new Contradiction("contradiction: " + answer + " and " + claim.answer());
        return (tooLow ? below : above)
                .map(other -> (Contradiction)
                        Disagreement.between(mechanism, question.get() + " " + direction, other, claim, cause))
                // outside of what any answer can be
                .orElseGet(() -> Disagreement.within(mechanism, question.get() + " " + direction, claim.why(), cause));
    }

    /** Asks a loss; one whose own ends cross is named. */
    <T> T ask(Known one, Function<Loss, T> reading) {
        try {
            return reading.apply(one.loss());
        } catch (Disagreement named) {
            throw named;
        } catch (Contradiction e) {
            throw Disagreement.within(mechanism, question.get() + " " + direction, one.why(), e);
        }
    }

    void miss(List<Silence> more) {
        silences.addAll(more);
    }

    Bracket answer() {
        return answer;
    }

    boolean boundedAbove() {
        return above.isPresent();
    }

    List<Claim> claims() {
        return claims;
    }

    List<Known> known() {
        return known;
    }

    List<Silence> silences() {
        return silences;
    }

    List<Derivation> reasons() {
        List<Derivation> why = new ArrayList<>();
        above.ifPresent(claim -> why.add(claim.why()));
        below.map(Claim::why).filter(d -> !why.contains(d)).ifPresent(why::add);
        return why;
    }

    /** Why the bracket is no narrower. */
    String limit() {
        if (below.isEmpty()) return "only an upper end is known: no theorem says what real neighbours attain";
        if (above.equals(below)) return "the grid reached its limit of points or refinements";
        return "the best theorem from above and the best one from below do not meet";
    }
}
