package io.sordino.theorem.selection;

import io.sordino.loss.Pair;
import io.sordino.loss.selection.RunLaw;
import io.sordino.loss.selection.SelectedPair;
import io.sordino.loss.selection.SelectedProfile;
import io.sordino.mechanism.RepeatAndSelect;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The best of a random number of runs, profile in and profile out. With f the generating function of the number and u(w) the least mass that one
 * neighbour can have where the other has w, let G(t) be the largest of f'(1 - u(w)) t - f'(1 - w) over all w in [0, 1], and 0; then
 * H_x of the selection is at most E_Q[x G(dP/dQ / x)] of one run for every x of at least 1. From below: outputs that are the better the larger
 * their loss, or the smaller.
 *
 * <p>Papernot and Steinke 2022 (arXiv:2110.03620v2), Lemma 7, for Renyi divergences; Liu and Talwar 2019 (arXiv:1811.07971) for geometric
 * numbers. The form for profiles is proved on the theory page: docs/theory/SelectionByProfile.md
 */
public final class SelectionByProfile implements Theorem<RepeatAndSelect> {
    @Override
    public Class<RepeatAndSelect> about() {
        return RepeatAndSelect.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                SelectionByProfile.class,
                "Papernot and Steinke 2022, Lemma 7 (arXiv:2110.03620v2), for profiles as proved on the theory page");
    }

    @Override
    public Verdict apply(RepeatAndSelect m, Inquiry inquiry) {
        Knowledge base = inquiry.about(m.base());
        if (base.known().isEmpty()) return Theorem.silent(base.why());
        // one run, for certain
        if (m.mean() == 1 && !m.isPoisson())
            return new Several(base.known().stream()
                    .map(known -> new Holds(known.loss(), known.reach(), List.of(known)))
                    .toList());
        Optional<Known> here = Sides.above(base);
        Optional<Known> back = Sides.above(Sides.back(m, inquiry));
        List<Holds> holds = new ArrayList<>();
        RunLaw law = RunLaw.of(m.mean(), m.shape());
        if (here.isPresent() && back.isPresent())
            holds.add(new Holds(
                    SelectedProfile.of(law, here.get().loss(), back.get().loss()), Reach.ABOVE, List.of(here.get())));
        Optional<Known> attained = base.attainedPair();
        for (SelectedPair.Best best : SelectedPair.Best.values())
            attained.ifPresent(known -> SelectedPair.below(law, (Pair) known.loss(), best)
                    .ifPresent(pair -> holds.add(new Holds(pair, Reach.BELOW, List.of(known)))));
        return holds.isEmpty() ? Theorem.silent("one run is known from below only") : new Several(holds);
    }
}
