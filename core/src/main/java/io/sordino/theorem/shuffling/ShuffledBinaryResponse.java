package io.sordino.theorem.shuffling;

import io.sordino.loss.shuffling.ShuffledBits;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Shuffled;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * Shuffled binary randomized response reveals the number of ones and nothing else. With m ones among the other users it is
 * Bin(m, 1-q) + Bin(n-1-m, q) + the victim's report, q = 1/(e^eps0 + 1), and the truth is the worst m, in the worse order.
 *
 * <p>Ranges of m are bounded by one dataset with fewer reports, and split until the worst m is found or the bound is close to
 * it. Binary response is also one of the randomizers that local(eps0) allows, so it is attained there as well. Theory:
 * docs/theory/ShuffledBinaryResponse.md
 */
public final class ShuffledBinaryResponse implements Theorem<Shuffled> {
    /** More reports are never worse, so the bound for this many holds for more. */
    private static final long MOST_REPORTS = 2_000_000_000;

    /** Up to this many reports the search for the worst dataset is cheap enough to end at it. */
    private static final long CLOSED = 100_000;

    private static final double CLOSELY = 1e-9;
    private static final long MANY = 10_000;
    private static final double LOG_2 = Math.log(2);
    private static final int FEW_DATASETS = 8;

    @Override
    public Class<Shuffled> about() {
        return Shuffled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(ShuffledBinaryResponse.class, "the law of the number of ones, over all datasets");
    }

    @Override
    public Verdict apply(Shuffled m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(m, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        boolean binary = m.randomizer() instanceof RandomizedResponse response && response.k() == 2;
        if (!(binary || m.randomizer() instanceof LocalDp))
            return Theorem.silent("stated for binary randomized response");
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        if (epsilon0 == 0) return Theorem.exact(LocalRandomizer.nothing());
        long n = m.reports();
        int counted = (int) Math.min(MOST_REPORTS, n);
        if (binary) {
            double tolerance = n <= CLOSED ? CLOSELY : 0.2 * inquiry.width();
            ShuffledBits loss = ShuffledBits.all(counted, epsilon0, tolerance);
            return counted == n ? Theorem.exact(loss) : Theorem.above(loss);
        }
        if (n > MOST_REPORTS)
            return Theorem.silent("datasets are looked at up to " + MOST_REPORTS + " reports, there are " + n);
        if (epsilon0 > LOG_2 && n > MANY)
            return Theorem.silent("for any randomizer above epsilon0 = ln 2, ternary response tells more");
        return Theorem.below(ShuffledBits.first(counted, epsilon0, n > 1_000_000 ? 1 : FEW_DATASETS));
    }
}
