package io.sordino.theorem.primitive;

import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.mechanism.PermuteAndFlip;
import io.sordino.numeric.Down;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.List;

/**
 * Permute and flip is dominated by Laplace noise of scale 1/eps, for any number of candidates: delta(a) <= 1 - e^((a - eps)/2) for |a| <= eps.
 * Two candidates attain it at any one order, by scores that change with the order; with scores (0, 1) that become (1, 0) they are a randomized
 * response of log(2 e^(eps/2) - 1), which composes.
 *
 * <p>McKenna and Sheldon 2020 (arXiv:2010.12603) for the mechanism, Ding et al. 2021 (arXiv:2105.07260) for its form by exponential noise; the
 * domination is proved on the theory page: docs/theory/PermuteAndFlipByLaplace.md
 */
public final class PermuteAndFlipByLaplace implements Theorem<PermuteAndFlip> {
    @Override
    public Class<PermuteAndFlip> about() {
        return PermuteAndFlip.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                PermuteAndFlipByLaplace.class,
                "McKenna and Sheldon 2020 (arXiv:2010.12603); the domination is proved on the theory page");
    }

    @Override
    public Verdict apply(PermuteAndFlip m, Inquiry inquiry) {
        Pair laplace = LaplacePair.noise(m.epsilon(), 1);
        return new Several(List.of(
                new Holds(laplace, Reach.ABOVE, List.of()),
                new Holds((Profile) laplace::logDelta, Reach.BELOW, List.of()),
                new Holds(ofTwo(m.epsilon()), Reach.BELOW, List.of())));
    }

    /** The same neighbours at every step. */
    private static Pair ofTwo(double epsilon) {
        // log(2 e^(eps/2) - 1) = eps/2 + log(2 - e^(-eps/2)); a response of a smaller epsilon is made from it by noise
        double response = Down.add(epsilon / 2, Down.log1p(-Math.nextUp(Math.expm1(-epsilon / 2))));
        return response > 0 ? RandomizedResponsePair.pair(response, 2) : AtomicPair.equal();
    }
}
