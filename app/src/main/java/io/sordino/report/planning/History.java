package io.sordino.report.planning;

import io.sordino.account.Precision;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.report.Question;
import io.sordino.report.answer.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run that another accountant has written down, and what it was really worth: its record says which rates and noises were used,
 * and takes for granted that batches were Poisson samples.
 */
public record History(String name, Mechanism plan) {
    /** As it was accounted, under both relations, and as it was if batches came from a loader that shuffles. */
    public List<Comparison.Entry> plans(Optional<Relation> relation, Precision wanted) {
        List<Comparison.Entry> entries = new ArrayList<>();
        if (!isTraining()) {
            entries.add(Comparison.Entry.named(name, Question.of(plan, relation, wanted)));
            return entries;
        }
        List<Relation> asked = relation.map(List::of).orElse(List.of(Relation.ADD_OR_REMOVE_ONE, Relation.REPLACE_ONE));
        for (Relation one : asked) entries.add(named("Poisson samples, as accounted", plan, one, wanted));
        for (Relation one : asked) entries.add(named("batches in a known order", inOrder(), one, wanted));
        return entries;
    }

    public List<String> notes() {
        return isTraining()
                ? List.of(name
                        + " is worth its first rows if every batch was a Poisson sample, and no more than \"batches in"
                        + " a known order\" if the loader cut a permutation into batches")
                : List.of();
    }

    private Comparison.Entry named(String what, Mechanism mechanism, Relation relation, Precision wanted) {
        return Comparison.Entry.named(name + ": " + what, new Question(mechanism, relation, true, wanted));
    }

    private boolean isTraining() {
        return NormalForm.of(plan).counts().keySet().stream()
                .allMatch(part -> part instanceof PoissonSampled sampled && sampled.base() instanceof Gaussian);
    }

    /** A record takes part once in every pass; a pass that was begun counts. */
    private Mechanism inOrder() {
        List<Mechanism> parts = new ArrayList<>();
        for (Map.Entry<Mechanism, Long> part : NormalForm.of(plan).counts().entrySet()) {
            PoissonSampled sampled = (PoissonSampled) part.getKey();
            double passes = Math.ceil(part.getValue() * sampled.rate() * (1 - 1e-12));
            parts.add(new Repeated(Math.max(1, (long) passes), sampled.base()));
        }
        return parts.size() == 1 ? parts.get(0) : new Composed(parts);
    }
}
