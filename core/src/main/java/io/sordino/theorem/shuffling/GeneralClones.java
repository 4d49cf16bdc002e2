package io.sordino.theorem.shuffling;

import io.sordino.loss.Side;
import io.sordino.loss.shuffling.ClonesLaw;
import io.sordino.loss.shuffling.ShuffledCounts;
import io.sordino.mechanism.Shuffled;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * The general pair: for every eps0-local randomizer, adaptive ones included, n shuffled reports are dominated by the pair in
 * which every report is a coin with probability 2/(e^eps0 + 1) and the victim's coin falls on its own side with odds e^eps0.
 *
 * <p>Feldman, McMillan and Talwar 2023 (arXiv:2208.04591), whose proof was withdrawn; proved anew in
 * docs/theory/GeneralClones.md.
 */
public final class GeneralClones implements Theorem<Shuffled> {
    /** More reports are never worse, so the bound for this many holds for more. */
    static final long MOST_REPORTS = 100_000_000_000L;

    @Override
    public Class<Shuffled> about() {
        return Shuffled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                GeneralClones.class,
                "pair of Feldman, McMillan and Talwar 2023 (arXiv:2208.04591), proved by convex order");
    }

    @Override
    public Verdict apply(Shuffled m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(m, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        if (epsilon0 == 0) return Theorem.exact(LocalRandomizer.nothing());
        double rate = 2 / (Math.exp(epsilon0) + 1);
        long reports = Math.min(MOST_REPORTS, m.reports());
        return Theorem.above(new ShuffledCounts(ClonesLaw.ofTwoCounts(reports, epsilon0, rate, 1), Side.UPPER));
    }
}
