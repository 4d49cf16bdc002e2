package io.sordino.ledger.rule;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.RenyiCurve;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.Repeated;
import io.sordino.refusal.InvalidException;
import io.sordino.theorem.Known;
import java.math.BigDecimal;

/** The Renyi divergence of one order, in the worse direction. */
final class RenyiMeasure implements Measure {
    private final Accountant accountant;
    private final Relation relation;
    private final double order;

    RenyiMeasure(Accountant accountant, Relation relation, double order) {
        if (!(order > 1 && order <= 1e4)) throw new InvalidException("an order must be in (1, 10000], was " + order);
        this.accountant = accountant;
        this.relation = relation;
        this.order = order;
    }

    @Override
    public String name() {
        return "renyi(" + Units.text(new BigDecimal(order)) + ")";
    }

    @Override
    public BigDecimal of(Mechanism plan) {
        double worst = 0;
        for (Direction direction : relation.directions()) worst = Math.max(worst, in(plan, direction));
        if (!(worst < Double.POSITIVE_INFINITY))
            throw Uncovered.by("Renyi", plan, "plans whose divergence of order " + order + " is known to be finite");
        return new BigDecimal(worst);
    }

    /** Curves of two runs are twice the curve of one, and the theorem of sums makes curves of pairs. */
    private double in(Mechanism plan, Direction direction) {
        double least = Double.POSITIVE_INFINITY;
        for (Known known : accountant
                .knowledge(new Repeated(2, plan), relation, direction, Precision.DEFAULT)
                .known()) {
            if (!(known.loss() instanceof RenyiCurve curve && known.reach().boundsAbove())) continue;
            if (order <= curve.largestOrder()) least = Math.min(least, curve.at(order) / 2);
        }
        return least;
    }

    @Override
    public Mechanism whole(BigDecimal total) {
        return new RenyiBounded(order, Sums.up(total));
    }
}
