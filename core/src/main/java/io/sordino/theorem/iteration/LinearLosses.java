package io.sordino.theorem.iteration;

import io.sordino.loss.iteration.CountedShift;
import io.sordino.mechanism.LastIterate;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * From below, for sampled batches without strong convexity and projection: where all losses are linear and all records but the
 * one in question alike, the last iterate counts how often the record was drawn, N(j L / (b sigma sqrt(T)), 1) with j binomial
 * against N(0, 1).
 *
 * <p>Theory: docs/theory/LinearLosses.md
 */
public final class LinearLosses implements Theorem<LastIterate> {
    @Override
    public Class<LastIterate> about() {
        return LastIterate.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(LinearLosses.class, "linear losses, by counting draws");
    }

    @Override
    public Verdict apply(LastIterate plan, Inquiry inquiry) {
        Optional<Refusal> refusal = Descent.refusal(plan, inquiry.relation());
        if (refusal.isPresent()) return Theorem.silent(refusal.get());
        Descent descent = new Descent(plan);
        if (descent.isFixed())
            return Theorem.silent("stated for sampled batches: quadratic losses serve those in a fixed order");
        if (descent.isBounded() || plan.strongConvexity() > 0)
            return Theorem.silent("linear losses are not strongly convex, and a projection would cut their sum");
        if (!descent.isSteady()) return Theorem.silent("stated for steps that are all alike");
        double rate = Down.div((double) plan.batchSize(), (double) plan.datasetSize());
        if (!CountedShift.isFeasible(plan.steps(), rate)) return Theorem.silent("too many draws to count one by one");
        double step = descent.ratio(plan.noise().at(0)) / Math.sqrt((double) plan.steps()) * (1 - 16 * Ulp.ONE);
        return Theorem.below(CountedShift.of(plan.steps(), rate, step));
    }
}
