package io.sordino.theorem.primitive;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.renyi.ListedOrdersCurve;
import io.sordino.mechanism.RenyiOrders;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * Renyi divergences of some orders: at most the listed ones there, no larger at smaller orders, and below the chord of (alpha - 1) times the divergence between two of
 * them; (epsilon, delta) is read off by the optimal conversion at each order.
 *
 * <p>Mironov 2017 (arXiv:1702.07476v3), Proposition 3 and section II; van Erven and Harremoes 2014 (arXiv:1206.2459v2), Theorem 3 and Corollary 2. Theory:
 * docs/theory/RenyiAtListedOrders.md
 */
public final class RenyiAtListedOrders implements Theorem<RenyiOrders> {
    @Override
    public Class<RenyiOrders> about() {
        return RenyiOrders.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                RenyiAtListedOrders.class,
                "Mironov 2017, Definition 4 (arXiv:1702.07476v3); van Erven and Harremoes 2014, Corollary 2 (arXiv:1206.2459v2)");
    }

    @Override
    public Verdict apply(RenyiOrders m, Inquiry inquiry) {
        return Theorem.above(curve(m));
    }

    static RenyiCurve curve(RenyiOrders m) {
        return new ListedOrdersCurve(m.alphas().values(), m.epsilons().values());
    }
}
