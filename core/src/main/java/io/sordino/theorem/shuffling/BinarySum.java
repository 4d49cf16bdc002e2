package io.sordino.theorem.shuffling;

import io.sordino.loss.shuffling.PublishedEpsilon;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Shuffled;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * Binary response read as "the truth with probability 1 - lambda/n, else a fair coin": for lambda >= 14 ln(4/delta), with u =
 * lambda - sqrt(2 lambda ln(2/delta)), eps = sqrt(32 ln(4/delta) / u) (1 - u/n).
 *
 * <p>Cheu et al. 2019 (arXiv:1808.01394), Theorem 3.1. Theory: docs/theory/BinarySum.md
 */
public final class BinarySum implements Theorem<Shuffled> {
    @Override
    public Class<Shuffled> about() {
        return Shuffled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(BinarySum.class, "Cheu et al. 2019 (arXiv:1808.01394)");
    }

    @Override
    public Verdict apply(Shuffled m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(m, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        double n = (double) m.reports();
        if (!(m.randomizer() instanceof RandomizedResponse response && response.k() == 2))
            return Theorem.silent("stated for binary randomized response");
        double lambda = 2 * n / (Math.exp(epsilon0) + 1);
        double leastLog = Math.log(4) - lambda / 14;
        if (!(leastLog < 0))
            return Theorem.silent("needs lambda = 2n/(e^eps0 + 1) >= 14 ln(4/delta), at least " + 14 * Math.log(4)
                    + " for every delta, was " + lambda);
        return Theorem.above(new PublishedEpsilon(log -> epsilon(n, lambda, log), leastLog, 0));
    }

    private static double epsilon(double n, double lambda, double logDelta) {
        double u = lambda - Math.sqrt(2 * lambda * (Math.log(2) - logDelta));
        return Math.sqrt(32 * (Math.log(4) - logDelta) / u) * (1 - u / n);
    }
}
