package io.sordino.theorem.sampling;

import io.sordino.mechanism.Group;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * A group of k records and m draws with replacement from n, with Gaussian noise: the draws hit the group so often as m chances of k/n do, and with that law of hits all that
 * {@link HiddenHits} says of one record holds.
 *
 * <p>Derived here. Theory: docs/theory/GroupInDraws.md
 */
public final class GroupInDraws implements Theorem<Group> {
    @Override
    public Class<Group> about() {
        return Group.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(GroupInDraws.class, "how often a group was drawn is hidden; proof on its page");
    }

    @Override
    public boolean looksToDepth() {
        return true;
    }

    @Override
    public boolean concerns(Group group) {
        return group.base() instanceof SampledWithReplacement;
    }

    @Override
    public Verdict apply(Group group, Inquiry inquiry) {
        SampledWithReplacement m = (SampledWithReplacement) group.base();
        if (!(group.size() < m.datasetSize()))
            return Theorem.silent("a group of the whole dataset is always drawn", "use group(...) of the plan inside");
        Optional<Refusal> unmet = HiddenHits.unmet(m);
        if (unmet.isPresent()) return Theorem.silent(unmet.get());
        BinomialMixture hits = new BinomialMixture(m.sampleSize(), group.size() / (double) m.datasetSize());
        if (!(hits.any() < 1)) return Theorem.silent("one of the group is almost surely drawn");
        Optional<Known> noise = HiddenHits.noise(m, inquiry);
        return noise.isPresent()
                ? HiddenHits.verdict(hits, noise.get(), m.base(), inquiry)
                : Theorem.silent(HiddenHits.NOISE);
    }
}
