package io.sordino.theorem;

import io.sordino.loss.Loss;
import io.sordino.loss.Workspace;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.Refusal;
import io.sordino.refusal.Remedy;
import java.util.List;

/** A published statement about mechanisms of one shape. It sees one mechanism in one direction, and never counts repetitions. */
public interface Theorem<M extends Mechanism> {
    /** The mechanisms it is asked about. */
    Class<M> about();

    /** Where it is stated, and under which name its page and its table go. */
    Citation citation();

    /** What it says of one mechanism in one direction. */
    Verdict apply(M mechanism, Inquiry inquiry);

    /** Whether a mechanism of the class it is about also has the inner shape; where not, its silence is not worth a word. */
    default boolean concerns(M mechanism) {
        return true;
    }

    /** Whether it is here to be compared with: it never beats what another theorem of the list says of the same mechanism. */
    default boolean forComparison() {
        return false;
    }

    /** Whether it is a row to be looked at beside others about the same mechanism, and of no use for plans made of it. */
    default boolean standsAlone() {
        return false;
    }

    /** Whether what it says depends on {@link Inquiry#depth()}; no other theorem may ask for it. */
    default boolean looksToDepth() {
        return false;
    }

    /** Whether it holds for datasets of one size alone, so that nothing follows for a sample whose size is random. */
    default boolean countsRecords() {
        return false;
    }

    /** What a theorem has to say. */
    sealed interface Verdict {}

    /** A loss, what it says about the truth, and the knowledge of inner mechanisms that it stands on. */
    record Holds(Loss loss, Reach reach, List<Known> from) implements Verdict {}

    /** Several statements at once, such as a bound from above and another from below. */
    record Several(List<Holds> holds) implements Verdict {
        public Several {
            holds = List.copyOf(holds);
        }
    }

    /** Nothing, because a hypothesis failed; it is named with the remedy, where there is one. */
    record Silent(Refusal why) implements Verdict {}

    /** An upper and a lower end at once. */
    static Verdict exact(Loss loss) {
        return new Holds(loss, Reach.EXACT, List.of());
    }

    /** An upper end alone. */
    static Verdict above(Loss loss, Known... from) {
        return new Holds(loss, Reach.ABOVE, List.of(from));
    }

    /** A lower end alone. */
    static Verdict below(Loss loss, Known... from) {
        return new Holds(loss, Reach.BELOW, List.of(from));
    }

    /** Nothing, and why. */
    static Verdict silent(String reason) {
        return silent(Refusal.because(reason));
    }

    /** Nothing, why, and what to do instead. */
    static Verdict silent(String reason, String remedy) {
        return silent(Refusal.of(reason, remedy));
    }

    /** Nothing, why, and what to do instead. */
    static Verdict silent(String reason, Remedy remedy) {
        return silent(Refusal.of(reason, remedy));
    }

    /** Nothing, and why. */
    static Verdict silent(Refusal why) {
        return new Silent(why);
    }

    /** The question a theorem is asked, and its way to ask about inner mechanisms. */
    interface Inquiry {
        /** Whoever asks for delta does not know it before. */
        double USUAL_DEPTH = -28;

        /** What neighbours are. */
        Relation relation();

        /** Which of the two neighbours the law P belongs to. */
        Direction direction();

        /** How wide, relatively, an answer may be. */
        double width();

        /** The logarithm of the smallest delta that will be asked for, as far as is known: whoever gives up rarer losses saves work. */
        default double depth() {
            return USUAL_DEPTH;
        }

        /** Where the losses of this question keep what they work out. */
        default Workspace workspace() {
            return new Workspace();
        }

        /** What is known of an inner mechanism in the same relation and direction. */
        Knowledge about(Mechanism inner);

        /** What is known of an inner mechanism in another relation and direction. */
        Knowledge about(Mechanism inner, Relation relation, Direction direction);
    }
}
