package io.sordino.theorem.shuffling;

import io.sordino.loss.shuffling.PublishedEpsilon;
import io.sordino.mechanism.Shuffled;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * The closed form of the general pair: if eps0 <= ln(n / (8 ln(2/delta)) - 1),
 * eps = ln(1 + (e^eps0 - 1) (4 sqrt(2 ln(4/delta) / ((e^eps0 + 1) n)) + 4/n)).
 *
 * <p>Feldman, McMillan and Talwar 2023 (arXiv:2208.04591), standing on {@link GeneralClones}. Theory:
 * docs/theory/GeneralClonesClosedForm.md
 */
public final class GeneralClonesClosedForm implements Theorem<Shuffled> {
    @Override
    public Class<Shuffled> about() {
        return Shuffled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                GeneralClonesClosedForm.class, "closed form of Feldman, McMillan and Talwar 2023 (arXiv:2208.04591)");
    }

    @Override
    public Verdict apply(Shuffled m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(m, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        double n = (double) m.reports();
        double e0 = Math.exp(epsilon0);
        double leastLog = Math.log(2) - n / (8 * (e0 + 1));
        if (!(leastLog < 0))
            return Theorem.silent("needs eps0 <= ln(n / (8 ln(2/delta)) - 1), which is below "
                    + Math.log(Math.max(0, n / (8 * Math.log(2)) - 1)) + " for every delta, was " + epsilon0);
        return Theorem.above(new PublishedEpsilon(log -> epsilon(n, epsilon0, log), leastLog, 0));
    }

    private static double epsilon(double n, double epsilon0, double logDelta) {
        double spread = 4 * Math.sqrt(2 * (Math.log(4) - logDelta) / ((Math.exp(epsilon0) + 1) * n)) + 4 / n;
        return Math.log1p(Math.expm1(epsilon0) * spread);
    }
}
