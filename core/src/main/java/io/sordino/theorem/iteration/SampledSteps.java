package io.sordino.theorem.iteration;

import io.sordino.loss.Change;
import io.sordino.loss.CountedPair;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.ReflectedPair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.mechanism.LastIterate;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.List;

/** Steps on uniformly sampled batches of one size, each dominated by a reflected pair; batches stay secret. */
final class SampledSteps {
    /** Different noises are rounded down to this many, so that a schedule needs few transforms. */
    private static final int KINDS = 16;

    private final Descent descent;

    SampledSteps(Descent descent) {
        this.descent = descent;
    }

    /** An upper bound on the share of records in a batch. */
    double rate() {
        LastIterate plan = descent.plan();
        return Math.min(Math.nextDown(1.0), Up.div((double) plan.batchSize(), (double) plan.datasetSize()));
    }

    /**
     * Pairs that dominate the last {@code count} steps.
     *
     * @param share of every step's noise variance that the batch may use
     * @param sensitivity in units of the largest distance of two records' gradients
     */
    List<CountedPair> parts(long count, double share, double sensitivity) {
        List<CountedPair> parts = new ArrayList<>();
        double root = Down.sqrt(share);
        for (Kind kind : kinds(count)) {
            double mu = Up.div(Up.mul(sensitivity, descent.ratioUp(kind.noise)), root);
            parts.add(new CountedPair(pair(mu), kind.count));
        }
        return parts;
    }

    private Pair pair(double mu) {
        return new ReflectedPair(new PoissonPair(rate(), Change.REMOVED, new GaussianPair(mu)));
    }

    /** So many steps whose noise is at least this. */
    record Kind(double noise, long count) {}

    List<Kind> kinds(long count) {
        LastIterate plan = descent.plan();
        if (plan.noise().isConstant()) return List.of(new Kind(plan.noise().at(0), count));
        int steps = Math.toIntExact(plan.steps());
        int from = steps - Math.toIntExact(count);
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int k = from; k < steps; k++) {
            least = Math.min(least, plan.noise().at(k));
            most = Math.max(most, plan.noise().at(k));
        }
        double scale = KINDS / Math.log(most / least * (1 + 1e-9));
        double[] smallest = new double[KINDS + 1];
        long[] counts = new long[KINDS + 1];
        for (int k = from; k < steps; k++) {
            double noise = plan.noise().at(k);
            int kind = (int) Math.max(0, Math.min(KINDS, Math.log(noise / least) * scale));
            smallest[kind] = counts[kind] == 0 ? noise : Math.min(smallest[kind], noise);
            counts[kind]++;
        }
        List<Kind> kinds = new ArrayList<>();
        for (int i = 0; i <= KINDS; i++) if (counts[i] > 0) kinds.add(new Kind(smallest[i], counts[i]));
        return kinds;
    }
}
