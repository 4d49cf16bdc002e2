package io.sordino.theorem.iteration;

import io.sordino.loss.iteration.Geometric;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Schedule;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * From below: quadratic losses make every step affine, so that last iterates are Gaussian with known means and variances. The
 * batch of the record in question has one curvature, all other batches another; the best choice of both is taken.
 *
 * <p>Bok, Su and Altschuler 2024 (arXiv:2403.00278), for one shared curvature. Theory: docs/theory/QuadraticLosses.md
 */
public final class QuadraticLosses implements Theorem<LastIterate> {
    /** How many curvatures are tried for either kind of batch. */
    private static final int TRIED = 8;

    @Override
    public Class<LastIterate> about() {
        return LastIterate.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(QuadraticLosses.class, "Bok, Su and Altschuler 2024, quadratics (arXiv:2403.00278)");
    }

    @Override
    public Verdict apply(LastIterate plan, Inquiry inquiry) {
        Optional<Refusal> refusal = Descent.refusal(plan, inquiry.relation());
        if (refusal.isPresent()) return Theorem.silent(refusal.get());
        Descent descent = new Descent(plan);
        if (!descent.isFixed())
            return Theorem.silent("with sampled batches even quadratic losses give mixtures of Gaussians");
        if (descent.isBounded())
            return Theorem.silent("a projection onto a bounded set cuts the Gaussian of quadratic losses");
        double mu = descent.isSteady() ? steady(descent) : scheduled(descent);
        if (!(mu < Double.POSITIVE_INFINITY)) return Theorem.silent("the distance is beyond the range of doubles");
        return Theorem.below(new GaussianPair(mu));
    }

    /** What a batch multiplies a difference by: e^-rate, with a sign. */
    private record Factor(double rate, boolean negative) {
        static Factor of(double gap, boolean negative) {
            return new Factor(-Math.log1p(-gap), negative);
        }

        double power(long n) {
            return n == 0 ? 1 : Math.exp(-rate * n);
        }

        /** 1 + q^2 + ... + q^(2n - 2). */
        double squares(long n) {
            return Geometric.sum(2 * rate, n);
        }
    }

    /** A curvature k gives the factor 1 - eta k, which is negative beyond 1 / eta. */
    private static List<Factor> factors(double eta, LastIterate plan) {
        double least = eta * plan.strongConvexity();
        double most = Down.mul(eta, plan.smoothness());
        List<Factor> factors = new ArrayList<>();
        for (int i = 0; i <= TRIED && least <= 1; i++) {
            double share = i / (double) TRIED;
            double top = Math.max(least, Math.min(1, most));
            factors.add(Factor.of(Math.min(top, least + (top - least) * share * share * share), false));
        }
        if (most > 1) factors.add(Factor.of(Math.max(0, Up.sub(2, most)), true));
        if (least > 1) factors.add(Factor.of(Math.max(0, 2 - least), true));
        return factors;
    }

    private static double steady(Descent descent) {
        LastIterate plan = descent.plan();
        long first = descent.firstUse();
        List<Factor> factors = factors(plan.stepSize().at(0), plan);
        double best = 0;
        for (Factor own : factors)
            for (Factor other : factors) {
                best = Math.max(best, distance(descent, first, own, other));
                // with one batch there are no others
                if (descent.stride() == 1) break;
            }
        return best * descent.ratio(plan.noise().at(0)) * (1 - 16 * 1000 * Ulp.ONE);
    }

    /*
     * Uses are a factor e = own other^(stride - 1) apart, so the means differ by shift other^after (1 + e + e^2 + ...), and
     * noise from before a use is seen through own other^after as well.
     */
    private static double distance(Descent descent, long first, Factor own, Factor other) {
        long uses = descent.uses(first);
        long after = descent.after(first);
        long stride = descent.stride();
        long before = descent.plan().steps() - after - 1 - (uses - 1) * stride;
        boolean flips = own.negative != (other.negative && stride % 2 == 0);
        Factor epoch = new Factor(own.rate + (stride == 1 ? 0 : other.rate * (stride - 1)), flips);
        double mean = other.power(after) * sum(epoch, uses);
        double earlier =
                epoch.squares(uses - 1) * other.squares(stride) + epoch.power(2 * (uses - 1)) * other.squares(before);
        double seen = own.power(2) * other.power(2 * after);
        return mean / Math.sqrt(other.squares(after + 1) + seen * earlier);
    }

    /** 1 + q + ... + q^(n - 1). */
    private static double sum(Factor q, long n) {
        if (!q.negative) return Geometric.sum(q.rate, n);
        double last = q.power(n);
        return (n % 2 == 0 ? 1 - last : 1 + last) / (1 + q.power(1));
    }

    private static double scheduled(Descent descent) {
        LastIterate plan = descent.plan();
        double least = plan.strongConvexity();
        double largestStep = Collections.max(plan.stepSize().values());
        double most = Math.max(least, Math.min(Down.div(1, largestStep), plan.smoothness()));
        int first = Math.toIntExact(descent.firstUse());
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
            factor *= 1 - eta.at(k) * (uses[k] ? ownCurvature : otherCurvature);
        }
        double mu = 2
                * plan.lipschitz()
                / plan.batchSize()
                * Math.abs(mean)
                / Math.sqrt(variance)
                * (1 - (16.0 * steps + 64) * Ulp.ONE);
        return mu >= 0 && mu < Double.POSITIVE_INFINITY ? mu : 0;
    }
}
