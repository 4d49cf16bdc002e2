package io.sordino.theorem.shuffling;

import io.sordino.loss.Side;
import io.sordino.loss.shuffling.ClonesLaw;
import io.sordino.loss.shuffling.ShuffledCounts;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Rappor;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.UnaryEncoding;
import io.sordino.numeric.Binomial;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * The variation ratio, repaired: a randomizer known by the total variation beta between the victim's two laws, whose laws are
 * within factors e^eps0 of each other. With alpha = beta/(e^eps0 - 1), reports are coins with probability 2 alpha and neutral,
 * of weight e^eps0, with probability (1 - alpha - e^eps0 alpha)/e^eps0.
 *
 * <p>After Wang et al. 2024 (arXiv:2304.05007), whose two-count form drops the neutral reports and is too small. Theory:
 * docs/theory/VariationRatio.md
 */
public final class VariationRatio implements Theorem<Shuffled> {
    private static final long MOST_BUNDLED = 1000;

    @Override
    public Class<Shuffled> about() {
        return Shuffled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                VariationRatio.class, "after Wang et al. 2024 (arXiv:2304.05007), with the neutral reports kept");
    }

    @Override
    public Verdict apply(Shuffled m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(m, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        if (epsilon0 == 0) return Theorem.exact(LocalRandomizer.nothing());
        double variation = variation(m.randomizer(), epsilon0);
        if (!(variation > 0))
            return Theorem.silent(
                    "the total variation is known for local_laplace, unary, rappor and bundles of binary responses");
        double e0 = Math.exp(epsilon0);
        double alpha = variation / Math.expm1(epsilon0);
        double neutral = Math.max(0, 1 - alpha * (1 + e0)) / e0;
        long reports = Math.min(GeneralClones.MOST_REPORTS, m.reports());
        double share = Math.min(1, neutral / (1 - 2 * alpha));
        return Theorem.above(
                new ShuffledCounts(new ClonesLaw(reports, epsilon0, 2 * alpha, share, e0, 0, 1), Side.UPPER));
    }

    /** Of m answers of one value, by the number of lies: the sum of (P(t) - P(m-t))+, rounded up. */
    private static double bundled(int m, double epsilon) {
        double flip = 1 / (1 + Math.exp(epsilon));
        double sum = 0;
        for (int lies = 0; 2 * lies < m; lies++)
            sum += Math.exp(Binomial.logPmf(lies, m, flip)) * -Math.expm1(-(m - 2.0 * lies) * epsilon);
        return Math.min(1, sum * (1 + 1e-11));
    }

    private static double variation(Mechanism randomizer, double epsilon0) {
        if (randomizer instanceof LocalLaplace) return -Math.expm1(-epsilon0 / 2);
        // two bits differ: (1-f)^2 - f^2 = 1 - 2f, f the probability that a bit is flipped
        if (randomizer instanceof UnaryEncoding) return Math.tanh(epsilon0 / 4);
        if (randomizer instanceof Rappor rappor) return 1 - rappor.f();
        if (randomizer instanceof Repeated bundle
                && bundle.base() instanceof RandomizedResponse response
                && response.k() == 2
                && bundle.count() <= MOST_BUNDLED) return bundled((int) bundle.count(), response.epsilon());
        return Double.NaN;
    }
}
