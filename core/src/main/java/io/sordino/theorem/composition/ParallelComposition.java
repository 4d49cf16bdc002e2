package io.sordino.theorem.composition;

import io.sordino.loss.Loss;
import io.sordino.loss.pair.LargestProfile;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Parallel;
import io.sordino.mechanism.Relation;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;

/**
 * Parallel composition: a record that is added or removed is in one of the groups, so delta is at most max_i delta_i at every epsilon, and a record of
 * the worst group attains it.
 *
 * <p>McSherry 2009 (SIGMOD), Theorem 4, for pure epsilon; the argument is the same at every order. Theory: docs/theory/ParallelComposition.md
 */
public final class ParallelComposition implements Theorem<Parallel> {
    @Override
    public Class<Parallel> about() {
        return Parallel.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(ParallelComposition.class, "McSherry 2009 (SIGMOD), Theorem 4, at every order");
    }

    @Override
    public Verdict apply(Parallel m, Inquiry inquiry) {
        List<Mechanism> parts = m.parts().stream().distinct().toList();
        boolean alike = parts.size() == 1;
        if (inquiry.direction() == Direction.REPLACE && m.parts().size() > 1)
            return Theorem.silent(
                    "a record that is replaced may leave one group and join another, so that both change",
                    Relation.askUnder(Relation.ADD_OR_REMOVE_ONE).or("compose the parts: a + b"));
        List<Holds> holds = new ArrayList<>();
        List<List<Loss>> above = new ArrayList<>();
        List<Known> from = new ArrayList<>();
        for (Mechanism part : parts) {
            Knowledge knowledge = inquiry.about(part);
            if (knowledge.known().isEmpty()) return Theorem.silent(knowledge.why());
            List<Known> bounds = knowledge.known().stream()
                    .filter(known -> known.reach().boundsAbove())
                    .toList();
            above.add(bounds.stream().map(Known::loss).toList());
            from.addAll(bounds);
            for (Known known : knowledge.known())
                if (alike) holds.add(new Holds(known.loss(), known.reach(), List.of(known)));
                else if (known.reach().boundsBelow()) holds.add(new Holds(known.loss(), Reach.BELOW, List.of(known)));
        }
        if (!alike && above.stream().noneMatch(List::isEmpty))
            holds.add(0, new Holds(new LargestProfile(above), Reach.ABOVE, from));
        return new Several(holds);
    }
}
