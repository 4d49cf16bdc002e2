package io.sordino.theorem.shuffling;

import io.sordino.loss.Side;
import io.sordino.loss.shuffling.BundledCounts;
import io.sordino.loss.shuffling.ClonesLaw;
import io.sordino.loss.shuffling.ShuffledCounts;
import io.sordino.mechanism.HadamardResponse;
import io.sordino.mechanism.LocalHash;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.SubsetSelection;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * The privacy blanket of a named randomizer, summed exactly: delta is at most (1/n) E[(sum of f - e^eps g)+], where (f, g) are
 * the likelihoods of the victim's two values over the common part of all values' laws, on n independent reports.
 *
 * <p>Balle, Bell, Gascon and Nissim 2019 (arXiv:1903.02837), Lemma 5.3. Theory: docs/theory/ShuffledBlanket.md
 */
public final class ShuffledBlanket implements Theorem<Shuffled> {
    private static final long MOST_BUNDLED = 100;
    /** In local epsilons: beyond it a lattice for all sizes of ratios is too coarse. */
    private static final double LARGEST_BUNDLE = 30;

    /** Masses of (e0, 1), which are those of (1, e0), of (e0, e0) and of (1, 1). */
    private record Blanket(double telling, double heavy, double light) {
        /*
         * Where both neutral kinds occur, a report of weight 1 is spread to weight e0 with probability 1/e0 and to 0 else:
         * the mean stays, so the bound stays a bound, and one neutral kind is left.
         */
        ClonesLaw law(long reports, double epsilon0) {
            double rate = 2 * telling;
            if (heavy == 0) return new ClonesLaw(reports, epsilon0, rate, share(light, rate), 1, 0, 1);
            double weight = Math.exp(epsilon0);
            return new ClonesLaw(reports, epsilon0, rate, share(heavy + light / weight, rate), weight, 0, 1);
        }

        private static double share(double mass, double rate) {
            // at rate 1 there are no neutral reports to have a share of
            return rate < 1 ? Math.min(1, mass / (1 - rate)) : 0;
        }
    }

    @Override
    public Class<Shuffled> about() {
        return Shuffled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                ShuffledBlanket.class, "Balle, Bell, Gascon and Nissim 2019, Lemma 5.3 (arXiv:1903.02837), exact sum");
    }

    @Override
    public Verdict apply(Shuffled m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(m, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        if (epsilon0 == 0) return Theorem.exact(LocalRandomizer.nothing());
        Optional<BundledCounts> bundled = bundled(m, Side.UPPER);
        if (bundled.isPresent()) return Theorem.above(bundled.get());
        Optional<Blanket> blanket = blanket(m.randomizer());
        if (blanket.isEmpty())
            return Theorem.silent(
                    "the common part of the laws is known for k-ary randomized response, subsets, hashing and bundles of binary response");
        long reports = Math.min(GeneralClones.MOST_REPORTS, m.reports());
        return Theorem.above(new ShuffledCounts(blanket.get().law(reports, epsilon0), Side.UPPER));
    }

    /** Of answers of one value that travel together: the number of ones says all that a bundle says. */
    static Optional<BundledCounts> bundled(Shuffled m, Side side) {
        if (!(m.randomizer() instanceof Repeated bundle
                && bundle.base() instanceof RandomizedResponse response
                && response.k() == 2
                && response.epsilon() > 0
                && bundle.count() <= MOST_BUNDLED
                && bundle.count() * response.epsilon() <= LARGEST_BUNDLE)) return Optional.empty();
        long reports = Math.min(GeneralClones.MOST_REPORTS, m.reports());
        return Optional.of(new BundledCounts(reports, (int) bundle.count(), response.epsilon(), side));
    }

    private static Optional<Blanket> blanket(Mechanism randomizer) {
        if (randomizer instanceof RandomizedResponse response) {
            double q = 1 / (Math.exp(response.epsilon()) + response.k() - 1);
            return Optional.of(new Blanket(q, 0, (response.k() - 2) * q));
        }
        if (randomizer instanceof LocalHash hash) return Optional.of(hashing(hash.epsilon(), (double) hash.l()));
        if (randomizer instanceof HadamardResponse hadamard) return Optional.of(hashing(hadamard.epsilon(), 2));
        if (randomizer instanceof SubsetSelection subset) {
            double d = subset.d();
            double w = subset.w();
            double telling = 1 / (d - 1) / (Math.exp(subset.epsilon()) / (d - w) + 1 / w);
            return Optional.of(new Blanket(telling, telling * (w - 1) / (d - w), telling * (d - 1 - w) / w));
        }
        return Optional.empty();
    }

    private static Blanket hashing(double epsilon, double l) {
        double q = 1 / (Math.exp(epsilon) + l - 1);
        return new Blanket(q * (1 - 1 / l), q / l, q * (l - 1) * (l - 1) / l);
    }
}
