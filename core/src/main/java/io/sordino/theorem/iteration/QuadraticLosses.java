package io.sordino.theorem.iteration;

import io.sordino.loss.GaussianPair;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Schedule;
import io.sordino.numeric.Down;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.Arrays;
import java.util.Optional;

/**
 * From below: quadratic losses make every step affine, so that last iterates are Gaussian with known means and variances. The
 * batch of the record in question has one curvature, all other batches another; the best choice of both is taken.
 *
 * <p>Bok, Su and Altschuler 2024 (arXiv:2403.00278v1), for one shared curvature. Theory: docs/theory/QuadraticLosses.md
 */
public final class QuadraticLosses implements Theorem<LastIterate> {
    /** How many curvatures are tried for either kind of batch. */
    private static final int TRIED = 10;

    private static final double ULP = Math.ulp(1.0);

    @Override
    public Class<LastIterate> about() {
        return LastIterate.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(QuadraticLosses.class, "Bok, Su and Altschuler 2024, quadratics (arXiv:2403.00278v1)");
    }

    @Override
    public Verdict apply(LastIterate plan, Inquiry inquiry) {
        Optional<String> refusal = Descent.refusal(plan, inquiry.relation());
        if (refusal.isPresent()) return Theorem.silent(refusal.get());
        Descent descent = new Descent(plan);
        if (!descent.isFixed())
            return Theorem.silent("with sampled batches even quadratic losses give mixtures of Gaussians");
        if (descent.isBounded())
            return Theorem.silent("a projection onto a bounded set cuts the Gaussian of quadratic losses");
        double largest = plan.stepSize().values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElseThrow();
        if (!(largest * plan.strongConvexity() <= 1))
            return Theorem.silent("steps overshoot for every curvature: step_size is above 1 / strong_convexity");
        double mu = descent.isSteady() ? steady(descent) : scheduled(descent, largest);
        return Theorem.below(new GaussianPair(mu));
    }

    /*
     * With gaps 1 - a of other batches and 1 - o of the record's own: uses are e = o a^(stride - 1) apart, so the means differ by
     * shift a^after (1 + e + e^2 + ...), and noise from before a use is seen through o a^after as well.
     */
    private static double steady(Descent descent) {
        LastIterate plan = descent.plan();
        double eta = plan.stepSize().at(0);
        double least = eta * plan.strongConvexity();
        double most = Math.max(least, Math.min(1, Down.mul(eta, plan.smoothness())));
        long first = descent.firstUse(plan.position());
        double best = 0;
        for (int own = 0; own <= TRIED; own++)
            for (int other = 0; other <= TRIED; other++)
                best = Math.max(best, distance(descent, first, between(least, most, own), between(least, most, other)));
        return best * descent.ratio(plan.noise().at(0)) * (1 - 16 * 1000 * ULP);
    }

    private static double between(double least, double most, int tried) {
        double share = tried / (double) TRIED;
        return Math.min(most, least + (most - least) * share * share * share);
    }

    private static double distance(Descent descent, long first, double ownGap, double otherGap) {
        double own = -Math.log1p(-ownGap);
        double other = -Math.log1p(-otherGap);
        long uses = descent.uses(first);
        long after = descent.after(first);
        long stride = descent.stride();
        long before = descent.plan().steps() - after - 1 - (uses - 1) * stride;
        double epoch = own + times(other, stride - 1);
        double mean = Math.exp(-times(other, after)) * Geometric.sum(epoch, uses);
        double earlier = Geometric.sum(2 * epoch, uses - 1) * Geometric.sum(2 * other, stride)
                + Math.exp(-2 * times(epoch, uses - 1)) * Geometric.sum(2 * other, before);
        double variance = Geometric.sum(2 * other, after + 1) + Math.exp(-2 * (times(other, after) + own)) * earlier;
        return mean / Math.sqrt(variance);
    }

    private static double times(double rate, long n) {
        return n == 0 ? 0 : rate * n;
    }

    private static double scheduled(Descent descent, double largestStep) {
        LastIterate plan = descent.plan();
        double least = plan.strongConvexity();
        double most = Math.max(least, Math.min(Down.div(1, largestStep), plan.smoothness()));
        int first = Math.toIntExact(descent.firstUse(plan.position()));
        return Math.max(walked(descent, first, least, least), walked(descent, first, most, least));
    }

    private static double walked(Descent descent, int first, double ownCurvature, double otherCurvature) {
        LastIterate plan = descent.plan();
        Schedule eta = plan.stepSize();
        Schedule noise = plan.noise();
        int steps = Math.toIntExact(plan.steps());
        boolean[] uses = new boolean[steps];
        if (descent.stride() == 1) Arrays.fill(uses, true);
        for (int k = first; k < steps; k += Math.toIntExact(descent.stride())) uses[k] = true;
        double mean = 0;
        double variance = 0;
        double factor = 1;
        double unit = eta.at(steps - 1) * noise.at(steps - 1);
        for (int k = steps - 1; k >= 0; k--) {
            if (uses[k]) mean += factor * eta.at(k) / unit;
            double deviation = factor * (eta.at(k) * noise.at(k) / unit);
            variance += deviation * deviation;
            factor *= Math.max(0, 1 - eta.at(k) * (uses[k] ? ownCurvature : otherCurvature));
        }
        double mu =
                2 * plan.lipschitz() / plan.batchSize() * mean / Math.sqrt(variance) * (1 - (16.0 * steps + 64) * ULP);
        return mu >= 0 && mu < Double.POSITIVE_INFINITY ? mu : 0;
    }
}
