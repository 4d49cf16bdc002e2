package io.sordino.train;

import io.sordino.train.gradient.IterateGradients;
import io.sordino.train.model.Model;

/**
 * How far a descent in doubles is from the one in real numbers that a last-iterate theorem speaks of: trajectories of the two are at most as
 * easy to tell apart as N(0, 1) and N(mu, 1).
 *
 * <p>With Y the iterate before rounding and projection, every step is Y' = psi(Y) + eta N, and what is computed is psi'(Y) + eta N, rounded,
 * with |psi' - psi| at most rho: rounding and projecting what the noise has been added to belongs to the next step, or, at the end, to what
 * is done with the release. So a step costs rho / (eta sigma), and squares add up. docs/training.md derives rho.
 */
record Rounding(IterateDescent run) {
    private static final double UNIT = 0x1p-53;
    /** No draw of the sampler is longer, in deviations. */
    private static final double LONGEST_DRAW = 41;

    /** Rounded up generously: constants are larger than they need to be. */
    double distance() {
        double far = run.descent().radius();
        boolean unbounded = far == Double.POSITIVE_INFINITY;
        double reached = 0;
        double squares = 0;
        boolean alike = run.noise().isConstant() && run.descent().learningRate().isConstant() && !unbounded;
        long walked = alike ? 1 : run.steps();
        for (long t = 0; t < walked; t++) {
            double rate = run.descent().learningRate().at(t);
            double multiplier = run.noise().at(t);
            double largest = run.bound().gradient(run.model());
            double deviation = multiplier * largest / run.batch();
            double longest =
                    largest + LONGEST_DRAW * deviation * Math.sqrt(run.model().parameters());
            reached = unbounded ? reached + rate * longest : far;
            double moved = reached + rate * (longest + run.model().l2() * reached);
            double one = apart(rate, multiplier, largest, reached, moved) / (rate * deviation);
            squares += one * one;
        }
        return Math.sqrt(squares * (alike ? run.steps() : 1)) * (1 + 1e-6);
    }

    /** The distance rho of one step; {@code moved} bounds the iterate before it is projected. */
    private double apart(double rate, double multiplier, double largest, double reached, double moved) {
        Model model = run.model();
        double parameters = model.parameters();
        double row = run.bound().row(model);
        double margins = (model.features() + 8) * UNIT * row * reached;
        double residual = model.loss().curvature() * margins
                + 16
                        * (model.loss().outputs() + 1)
                        * UNIT
                        * (model.loss().steepest() + model.loss().curvature() * (1 + row * reached));
        double gradient = row * residual + (IterateGradients.depth(run.batch()) + 8) * UNIT * largest;
        double grid = Math.sqrt(parameters) * IterateGradients.step(multiplier, largest, run.batch()) / run.batch();
        double penalty = 4 * UNIT * model.l2() * reached;
        // a step triples what was wrong before it at most, since eta times smoothness is at most 2
        double after = 3 * (parameters + 32) * UNIT * moved;
        return rate * (gradient + grid + penalty) + after;
    }
}
