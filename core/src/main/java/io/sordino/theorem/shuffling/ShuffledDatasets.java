package io.sordino.theorem.shuffling;

import io.sordino.loss.Loss;
import io.sordino.loss.Side;
import io.sordino.loss.shuffling.ClonesLaw;
import io.sordino.loss.shuffling.ResponseAmongEquals;
import io.sordino.loss.shuffling.ShuffledCounts;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.Unlinked;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What real neighbours attain under shuffled k-ary randomized response, k >= 3: all other users hold a third symbol, or all of
 * them hold the victim's. Ternary response is one of the randomizers that local(eps0) allows, so it is attained there as well.
 *
 * <p>Theory: docs/theory/ShuffledDatasets.md
 */
public final class ShuffledDatasets implements Theorem<Shuffled> {
    private static final long MOST_REPORTS = 30_000;

    @Override
    public Class<Shuffled> about() {
        return Shuffled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(ShuffledDatasets.class, "two pairs of neighbouring datasets, counted out");
    }

    @Override
    public Verdict apply(Shuffled m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(m, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        Optional<Verdict> bundles = bundles(m);
        if (bundles.isPresent()) return bundles.get();
        // any local randomizer may be ternary response
        long k = m.randomizer() instanceof RandomizedResponse response
                ? response.k()
                : m.randomizer() instanceof LocalDp ? 3 : 0;
        if (!(k >= 3)) return Theorem.silent("stated for k-ary randomized response with k of at least 3");
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        if (epsilon0 == 0) return Theorem.exact(LocalRandomizer.nothing());
        if (m.reports() > GeneralClones.MOST_REPORTS)
            return Theorem.silent("datasets are looked at up to " + GeneralClones.MOST_REPORTS + " reports");
        List<Holds> holds = new ArrayList<>();
        holds.add(below(new ShuffledCounts(thirdSymbol(m.reports(), epsilon0, k), Side.LOWER)));
        if (m.reports() <= MOST_REPORTS && m.randomizer() instanceof RandomizedResponse)
            holds.add(below(new ResponseAmongEquals((int) m.reports(), epsilon0, k)));
        return new Several(holds);
    }

    /** Of bundles of binary responses: all others hold the victim's value, tied together and, which is no more, untied. */
    private static Optional<Verdict> bundles(Shuffled m) {
        if (!(m.randomizer() instanceof Repeated bundle)) return Optional.empty();
        List<Holds> holds =
                new ArrayList<>(UnlinkedReports.attained(new Unlinked(m.reports(), bundle.count(), bundle.base())));
        // above, a lattice for all sums is too coarse to tell the ratios apart
        if (m.reports() <= MOST_REPORTS)
            ShuffledBlanket.bundled(m, Side.LOWER).ifPresent(loss -> holds.add(below(loss)));
        return holds.isEmpty() ? Optional.empty() : Optional.of(new Several(holds));
    }

    private static Holds below(Loss loss) {
        return new Holds(loss, Reach.BELOW, List.of());
    }

    /** Reports of the held symbol weigh 1/e0, those of the rest 1. */
    private static ClonesLaw thirdSymbol(long reports, double epsilon0, long k) {
        double e0 = Math.exp(epsilon0);
        double rate = 2 / (e0 + k - 1);
        double rest = (k - 3) / (e0 + k - 3);
        return new ClonesLaw(reports, epsilon0, rate, rest, 1, 1 / e0, 1);
    }
}
