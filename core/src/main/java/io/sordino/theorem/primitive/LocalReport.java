package io.sordino.theorem.primitive;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.HadamardResponse;
import io.sordino.mechanism.LocalHash;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Rappor;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SubsetSelection;
import io.sordino.mechanism.UnaryEncoding;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.List;
import java.util.function.Function;

/**
 * One local report whose sender is known, exactly: every two values give the same law of the loss, eps with P-mass a, -eps with
 * P-mass a e^-eps, and 0 with the rest. A number with Laplace noise has the pair of that noise.
 *
 * <p>Wang, Blocki, Li and Jha 2017 (arXiv:1705.04421) for unary and hashed reports; Ye and Barg 2018 (arXiv:1702.00610) for subsets;
 * Erlingsson, Pihur and Korolova 2014 (arXiv:1407.6981) for RAPPOR. Theory: docs/theory/LocalReport.md
 */
public final class LocalReport<M extends Mechanism> implements Theorem<M> {
    private final Class<M> about;
    private final Function<M, Pair> pair;

    private LocalReport(Class<M> about, Function<M, Pair> pair) {
        this.about = about;
        this.pair = pair;
    }

    /** Two bits differ, each flipped on its own. */
    public static LocalReport<UnaryEncoding> unary() {
        return new LocalReport<>(UnaryEncoding.class, m -> {
            double flipped = Math.exp(-m.epsilon() / 2) / (1 + Math.exp(-m.epsilon() / 2));
            return twoBits(m.epsilon(), 1 / (1 + Math.exp(-m.epsilon() / 2)), flipped);
        });
    }

    /** The same, with bits that are flipped with probability f/2. */
    public static LocalReport<Rappor> rappor() {
        return new LocalReport<>(
                Rappor.class, m -> twoBits(2 * Math.log1p((1 - m.f()) / (m.f() / 2)), 1 - m.f() / 2, m.f() / 2));
    }

    /** Given the function two values meet with probability 1/l; else it is l-ary randomized response. */
    public static LocalReport<LocalHash> hash() {
        return new LocalReport<>(LocalHash.class, m -> hashed(m.epsilon(), (double) m.l()));
    }

    /** Two code words differ in half of their entries. */
    public static LocalReport<HadamardResponse> hadamard() {
        return new LocalReport<>(HadamardResponse.class, m -> hashed(m.epsilon(), 2));
    }

    /** The loss is eps where the subset holds the one value and not the other. */
    public static LocalReport<SubsetSelection> subset() {
        return new LocalReport<>(SubsetSelection.class, m -> {
            double d = m.d();
            double w = m.w();
            double odds = (d - w) / w * Math.exp(-m.epsilon());
            double holds = 1 / (1 + odds);
            double lacks = odds / (1 + odds);
            return threeLosses(
                    m.epsilon(), holds * (d - w) / (d - 1), holds * (w - 1) / (d - 1) + lacks * (d - 1 - w) / (d - 1));
        });
    }

    /** The largest distance of two numbers is 1. */
    public static LocalReport<LocalLaplace> laplace() {
        return new LocalReport<>(LocalLaplace.class, m -> LaplacePair.noise(m.epsilon(), 1));
    }

    private static Pair twoBits(double epsilon, double kept, double flipped) {
        return threeLosses(epsilon, kept * kept, 2 * kept * flipped);
    }

    private static Pair hashed(double epsilon, double buckets) {
        double ratio = Math.exp(-epsilon);
        double top = 1 / (1 + (buckets - 1) * ratio);
        double apart = (buckets - 1) / buckets;
        return threeLosses(epsilon, apart * top, 1 / buckets + apart * (buckets - 2) * ratio * top);
    }

    private static Pair threeLosses(double epsilon, double top, double middle) {
        if (!(epsilon > 0)) return AtomicPair.equal();
        double bottom = top * Math.exp(-epsilon);
        // the losses are a few operations away from the parameter, and so are the masses
        return new AtomicPair(
                List.of(new Atom(epsilon, top), new Atom(0, middle), new Atom(-epsilon, bottom)),
                Bracket.exactly(0),
                1e-14);
    }

    @Override
    public Class<M> about() {
        return about;
    }

    @Override
    public Citation citation() {
        return Citation.of(LocalReport.class, "two values of one report, counted out; derivation on its page");
    }

    @Override
    public Verdict apply(M m, Inquiry inquiry) {
        if (inquiry.direction() != Direction.REPLACE)
            return Theorem.silent(
                    "a local report hides which value a user holds, not whether there is a user",
                    Relation.askUnder(Relation.REPLACE_ONE));
        return Theorem.exact(pair.apply(m));
    }
}
