package io.sordino.theorem.primitive;

import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.Theorem.Holds;
import io.sordino.theorem.Theorem.Inquiry;
import io.sordino.theorem.Theorem.Silent;
import io.sordino.theorem.Theorem.Verdict;
import io.sordino.theorem.catalogue.Theorems;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks theorems about single leaves, without an accountant, and reads the plans of reference tables. */
final class Leaf {
    private static final Pattern PLAN = Pattern.compile("([a-z_]+)\\(([^()]*)\\)");

    private Leaf() {}

    static <M extends Mechanism> Verdict ask(Theorem<M> theorem, M mechanism, Relation relation) {
        return theorem.apply(mechanism, inquiry(relation, relation.directions().get(0)));
    }

    static <M extends Mechanism> Pair pair(Theorem<M> theorem, M mechanism, Relation relation) {
        return (Pair) ((Holds) ask(theorem, mechanism, relation)).loss();
    }

    static <M extends Mechanism> Pair pair(Theorem<M> theorem, M mechanism) {
        return pair(theorem, mechanism, Relation.ADD_OR_REMOVE_ONE);
    }

    static <M extends Mechanism> String silence(Theorem<M> theorem, M mechanism, Relation relation) {
        return ((Silent) ask(theorem, mechanism, relation)).why().toString();
    }

    /** What all the theorems together say. */
    static List<Holds> all(Mechanism mechanism, Relation relation) {
        List<Holds> found = new ArrayList<>();
        for (Theorem<?> theorem : Theorems.ALL) {
            if (theorem.about() != mechanism.getClass()) continue;
            if (askAny(theorem, mechanism, relation) instanceof Holds holds) found.add(holds);
        }
        return found;
    }

    private static <M extends Mechanism> Verdict askAny(Theorem<M> theorem, Mechanism mechanism, Relation relation) {
        return ask(theorem, theorem.about().cast(mechanism), relation);
    }

    static Loss above(Mechanism mechanism, Relation relation) {
        return first(mechanism, relation, true);
    }

    static Loss below(Mechanism mechanism, Relation relation) {
        return first(mechanism, relation, false);
    }

    private static Loss first(Mechanism mechanism, Relation relation, boolean above) {
        return all(mechanism, relation).stream()
                .filter(holds -> above ? holds.reach() != Reach.BELOW : holds.reach() != Reach.ABOVE)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no theorem speaks of " + mechanism))
                .loss();
    }

    static Relation relation(String label) {
        for (Relation relation : Relation.values()) if (relation.label().equals(label)) return relation;
        throw new AssertionError("unknown relation " + label);
    }

    static boolean isSingle(String plan) {
        return PLAN.matcher(plan).matches();
    }

    static Mechanism parse(String plan) {
        Matcher matcher = PLAN.matcher(plan);
        if (!matcher.matches()) throw new AssertionError("not a leaf: " + plan);
        String[] words = matcher.group(2).split(",");
        double[] x = new double[words.length];
        for (int i = 0; i < x.length; i++)
            x[i] = Double.parseDouble(words[i].replace("k=", "").trim());
        return switch (matcher.group(1)) {
            case "gaussian" -> new Gaussian(x[0]);
            case "laplace" -> new Laplace(x[0]);
            case "discrete_gaussian" -> new DiscreteGaussian(x[0]);
            case "discrete_laplace" -> new DiscreteLaplace(x[0]);
            case "truncated_laplace" -> new TruncatedLaplace(x[0], x[1]);
            case "truncated_gaussian" -> new TruncatedGaussian(x[0], x[1]);
            case "sinh_normal" -> new SinhNormal(x[0], x[1]);
            case "randomized_response" -> new RandomizedResponse(x[0], x.length > 1 ? (long) x[1] : 2);
            case "exponential" -> new Exponential(x[0]);
            case "dp" -> new ApproximateDp(x[0], x.length > 1 ? x[1] : 0);
            default -> throw new AssertionError("unknown leaf " + plan);
        };
    }

    private static Inquiry inquiry(Relation relation, Direction direction) {
        return new Inquiry() {
            @Override
            public Relation relation() {
                return relation;
            }

            @Override
            public Direction direction() {
                return direction;
            }

            @Override
            public double width() {
                return 1e-3;
            }

            @Override
            public Knowledge about(Mechanism inner) {
                throw new AssertionError("a leaf has no inner mechanism");
            }

            @Override
            public Knowledge about(Mechanism inner, Relation otherRelation, Direction otherDirection) {
                throw new AssertionError("a leaf has no inner mechanism");
            }
        };
    }
}
