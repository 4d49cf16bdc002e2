package io.sordino.account;

import io.sordino.mechanism.Mechanism;
import io.sordino.numeric.Contradiction;
import io.sordino.theorem.Derivation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Theorems that exclude each other about one question, or one that excludes itself: a bug of ours, with the proofs that lead to it. */
public final class Disagreement extends Contradiction {
    private static final long serialVersionUID = 1L;

    private static final int MOST_NAMES = 12;

    private final transient Mechanism mechanism;
    private final transient List<Derivation> why;
    private final String question;
    private final String ends;

    private Disagreement(Mechanism mechanism, String question, List<Derivation> why, String ends, Contradiction cause) {
        super(told(Mechanism::toString, mechanism, question, ends), cause);
        this.mechanism = mechanism;
        this.why = List.copyOf(why);
        this.question = question;
        this.ends = ends;
    }

    /** Two claims that do not meet. */
    static Disagreement between(Mechanism mechanism, String question, Claim one, Claim other, Contradiction cause) {
        return new Disagreement(
                mechanism, question, List.of(one.why(), other.why()), said(one) + ", but " + said(other), cause);
    }

    /** A theorem whose own two ends cross. */
    static Disagreement within(Mechanism mechanism, String question, Derivation why, Contradiction cause) {
        return new Disagreement(
                mechanism, question, List.of(why), names(why) + " contradicts itself: " + cause.getMessage(), cause);
    }

    private static String said(Claim claim) {
        return names(claim.why()) + " says [" + claim.answer().lower() + ", "
                + claim.answer().upper() + "] ("
                + switch (claim.reach()) {
                    case EXACT -> "both ends";
                    case ABOVE -> "from above";
                    case BELOW -> "from below";
                }
                + ")";
    }

    private static String names(Derivation why) {
        Set<String> below = new LinkedHashSet<>();
        List<Derivation> open = new ArrayList<>(why.from());
        while (!open.isEmpty() && below.size() < MOST_NAMES) {
            Derivation next = open.remove(0);
            below.add(next.theorem().name());
            open.addAll(next.from());
        }
        String name = why.theorem().name();
        return below.isEmpty() ? name : name + " (from " + String.join(", ", below) + ")";
    }

    private static String told(Function<Mechanism, String> text, Mechanism mechanism, String question, String ends) {
        return question + " of " + text.apply(mechanism) + ": " + ends;
    }

    /** The message, with the mechanism in the words of the one who asked. */
    public String told(Function<Mechanism, String> text) {
        return told(text, mechanism, question, ends);
    }

    /** The proofs that exclude each other; only one where its own ends cross. */
    public List<Derivation> why() {
        return why;
    }
}
