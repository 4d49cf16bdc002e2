package io.sordino.account;

import io.sordino.loss.Loss;
import io.sordino.loss.Workspace;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mechanisms;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Contradiction;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;
import io.sordino.refusal.Refusal;
import io.sordino.refusal.Remedy;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Silence;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.catalogue.Theorems;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Asks the theorems about a mechanism, once in each direction of the relation, and keeps the best of each end. Stateless.
 *
 * <p>Theorems are asked in the order of the list, which has the tightest first, until the bracket is as narrow as wanted;
 * {@link #explain} asks them all.
 */
public record Accountant(List<Theorem<?>> theorems) {
    public Accountant {
        theorems = List.copyOf(theorems);
    }

    /** An accountant who knows every theorem. */
    public static Accountant standard() {
        return new Accountant(Theorems.ALL);
    }

    /** The least epsilon with which the mechanism is (epsilon, delta)-private; delta 0 asks for the pure epsilon. */
    public Guarantee epsilon(Mechanism mechanism, Relation relation, double delta, Precision wanted) {
        return epsilonHeard(mechanism, relation, delta, wanted).guarantee;
    }

    /** The least delta with which the mechanism is (epsilon, delta)-private. */
    public Guarantee delta(Mechanism mechanism, Relation relation, double epsilon, Precision wanted) {
        return deltaHeard(mechanism, relation, epsilon, wanted).guarantee;
    }

    /**
     * As {@link #epsilon}, of many plans: those that repeat the same parts, as after each epoch of a training, share their work. It
     * is one question; in another order answers may come out a little wider or narrower.
     */
    public List<Guarantee> epsilons(List<Mechanism> mechanisms, Relation relation, double delta, Precision wanted) {
        RunningAccount account = new RunningAccount(this, relation, delta, wanted);
        return mechanisms.stream().map(account::epsilon).toList();
    }

    /** @param workspace of this question of a running account */
    Guarantee epsilon(Mechanism mechanism, Relation relation, double delta, Precision wanted, Workspace workspace) {
        Session session = new Session(theorems, wanted.width(), depth(Math.log(delta)), workspace);
        return answer(session, mechanism, relation, epsilonAt(delta), wanted, false).guarantee;
    }

    private Answered epsilonHeard(Mechanism mechanism, Relation relation, double delta, Precision wanted) {
        return answer(session(wanted, Math.log(delta)), mechanism, relation, epsilonAt(delta), wanted, false);
    }

    private Answered deltaHeard(Mechanism mechanism, Relation relation, double epsilon, Precision wanted) {
        Session session = session(wanted);
        Answered found = answer(session, mechanism, relation, deltaAt(epsilon), wanted, false);
        double log = found.guarantee.logDelta().upper();
        if (found.guarantee.tight() || !session.depthMatters() || !(log < Theorem.Inquiry.USUAL_DEPTH)) return found;
        Session deeper = session(wanted, Math.max(DEEPEST, DEEPER * log));
        Answered again = answer(deeper, mechanism, relation, deltaAt(epsilon), wanted, false);
        return met(found.guarantee, again.guarantee).upper() < log ? again : found;
    }

    /** What two answers to one question allow; if that is nothing, whoever gave the second one is named. */
    private static Bracket met(Guarantee first, Guarantee again) {
        try {
            return first.logDelta().meet(again.logDelta());
        } catch (Contradiction e) {
            String question = "log delta at epsilon " + first.epsilon().upper() + ", "
                    + first.relation().label() + ", with rarer losses";
            throw Disagreement.within(first.mechanism(), question, again.why().get(0), e);
        }
    }

    /**
     * As {@link #delta}, at many epsilons: one composition answers most of them. It is one question, whose answers do not depend on
     * the order in which the epsilons are listed.
     */
    public List<Guarantee> deltas(Mechanism mechanism, Relation relation, List<Double> epsilons, Precision wanted) {
        Session session = session(wanted);
        Map<Double, Guarantee> found = new HashMap<>();
        // the largest needs the finest lattice, which then serves the others
        for (double epsilon :
                epsilons.stream().sorted(Comparator.reverseOrder()).toList())
            if (!found.containsKey(epsilon))
                found.put(epsilon, answer(session, mechanism, relation, deltaAt(epsilon), wanted, false).guarantee);
        return epsilons.stream().map(found::get).toList();
    }

    /** As {@link #delta}, no closer than it takes to see on which side of a delta, given as a logarithm, it clearly lies. */
    Guarantee deltaAgainst(Mechanism mechanism, Relation relation, double epsilon, double logDelta, Precision wanted) {
        Asked asked = deltaAt(epsilon);
        Asked against = new Asked(asked.question, epsilon, asked.reading, logDelta);
        return answer(session(wanted, logDelta), mechanism, relation, against, wanted, false).guarantee;
    }

    /** As {@link #epsilon}, but every theorem has its say. */
    public Guarantee explain(Mechanism mechanism, Relation relation, double delta, Precision wanted) {
        return answer(session(wanted, Math.log(delta)), mechanism, relation, epsilonAt(delta), wanted, true).guarantee;
    }

    /** The Renyi divergences of the mechanism, of every order. */
    public Divergences divergences(Mechanism mechanism, Relation relation, Precision wanted) {
        return new Divergences(session(wanted), mechanism, relation);
    }

    /** The privacy loss of the mechanism as a random number. */
    public PrivacyLoss loss(Mechanism mechanism, Relation relation, Precision wanted) {
        return new PrivacyLoss(this, mechanism, relation, wanted);
    }

    /** Everything that is known of the mechanism in one direction. */
    public Knowledge knowledge(Mechanism mechanism, Relation relation, Direction direction, Precision wanted) {
        return session(wanted).about(mechanism, relation, direction);
    }

    /** As {@link #epsilon}, and what the theorems that answer say elsewhere on the curve. */
    public Testimony testimonyAtDelta(Mechanism mechanism, Relation relation, double delta, Precision wanted) {
        return epsilonHeard(mechanism, relation, delta, wanted).testimony();
    }

    /** As {@link #delta}, and what the theorems that answer say elsewhere on the curve. */
    public Testimony testimonyAtEpsilon(Mechanism mechanism, Relation relation, double epsilon, Precision wanted) {
        return deltaHeard(mechanism, relation, epsilon, wanted).testimony();
    }

    /** An answer, and the losses that gave it in every direction; they live on in a testimony alone. */
    private record Answered(Guarantee guarantee, Map<Direction, List<Known>> known) {
        Testimony testimony() {
            return new Testimony(guarantee, known);
        }
    }

    private Session session(Precision wanted) {
        return session(wanted, Theorem.Inquiry.USUAL_DEPTH);
    }

    /** For a logarithm of the delta that is asked for; the pure epsilon has none. */
    private Session session(Precision wanted, double logDelta) {
        return new Session(theorems, wanted.width(), depth(logDelta));
    }

    private static double depth(double logDelta) {
        return logDelta == Double.NEGATIVE_INFINITY ? Theorem.Inquiry.USUAL_DEPTH : logDelta;
    }

    /** A delta of which only a bound is known may be rarer than that by far. */
    private static final double DEEPER = 1.5;

    private static final double DEEPEST = -700;

    /** So far from a delta, in logarithm, that how far no longer matters. */
    static final double CLEARLY = 20;

    /** @param against an answer far from this one need not be closer; NaN if every answer must be */
    private record Asked(Guarantee.Question question, double at, Function<Loss, Bracket> reading, double against) {
        Asked(Guarantee.Question question, double at, Function<Loss, Bracket> reading) {
            this(question, at, reading, Double.NaN);
        }

        /** Ends of an answer about which nothing is known. */
        Bracket nothing() {
            return question == Guarantee.Question.EPSILON
                    ? Bracket.of(0, Double.POSITIVE_INFINITY)
                    : Bracket.of(Double.NEGATIVE_INFINITY, 0);
        }

        Hearing hearing(Mechanism mechanism, Relation relation, Direction direction) {
            String of = question == Guarantee.Question.EPSILON ? "epsilon at delta " : "log delta at epsilon ";
            return new Hearing(mechanism, direction, () -> of + at + ", " + relation.label(), nothing());
        }

        /** Whether this loss surely answers with no more than the lower end of another answer. */
        boolean isWithin(Loss loss, Bracket other) {
            if (other.lower() == Double.POSITIVE_INFINITY) return true;
            return question == Guarantee.Question.EPSILON
                    ? loss.isWithin(other.lower(), Down.log(at))
                    : loss.isWithin(at, other.lower());
        }

        Bracket atMost(Bracket other) {
            return Bracket.of(nothing().lower(), other.lower());
        }

        boolean narrow(Bracket answer, double width) {
            if (answer.upper() < against - CLEARLY || answer.lower() > against + CLEARLY) return true;
            if (question == Guarantee.Question.EPSILON)
                return answer.lower() == answer.upper()
                        || (answer.upper() < Double.POSITIVE_INFINITY
                                && answer.upper() - answer.lower() <= width * answer.upper());
            return answer.upper() - answer.lower() <= width || answer.upper() == Double.NEGATIVE_INFINITY;
        }
    }

    private static Asked epsilonAt(double delta) {
        if (!(delta >= 0 && delta < 1))
            throw new InvalidException("delta must be in [0, 1), was " + delta, "0 asks for the pure epsilon");
        if (delta > 0 && delta < Double.MIN_NORMAL)
            throw new InvalidException("delta must be 0 or at least 2.3e-308, was " + delta);
        return new Asked(Guarantee.Question.EPSILON, delta, loss -> loss.epsilon(delta));
    }

    private static Asked deltaAt(double epsilon) {
        if (!(epsilon >= 0 && epsilon < Double.POSITIVE_INFINITY))
            throw new InvalidException("epsilon must be at least 0 and finite, was " + epsilon);
        return new Asked(Guarantee.Question.DELTA, epsilon, loss -> loss.logDelta(epsilon));
    }

    private static Answered answer(
            Session session, Mechanism mechanism, Relation relation, Asked asked, Precision wanted, boolean all) {
        List<Claim> claims = new ArrayList<>();
        Set<Silence> silences = new LinkedHashSet<>();
        List<Hearing> sides = new ArrayList<>();
        Map<Direction, List<Known>> known = new EnumMap<>(Direction.class);
        Map<Loss, Bracket> heard = new HashMap<>();
        for (Direction direction : relation.directions()) {
            Hearing side = sides.isEmpty() || all
                    ? oneDirection(session, mechanism, relation, direction, asked, wanted, all, heard)
                    : other(session, mechanism, relation, direction, asked, wanted, heard, sides.get(0));
            claims.addAll(side.claims());
            known.put(direction, side.known());
            silences.addAll(side.silences());
            if (!side.boundedAbove()) throw refusal(session, mechanism, relation, direction, side.silences());
            sides.add(side);
        }
        Hearing worst = sides.get(0);
        Bracket answer = worst.answer();
        for (Hearing side : sides) {
            answer = answer.max(side.answer());
            if (side.answer().upper() > worst.answer().upper()) worst = side;
        }
        boolean tight = asked.narrow(answer, wanted.width());
        Optional<String> limit = tight ? Optional.empty() : Optional.of(worst.limit());
        Bracket given = asked.question == Guarantee.Question.EPSILON
                ? Bracket.of(Down.log(asked.at), Up.log(asked.at))
                : Bracket.exactly(asked.at);
        Guarantee guarantee = new Guarantee(
                mechanism,
                relation,
                asked.question,
                asked.question == Guarantee.Question.EPSILON ? answer : given,
                asked.question == Guarantee.Question.EPSILON ? given : answer,
                tight,
                worst.reasons(),
                claims,
                List.copyOf(silences),
                limit);
        return new Answered(guarantee, known);
    }

    /** A direction that surely is not the worse one needs no closer look. */
    private static Hearing other(
            Session session,
            Mechanism mechanism,
            Relation relation,
            Direction direction,
            Asked asked,
            Precision wanted,
            Map<Loss, Bracket> heard,
            Hearing first) {
        for (Knowledge knowledge : session.each(mechanism, relation, direction, false)) {
            // what was asked in the first direction is answered already
            if (knowledge.known().stream().anyMatch(known -> heard.containsKey(known.loss()))) break;
            for (Known known : knowledge.known())
                if (known.reach().boundsAbove()) {
                    Hearing side = asked.hearing(mechanism, relation, direction);
                    if (!side.ask(known, loss -> asked.isWithin(loss, first.answer()))) continue;
                    side.hear(known, asked.atMost(first.answer()));
                    return side;
                }
        }
        return oneDirection(session, mechanism, relation, direction, asked, wanted, false, heard);
    }

    private static Hearing oneDirection(
            Session session,
            Mechanism mechanism,
            Relation relation,
            Direction direction,
            Asked asked,
            Precision wanted,
            boolean all,
            Map<Loss, Bracket> heard) {
        Hearing side = asked.hearing(mechanism, relation, direction);
        for (Knowledge knowledge : session.each(mechanism, relation, direction, all)) {
            for (Known known : knowledge.known())
                side.hear(known, side.ask(known, loss -> heard.computeIfAbsent(loss, asked.reading)));
            side.miss(knowledge.silences());
            if (!all && side.boundedAbove() && asked.narrow(side.answer(), wanted.width())) break;
        }
        return side;
    }

    /** Of a composition, the part that is not covered is the reason, whatever the theorems about the whole say. */
    static UnsupportedException refusal(
            Session session, Mechanism mechanism, Relation relation, Direction direction, List<Silence> silences) {
        for (Mechanism part : NormalForm.of(mechanism).counts().keySet()) {
            if (part.equals(mechanism)) break;
            Knowledge knowledge = session.about(part, relation, direction);
            if (knowledge.known().stream().noneMatch(known -> known.reach().boundsAbove()))
                return refusal(part, relation, knowledge.silences());
        }
        return refusal(mechanism, relation, silences);
    }

    private static UnsupportedException refusal(Mechanism mechanism, Relation relation, List<Silence> silences) {
        String why = new Knowledge(List.of(), silences).why().reason();
        if (silences.isEmpty())
            return new UnsupportedException(
                    Refusal.of(
                            "no theorem covers " + mechanism.getClass().getSimpleName() + " under " + relation.label(),
                            Remedy.seeCoverage().or("replace the part by a black box such as dp(epsilon, delta)")),
                    why);
        Remedy remedy = silences.get(0).why().remedy().orElseGet(Remedy::seeCoverage);
        return new UnsupportedException(
                Refusal.of("no theorem covers this plan under " + relation.label() + ": " + why, remedy), why);
    }

    /** The relation under which a plan is read when none is given. */
    public static Relation defaultRelation(Mechanism mechanism) {
        return Mechanisms.holdsReplaceOnly(mechanism) ? Relation.REPLACE_ONE : Relation.ADD_OR_REMOVE_ONE;
    }
}
