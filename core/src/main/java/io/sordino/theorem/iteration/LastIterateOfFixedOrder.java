package io.sordino.theorem.iteration;

import io.sordino.loss.iteration.ShiftedInterpolation;
import io.sordino.loss.iteration.SteadyInterpolation;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.LastIterate;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Optional;

/**
 * When the batch of every step is known beforehand, the last iterate of contractive noisy steps is mu-GDP, where mu^2 is the
 * least sum of (a_k / v_k)^2 over shifts with z_k = c_k z_(k-1) + s_k - a_k >= 0 that end in z_T = 0 and start from z = 0, or
 * from the diameter after any step.
 *
 * <p>Full batches, unbounded, c = 1 - eta m: mu = (L / (n sigma)) sqrt((1 - c^T) / (1 + c^T) (1 + c) / (1 - c)), attained by
 * quadratic losses.
 *
 * <p>Feldman, Mironov, Talwar and Thakurta 2018 (arXiv:1808.06651), for the shifts; Bok, Su and Altschuler 2024
 * (arXiv:2403.00278), sections 3 and 4, for mu. Theory: docs/theory/LastIterateOfFixedOrder.md
 */
public final class LastIterateOfFixedOrder implements Theorem<LastIterate> {
    @Override
    public Class<LastIterate> about() {
        return LastIterate.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                LastIterateOfFixedOrder.class, "Bok, Su and Altschuler 2024, shifted interpolation (arXiv:2403.00278)");
    }

    @Override
    public Verdict apply(LastIterate plan, Inquiry inquiry) {
        Optional<Refusal> refusal = Descent.refusal(plan, inquiry.relation());
        if (refusal.isPresent()) return Theorem.silent(refusal.get());
        Descent descent = new Descent(plan);
        if (!descent.isFixed())
            return Theorem.silent(
                    "stated for batches that are known beforehand: sampled ones have a theorem of their own");
        Optional<Refusal> expansion = descent.expansion();
        if (expansion.isPresent()) return Theorem.silent(expansion.get());
        if (isAttained(descent)) return Theorem.exact(GaussianPair.of(attained(descent)));
        return Theorem.above(GaussianPair.of(descent.isSteady() ? steady(descent) : scheduled(descent)));
    }

    /** Whether quadratic losses attain the bound: every step uses everyone, nothing is projected, least curvature decides. */
    private static boolean isAttained(Descent descent) {
        return descent.isSteady()
                && descent.stride() == 1
                && !descent.isBounded()
                && descent.leastCurvatureDecides(descent.plan().stepSize().at(0));
    }

    /** To a few ulps: with c = e^-r the factor is tanh(T r / 2) / tanh(r / 2). */
    private static double attained(Descent descent) {
        LastIterate plan = descent.plan();
        double rate = -Math.log1p(-Math.min(1, plan.stepSize().at(0) * plan.strongConvexity()));
        double factor = !(rate > 0) ? plan.steps() : Math.tanh(plan.steps() * rate / 2) / Math.tanh(rate / 2);
        return descent.ratio(plan.noise().at(0)) * Math.sqrt(factor);
    }

    private static double steady(Descent descent) {
        LastIterate plan = descent.plan();
        long first = descent.firstUse();
        return new SteadyInterpolation(
                        plan.steps(),
                        descent.gap(plan.stepSize().at(0)),
                        descent.ratioUp(plan.noise().at(0)),
                        descent.diameterInNoise(),
                        descent.stride(),
                        descent.uses(first),
                        descent.after(first))
                .distance();
    }

    private static double scheduled(Descent descent) {
        LastIterate plan = descent.plan();
        ShiftedInterpolation engine =
                new ShiftedInterpolation(descent.contractions(), descent.noises(), plan.diameter());
        double[] shifts = descent.shifts();
        int stride = Math.toIntExact(descent.stride());
        if (!descent.isWorstWanted()) return engine.distance(Math.toIntExact(descent.firstUse()), stride, shifts);
        double worst = 0;
        for (int first = 0; first < descent.places(); first++)
            worst = Math.max(worst, engine.distance(first, stride, shifts));
        return worst;
    }
}
