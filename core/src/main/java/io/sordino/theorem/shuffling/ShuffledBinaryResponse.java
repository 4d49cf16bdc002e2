package io.sordino.theorem.shuffling;

import io.sordino.loss.ShuffledBits;
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
 * <p>All m are looked at up to 10,000 reports; above that a few small m say what is attained. Binary response is also one of
 * the randomizers that local(eps0) allows, so it is attained there as well. Theory: docs/theory/ShuffledBinaryResponse.md
 */
public final class ShuffledBinaryResponse implements Theorem<Shuffled> {
    static final long MOST_REPORTS = 10_000;
    private static final double LOG_2 = Math.log(2);
    private static final long MOST_ATTAINED = 2_000_000_000;

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
        boolean any = m.randomizer() instanceof LocalDp;
        if (!(binary || any)) return Theorem.silent("stated for binary randomized response");
        double epsilon0 = LocalRandomizer.epsilon(m.randomizer()).getAsDouble();
        if (epsilon0 == 0) return Theorem.exact(LocalRandomizer.nothing());
        long n = m.reports();
        if (binary && n <= MOST_REPORTS) return Theorem.exact(ShuffledBits.all((int) n, epsilon0));
        if (n > MOST_ATTAINED)
            return Theorem.silent("datasets are looked at up to " + MOST_ATTAINED + " reports, there are " + n);
        if (any && epsilon0 > LOG_2 && n > MOST_REPORTS)
            return Theorem.silent("for any randomizer above epsilon0 = ln 2, ternary response tells more");
        int datasets = n > 1_000_000 ? 1 : 8;
        return Theorem.below(new ShuffledBits((int) n, epsilon0, (int) Math.min(datasets, (n - 1) / 2 + 1)));
    }
}
