package io.sordino.theorem.iteration;

import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.mechanism.LastIterate;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.List;
import java.util.Optional;

/**
 * Full batches of m-strongly convex losses, step size at most 1/M, in Renyi divergences, from the time that the dynamics takes
 * to forget: 2 alpha L^2 / (m eta sigma^2 n^2) (1 - e^(-m eta T / 2)), and
 * alpha (1 + c)/(1 - c) (1 - (1 - eta m / 2)^T) (L / (n sigma))^2 with c = 1 - eta m. For comparison.
 *
 * <p>Chourasia, Ye and Shokri 2021 (arXiv:2102.05855); Ye and Shokri 2022 (arXiv:2203.05363). Theory:
 * docs/theory/LangevinDynamics.md
 */
public final class LangevinDynamics implements Theorem<LastIterate> {
    private static final double ERROR = 1 + 64 * Ulp.ONE;

    @Override
    public Class<LastIterate> about() {
        return LastIterate.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                LangevinDynamics.class,
                "Chourasia, Ye and Shokri 2021 (arXiv:2102.05855); Ye and Shokri 2022 (arXiv:2203.05363)");
    }

    @Override
    public Verdict apply(LastIterate plan, Inquiry inquiry) {
        Optional<Refusal> refusal = Descent.refusal(plan, inquiry.relation());
        if (refusal.isPresent()) return Theorem.silent(refusal.get());
        Descent descent = new Descent(plan);
        if (!(descent.isFixed() && descent.stride() == 1)) return Theorem.silent("stated for full batches");
        if (!descent.isSteady()) return Theorem.silent("stated for steps that are all alike");
        if (!(plan.strongConvexity() > 0)) return Theorem.silent("stated for strongly convex losses");
        double eta = plan.stepSize().at(0);
        if (!(eta * plan.smoothness() <= 1)) return Theorem.silent("stated for step sizes of at most 1 / smoothness");
        double ratio = descent.ratioUp(plan.noise().at(0));
        double square = Up.mul(ratio, ratio);
        double gap = eta * plan.strongConvexity();
        double early = Up.mul(square, early(gap, (double) plan.steps()));
        double late = Up.mul(square, late(gap, (double) plan.steps()));
        if (!(early < Double.POSITIVE_INFINITY && late < Double.POSITIVE_INFINITY))
            return Theorem.silent("the bounds are beyond the range of doubles");
        return new Several(List.of(above(early), above(late)));
    }

    private static Holds above(double rho) {
        return new Holds(ConcentratedCurve.zero(Up.mul(rho, ERROR), 0), Reach.ABOVE, List.of());
    }

    /** 2021, over alpha (L / (n sigma))^2. */
    static double early(double gap, double steps) {
        return 2 / gap * -Math.expm1(-gap * steps / 2);
    }

    /** 2022, over alpha (L / (n sigma))^2. */
    static double late(double gap, double steps) {
        return (2 - gap) / gap * -Math.expm1(steps * Math.log1p(-gap / 2));
    }
}
