package io.sordino.theorem.iteration;

import io.sordino.loss.iteration.Geometric;
import io.sordino.mechanism.LastIterate;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;

/**
 * The last steps of a run that began some distance apart: how far apart it can be when they begin, and how far apart, seen
 * through the noise of these steps alone, it ends. Every record may be used at every step.
 */
abstract class Tail {
    /** A bound on the distance, in units of the gathered noise, after {@code count} of the {@code steps} steps are left. */
    abstract double distance(long count);

    static Tail of(Descent descent) {
        return descent.isSteady() ? new Steady(descent) : new Walked(descent);
    }

    /** Steps that are all alike: geometric sums. */
    private static final class Steady extends Tail {
        private static final double ERROR = 1 + 16 * 1000 * Ulp.ONE;
        private final long steps;
        private final double rate;
        private final double shift;
        private final double diameter;

        Steady(Descent descent) {
            LastIterate plan = descent.plan();
            steps = plan.steps();
            rate = -Math.log1p(-descent.gap(plan.stepSize().at(0)));
            shift = descent.ratioUp(plan.noise().at(0));
            diameter = descent.diameterInNoise();
        }

        @Override
        double distance(long count) {
            if (count == steps) return 0;
            double start = Math.min(diameter, shift * Geometric.sum(rate, steps - count));
            double left = Math.max(1e-300, start * Math.exp(-count * rate));
            return left / Math.sqrt(Geometric.sum(2 * rate, count)) * ERROR;
        }
    }

    /** Any schedule, step by step. */
    private static final class Walked extends Tail {
        private final int steps;
        private final double unit;
        private final double diameter;
        private final double[] factor;
        private final double[] gathered;
        private final double[] reached;
        private final double error;

        Walked(Descent descent) {
            steps = Math.toIntExact(descent.plan().steps());
            diameter = descent.plan().diameter();
            double[] contraction = descent.contractions();
            double[] noise = descent.noises();
            double[] shift = descent.shifts();
            unit = noise[steps - 1];
            factor = new double[steps + 1];
            gathered = new double[steps + 1];
            reached = new double[steps + 1];
            factor[steps] = 1;
            for (int k = steps - 1; k >= 0; k--) {
                double share = factor[k + 1] * Math.min(1e100, noise[k] / unit);
                gathered[k] = gathered[k + 1] + share * share;
                factor[k] = factor[k + 1] * contraction[k];
            }
            for (int k = 0; k < steps; k++) reached[k + 1] = contraction[k] * reached[k] + shift[k];
            error = 1 + (16.0 * steps + 64) * Ulp.ONE;
        }

        @Override
        double distance(long count) {
            if (count == steps) return 0;
            int from = steps - Math.toIntExact(count);
            double start = Math.min(diameter, reached[from]);
            return Up.div(Math.max(1e-300, start * factor[from] / unit), Math.sqrt(gathered[from])) * error;
        }
    }
}
