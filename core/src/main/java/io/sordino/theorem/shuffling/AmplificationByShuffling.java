package io.sordino.theorem.shuffling;

import io.sordino.loss.shuffling.PublishedEpsilon;
import io.sordino.mechanism.Shuffled;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * The first bound of its kind: for eps0 <= 1/2, n >= 1000 and delta < 1/100, eps = 12 eps0 sqrt(ln(1/delta) / n), where that
 * is at most eps0.
 *
 * <p>Erlingsson et al. 2019 (arXiv:1811.12469). Theory: docs/theory/AmplificationByShuffling.md
 */
public final class AmplificationByShuffling implements Theorem<Shuffled> {
    @Override
    public Class<Shuffled> about() {
        return Shuffled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(AmplificationByShuffling.class, "Erlingsson et al. 2019 (arXiv:1811.12469)");
    }

    @Override
    public Verdict apply(Shuffled m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(m, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        double n = (double) m.reports();
        if (!(epsilon0 <= 0.5)) return Theorem.silent("needs eps0 <= 1/2, was " + epsilon0);
        if (!(n >= 1000)) return Theorem.silent("needs n >= 1000, was " + m.reports());
        return Theorem.above(new PublishedEpsilon(
                log -> 12 * epsilon0 * Math.sqrt(-log / n), -n / 144, Math.nextDown(Math.log(0.01))));
    }
}
