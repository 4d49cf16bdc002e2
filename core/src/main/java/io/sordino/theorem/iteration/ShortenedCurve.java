package io.sordino.theorem.iteration;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.iteration.SampledGaussianCurve;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** The Renyi curve of {@link ShortenedRun}: at every order the best of a few numbers of steps and splits of their noise. */
final class ShortenedCurve implements RenyiCurve {
    private static final double[] SHARES = {0.02, 0.05, 0.1, 0.2, 0.33, 0.5, 0.7};
    private static final double COUNT_RATIO = 1.1;

    private final Descent descent;
    private final long steps;
    private final Tail tail;
    private final SampledSteps batches;
    private final double leastNoise;
    private final Map<Double, SampledGaussianCurve> curves = new HashMap<>();

    ShortenedCurve(Descent descent) {
        this.descent = descent;
        steps = descent.plan().steps();
        tail = Tail.of(descent);
        batches = new SampledSteps(descent);
        leastNoise = Collections.min(descent.plan().noise().values());
    }

    @Override
    public double at(double alpha) {
        return best(alpha, true);
    }

    @Override
    public double near(double alpha) {
        return best(alpha, false);
    }

    @Override
    public boolean hasChords() {
        return true;
    }

    private double best(double alpha, boolean rigorous) {
        double best = Up.mul((double) steps, perStep(alpha, 0, rigorous));
        for (double share : SHARES) {
            double step = perStep(alpha, share, rigorous);
            for (double count = 1; count < steps; count = Math.max(count + 1, Math.floor(count * COUNT_RATIO))) {
                double distance = tail.distance((long) count);
                double start = Up.mul(alpha, Up.div(Up.mul(distance, distance), Down.mul(2, share)));
                best = Math.min(best, Up.add(start, Up.mul(count, step)));
                // more steps only cost more
                if (count * step > best) break;
            }
        }
        return best;
    }

    /** The divergence of the step with the least noise, which bounds that of any other. */
    private double perStep(double alpha, double share, boolean rigorous) {
        SampledGaussianCurve curve = curves.computeIfAbsent(share, this::curve);
        return rigorous ? curve.at(alpha) : curve.near(alpha);
    }

    private SampledGaussianCurve curve(double share) {
        double root = Down.sqrt(Down.sub(1, share));
        return new SampledGaussianCurve(batches.rate(), Up.div(descent.ratioUp(leastNoise), root));
    }

    @Override
    public double largestOrder() {
        return SampledGaussianCurve.LARGEST;
    }
}
