package io.sordino.theorem.iteration;

import io.sordino.loss.CountedPair;
import io.sordino.loss.composition.Composition;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.LastIterate;
import io.sordino.numeric.Up;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.List;
import java.util.Optional;

/**
 * Releasing every step is no better than releasing the last: the steps compose. Needs neither convexity nor small steps.
 *
 * <p>A step that uses the record is L/(b sigma)-GDP, squares add up; a step on a uniformly sampled batch is dominated by the
 * reflected pair of sampling without replacement.
 *
 * <p>Dong, Roth and Su 2022 (arXiv:1905.02383); Balle, Barthe and Gaboardi 2018, Theorem 9. Theory:
 * docs/theory/CompositionOfSteps.md
 */
public final class CompositionOfSteps implements Theorem<LastIterate> {
    @Override
    public Class<LastIterate> about() {
        return LastIterate.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(CompositionOfSteps.class, "Dong, Roth and Su 2022 (arXiv:1905.02383)");
    }

    @Override
    public Verdict apply(LastIterate plan, Inquiry inquiry) {
        Optional<Refusal> refusal = Descent.refusal(plan, inquiry.relation());
        if (refusal.isPresent()) return Theorem.silent(refusal.get());
        Descent descent = new Descent(plan);
        if (!descent.isFixed()) {
            List<CountedPair> parts = new SampledSteps(descent).parts(plan.steps(), 1, 1);
            // where steps contract, the theorem about sampled batches has looked at plain composition closely
            boolean alone = descent.expansion().isPresent();
            double width = alone ? inquiry.width() : Math.max(0.02, inquiry.width());
            return Theorem.above(new Composition(parts, width, inquiry.workspace()));
        }
        return Theorem.above(new GaussianPair(Up.sqrt(squares(descent))));
    }

    private static double squares(Descent descent) {
        LastIterate plan = descent.plan();
        if (plan.noise().isConstant()) {
            double ratio = descent.ratioUp(plan.noise().at(0));
            return Up.mul((double) descent.uses(descent.firstUse()), Up.mul(ratio, ratio));
        }
        if (!descent.isWorstWanted()) return squares(descent, descent.firstUse());
        double worst = 0;
        for (long first = 0; first < descent.places(); first++) worst = Math.max(worst, squares(descent, first));
        return worst;
    }

    private static double squares(Descent descent, long first) {
        double sum = 0;
        for (long k = first; k < descent.plan().steps(); k += descent.stride()) {
            double ratio = descent.ratioUp(descent.plan().noise().at(k));
            sum = Up.add(sum, Up.mul(ratio, ratio));
        }
        return sum;
    }
}
