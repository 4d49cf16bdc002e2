package io.sordino.theorem.shuffling;

import io.sordino.loss.shuffling.BlanketBound;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Shuffled;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * The privacy blanket with Hoeffding's inequality: with gamma the common mass of all laws, a = e^eps - 1 and b the range of the
 * blanket's loss, delta = b^2 / (4 a gamma n) (1 - gamma (1 - e^(-2 a^2 / b^2)))^n.
 *
 * <p>Balle, Bell, Gascon and Nissim 2019 (arXiv:1903.02837), Theorem 5.1. Theory: docs/theory/BlanketHoeffding.md
 */
public final class BlanketHoeffding implements Theorem<Shuffled> {
    @Override
    public Class<Shuffled> about() {
        return Shuffled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                BlanketHoeffding.class,
                "Balle, Bell, Gascon and Nissim 2019, Hoeffding's inequality (arXiv:1903.02837)");
    }

    @Override
    public Verdict apply(Shuffled m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(m, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        double n = (double) m.reports();
        if (epsilon0 == 0) return Theorem.exact(LocalRandomizer.nothing());
        long k = m.randomizer() instanceof RandomizedResponse response ? response.k() : BlanketBound.ANY;
        return Theorem.above(new BlanketBound(n, epsilon0, k, BlanketBound.Inequality.HOEFFDING));
    }
}
