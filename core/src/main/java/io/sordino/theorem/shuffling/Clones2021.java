package io.sordino.theorem.shuffling;

import io.sordino.loss.Side;
import io.sordino.loss.shuffling.ClonesLaw;
import io.sordino.loss.shuffling.ShuffledCounts;
import io.sordino.mechanism.Shuffled;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * Hiding among the clones: C ~ Bin(n-1, e^-eps0) other users report as a fair mixture of the victim's two values would, and
 * the victim's own report falls on its own side with odds e^eps0.
 *
 * <p>Feldman, McMillan and Talwar 2021 (arXiv:2012.12803), Theorem 3.2. Theory: docs/theory/Clones2021.md
 */
public final class Clones2021 implements Theorem<Shuffled> {
    @Override
    public Class<Shuffled> about() {
        return Shuffled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(Clones2021.class, "Feldman, McMillan and Talwar 2021, Theorem 3.2 (arXiv:2012.12803)");
    }

    @Override
    public Verdict apply(Shuffled m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(m, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        if (epsilon0 == 0) return Theorem.exact(LocalRandomizer.nothing());
        double rate = Math.exp(-epsilon0);
        // s = C + 1 tosses: mass Bin(n-1, rate)(s-1) = Bin(n, rate)(s) s / (n rate)
        double factor = 2 / (1 + rate);
        long reports = Math.min(GeneralClones.MOST_REPORTS, m.reports());
        return Theorem.above(new ShuffledCounts(ClonesLaw.ofTwoCounts(reports, epsilon0, rate, factor), Side.UPPER));
    }
}
