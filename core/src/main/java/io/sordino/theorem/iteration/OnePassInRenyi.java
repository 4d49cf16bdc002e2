package io.sordino.theorem.iteration;

import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * One pass over the data with convex losses: the record of step t of T has a Renyi divergence of at most
 * alpha L^2 / (2 b^2 sigma^2 (T - t + 1)).
 *
 * <p>Feldman, Mironov, Talwar and Thakurta 2018 (arXiv:1808.06651). Theory: docs/theory/OnePassInRenyi.md
 */
public final class OnePassInRenyi implements Theorem<LastIterate> {
    @Override
    public Class<LastIterate> about() {
        return LastIterate.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(OnePassInRenyi.class, "Feldman, Mironov, Talwar and Thakurta 2018 (arXiv:1808.06651)");
    }

    @Override
    public Verdict apply(LastIterate plan, Inquiry inquiry) {
        Optional<Refusal> refusal = Descent.refusal(plan, inquiry.relation());
        if (refusal.isPresent()) return Theorem.silent(refusal.get());
        Descent descent = new Descent(plan);
        if (plan.order() != Order.ONE_PASS) return Theorem.silent("stated for one pass over the data");
        if (!descent.isSteady()) return Theorem.silent("stated for steps that are all alike");
        Optional<Refusal> expansion = descent.expansion();
        if (expansion.isPresent()) return Theorem.silent(expansion.get());
        double ratio = descent.ratioUp(plan.noise().at(0));
        double steps = descent.after(descent.firstUse()) + 1;
        return Theorem.above(ConcentratedCurve.zero(Up.div(Up.mul(ratio, ratio), Down.mul(2, steps)), 0));
    }
}
