package io.sordino.theorem.sampling;

import io.sordino.loss.Change;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import io.sordino.theorem.neighbours.OtherRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Poisson sampling at rate q, exactly, on the profile H of the base mechanism.
 *
 * <p>Removing a record: q H(t), e^t = 1 + (e^eps - 1)/q, and 1 - e^eps where that is not positive.
 * <br>Adding a record: c H(t), c = 1 - e^eps (1 - q), e^t = q e^eps / c, and 0 where c is not positive.
 *
 * <p>Zhu, Dong and Wang 2022 (arXiv:2106.08567v3), Theorem 11. Theory: docs/theory/PoissonSampling.md
 */
public final class PoissonSampling implements Theorem<PoissonSampled> {
    @Override
    public Class<PoissonSampled> about() {
        return PoissonSampled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(PoissonSampling.class, "Zhu, Dong and Wang 2022, Theorem 11 (arXiv:2106.08567v3)");
    }

    @Override
    public Verdict apply(PoissonSampled m, Inquiry inquiry) {
        Knowledge base = inquiry.about(m.base());
        if (base.known().isEmpty()) return Theorem.silent(base.why());
        // everyone is in the sample: the base itself, under any relation
        if (m.rate() == 1)
            return new Several(base.known().stream()
                    .map(k -> new Holds(k.loss(), k.reach(), List.of(k)))
                    .toList());
        if (inquiry.direction() == Direction.REPLACE)
            return Theorem.silent(
                    NoiseAlone.is(m.base())
                            ? Refusal.of(
                                    "the two closed forms are stated for added or removed records",
                                    Relation.askUnder(Relation.ADD_OR_REMOVE_ONE))
                            : NoiseAlone.needed(m.base()));
        Optional<Refusal> counted = OtherRecords.areCounted(m.base());
        if (counted.isPresent()) return Theorem.silent(counted.get());
        Change change = Changes.of(inquiry.direction());
        List<Holds> holds = new ArrayList<>();
        for (Known known : base.known()) holds.addAll(Sampled.of(m.rate(), change, known, known.reach()));
        return holds.isEmpty() ? Theorem.silent("only a Renyi curve of the base is known") : new Several(holds);
    }
}
