package io.sordino.theorem.shuffling;

import io.sordino.loss.shuffling.BlanketBound;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Shuffled;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * The privacy blanket with Bennett's inequality: with gamma the common mass of all laws, a = e^eps - 1, and b and c bounds of the
 * blanket's loss and of its square, delta = b / (gamma n ln(1 + a b/c)) E[e^(-M (c/b^2) phi(a b/c))] over M ~ Bin(n, gamma), M >=
 * 1, phi(u) = (1 + u) ln(1 + u) - u.
 *
 * <p>Balle, Bell, Gascon and Nissim 2019 (arXiv:1903.02837), section 5. Theory: docs/theory/BlanketBennett.md
 */
public final class BlanketBennett implements Theorem<Shuffled> {
    @Override
    public Class<Shuffled> about() {
        return Shuffled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                BlanketBennett.class, "Balle, Bell, Gascon and Nissim 2019, Bennett's inequality (arXiv:1903.02837)");
    }

    @Override
    public Verdict apply(Shuffled m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(m, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        double n = (double) m.reports();
        if (epsilon0 == 0) return Theorem.exact(LocalRandomizer.nothing());
        long k = m.randomizer() instanceof RandomizedResponse response ? response.k() : BlanketBound.ANY;
        return Theorem.above(new BlanketBound(n, epsilon0, k, BlanketBound.Inequality.BENNETT));
    }
}
