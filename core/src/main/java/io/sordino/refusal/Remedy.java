package io.sordino.refusal;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * What to do about a refusal.
 *
 * @param words the advice, with a %s for each of the names, if there are any
 * @param names what the advice speaks of and every way of asking calls in its own manner
 */
public record Remedy(String words, List<Name> names) {
    /** A setting of a question, which is a flag of a command and a field of a request. */
    public enum Name {
        /** What neighbours are. */
        RELATION,
        /** The bound on gradients. */
        CLIP,
        /** The bound on rows. */
        FEATURE_NORM,
        /** How far a step goes. */
        LEARNING_RATE,
        /** Of the ball that weights are projected onto. */
        RADIUS,
        /** No setting: the table of all that is covered. */
        COVERAGE
    }

    private static final String COVERAGE_PAGE = "see docs/support.md";

    public Remedy {
        names = List.copyOf(names);
    }

    /** Advice that speaks of plans and numbers alone and reads the same everywhere. */
    public static Remedy of(String words) {
        return new Remedy(words, List.of());
    }

    /** A look at the table of all that is covered. */
    public static Remedy seeCoverage() {
        return new Remedy("%s for what is covered", List.of(Name.COVERAGE));
    }

    /** This or something else. */
    public Remedy or(String words) {
        return new Remedy(this.words + ", or " + words, names);
    }

    /** The advice, with every name as the asker calls it. */
    public String in(Function<Name, String> tongue) {
        return names.isEmpty()
                ? words
                : String.format(Locale.ROOT, words, names.stream().map(tongue).toArray());
    }

    /** In the names of parameters, which are those of a request too. */
    @Override
    public String toString() {
        return in(name -> name == Name.COVERAGE ? COVERAGE_PAGE : name.name().toLowerCase(Locale.ROOT));
    }
}
