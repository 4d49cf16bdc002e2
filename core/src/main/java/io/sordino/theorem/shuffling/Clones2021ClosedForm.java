package io.sordino.theorem.shuffling;

import io.sordino.loss.shuffling.PublishedEpsilon;
import io.sordino.mechanism.Shuffled;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * The closed form of hiding among the clones: if eps0 <= ln(n / (16 ln(2/delta))),
 * eps = ln(1 + (e^eps0 - 1)/(e^eps0 + 1) (8 sqrt(e^eps0 ln(4/delta) / n) + 8 e^eps0 / n)).
 *
 * <p>Feldman, McMillan and Talwar 2021 (arXiv:2012.12803), Theorem 3.1. Theory: docs/theory/Clones2021ClosedForm.md
 */
public final class Clones2021ClosedForm implements Theorem<Shuffled> {
    @Override
    public Class<Shuffled> about() {
        return Shuffled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                Clones2021ClosedForm.class, "Feldman, McMillan and Talwar 2021, Theorem 3.1 (arXiv:2012.12803)");
    }

    @Override
    public Verdict apply(Shuffled m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(m, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        double n = (double) m.reports();
        double e0 = Math.exp(epsilon0);
        double leastLog = Math.log(2) - n / (16 * e0);
        if (!(leastLog < 0))
            return Theorem.silent("needs eps0 <= ln(n / (16 ln(2/delta))), which is below "
                    + Math.log(n / (16 * Math.log(2))) + " for every delta, was " + epsilon0);
        return Theorem.above(new PublishedEpsilon(log -> epsilon(n, epsilon0, log), leastLog, 0));
    }

    private static double epsilon(double n, double epsilon0, double logDelta) {
        double e0 = Math.exp(epsilon0);
        double spread = 8 * Math.sqrt(e0 * (Math.log(4) - logDelta) / n) + 8 * e0 / n;
        return Math.log1p(Math.tanh(epsilon0 / 2) * spread);
    }
}
