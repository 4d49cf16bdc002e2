package io.sordino.theorem;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Loss;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Theorem.Holds;
import io.sordino.theorem.Theorem.Inquiry;
import io.sordino.theorem.Theorem.Several;
import io.sordino.theorem.Theorem.Silent;
import io.sordino.theorem.Theorem.Verdict;
import io.sordino.theorem.catalogue.Theorems;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A theorem, in all of its forms, asked alone about a whole plan; of inner mechanisms it hears what every theorem says. */
record Alone(List<Theorem<?>> forms) {
    private static final Accountant EVERYONE = Accountant.standard();

    /** The ends that it gives; an end about which it says nothing is NaN. */
    record Ends(double lower, double upper) {
        boolean below() {
            return !Double.isNaN(lower);
        }

        boolean above() {
            return !Double.isNaN(upper);
        }

        /** Of two directions the worse one. */
        Ends worse(Ends other) {
            return new Ends(
                    below() && other.below() ? Math.max(lower, other.lower) : below() ? lower : other.lower,
                    Math.max(upper, other.upper));
        }
    }

    static Alone named(String name) {
        return new Alone(Theorems.ALL.stream()
                .filter(theorem -> theorem.citation().name().equals(name))
                .toList());
    }

    boolean isAbout(Mechanism plan) {
        return forms.stream().anyMatch(form -> concerns(form, NormalForm.normal(plan)));
    }

    /** What it says; a theorem that is not about the plan says nothing at all. */
    Optional<Verdict> verdict(Mechanism plan, Relation relation, Direction direction, double width) {
        Mechanism normal = NormalForm.normal(plan);
        return forms.stream()
                .filter(form -> concerns(form, normal))
                .findFirst()
                .map(form -> apply(form, normal, new Question(relation, direction, width)));
    }

    List<Holds> holds(Mechanism plan, Relation relation, Direction direction, double width) {
        return verdict(plan, relation, direction, width).map(Alone::holds).orElse(List.of());
    }

    Optional<String> silence(Mechanism plan, Relation relation, Direction direction) {
        return verdict(plan, relation, direction, Precision.DEFAULT.width())
                .filter(verdict -> holds(verdict).isEmpty())
                .map(verdict -> verdict instanceof Silent silent ? silent.why().toString() : "");
    }

    static Ends ends(List<Holds> holds, Function<Loss, Bracket> question) {
        double lower = Double.NaN;
        double upper = Double.NaN;
        for (Holds one : holds) {
            Bracket answer = question.apply(one.loss());
            if (one.reach().boundsBelow() && !(answer.lower() <= lower)) lower = answer.lower();
            if (one.reach().boundsAbove() && !(answer.upper() >= upper)) upper = answer.upper();
        }
        return new Ends(lower, upper);
    }

    private static List<Holds> holds(Verdict verdict) {
        if (verdict instanceof Several several) return several.holds();
        return verdict instanceof Holds one ? List.of(one) : List.of();
    }

    private static <M extends Mechanism> boolean concerns(Theorem<M> form, Mechanism plan) {
        return form.about().isInstance(plan) && form.concerns(form.about().cast(plan));
    }

    private static <M extends Mechanism> Verdict apply(Theorem<M> form, Mechanism plan, Inquiry inquiry) {
        return form.apply(form.about().cast(plan), inquiry);
    }

    private static final class Question implements Inquiry {
        private final Relation relation;
        private final Direction direction;
        private final double width;
        private final Map<List<Object>, Knowledge> memory = new HashMap<>();

        Question(Relation relation, Direction direction, double width) {
            this.relation = relation;
            this.direction = direction;
            this.width = width;
        }

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
            return width;
        }

        @Override
        public Knowledge about(Mechanism inner) {
            return about(inner, relation, direction);
        }

        @Override
        public Knowledge about(Mechanism inner, Relation otherRelation, Direction otherDirection) {
            return memory.computeIfAbsent(
                    List.of(inner, otherRelation, otherDirection),
                    first -> EVERYONE.knowledge(inner, otherRelation, otherDirection, new Precision(width)));
        }
    }
}
