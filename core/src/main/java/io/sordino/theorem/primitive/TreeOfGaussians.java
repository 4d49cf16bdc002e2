package io.sordino.theorem.primitive;

import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.TreeAggregation;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.List;

/**
 * Running sums by a binary tree with Gaussian noise in every node: a record that takes part in one step reaches at most h = ceil(log2(steps + 1))
 * nodes of the largest tree, and the one of the first step reaches as many. So the release is N(mu, 1) against N(0, 1) with
 * mu = sqrt(h) contributions / noise_multiplier, exactly.
 *
 * <p>Kairouz et al. 2021 (arXiv:2103.00039v3), appendix D, for the Renyi curve. Theory: docs/theory/TreeOfGaussians.md
 */
public final class TreeOfGaussians implements Theorem<TreeAggregation> {
    @Override
    public Class<TreeAggregation> about() {
        return TreeAggregation.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(TreeOfGaussians.class, "Kairouz et al. 2021, appendix D (arXiv:2103.00039v3)");
    }

    @Override
    public Verdict apply(TreeAggregation m, Inquiry inquiry) {
        double contributions = inquiry.relation().contributions();
        double root = Math.sqrt(m.depth());
        double up = Up.div(Up.mul(contributions, Math.nextUp(root)), m.noiseMultiplier());
        double down = Down.div(Down.mul(contributions, Math.nextDown(root)), m.noiseMultiplier());
        if (root * root == m.depth()) {
            // a whole root, such as that of one step: as exact as Gaussian noise
            return Theorem.exact(GaussianPair.of(contributions * root / m.noiseMultiplier()));
        }
        return new Several(List.of(
                new Holds(GaussianPair.of(up), Reach.ABOVE, List.of()),
                new Holds(GaussianPair.of(down), Reach.BELOW, List.of())));
    }
}
