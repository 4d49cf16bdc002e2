package io.sordino.train.model;

import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;

/**
 * Rows longer than a public {@code norm} are scaled down to it. The loss of every record is then Lipschitz and smooth by itself, so that no
 * gradient has to be touched: the bound that a guarantee for the last iterate needs.
 */
public record FeatureNorm(double norm) implements Bound {
    /** What the rounding of a norm of millions of squares can amount to. */
    private static final double SLACK = 1e-8;

    public FeatureNorm {
        if (!(norm >= 0x1p-900 && norm <= 0x1p900))
            throw new InvalidException("the feature norm must be in [2^-900, 2^900], was " + norm);
    }

    @Override
    public double gradient(Model model) {
        double steepest = model.loss().steepest();
        if (!(steepest < Double.POSITIVE_INFINITY))
            throw new InvalidException(
                    "least squares have no Lipschitz bound",
                    "give the Huber loss a finite threshold, or clip gradients");
        return Up.mul(steepest, row(model));
    }

    /** The norm of a row with the 1 that goes with the intercept, rounded up. */
    public double row(Model model) {
        double square = Up.mul(norm, norm);
        return Up.sqrt(model.intercept() ? Up.add(square, 1) : square);
    }

    /** A bound on the second derivative of a record's loss, without the penalty. */
    public double smoothness(Model model) {
        double row = row(model);
        return Up.mul(model.loss().curvature(), Up.mul(row, row));
    }

    @Override
    public double scale(double rowNorm) {
        if (rowNorm <= Down.mul(norm, 1 - SLACK)) return 1;
        double scale = norm * (1 - SLACK) / rowNorm;
        // a number with few digits left may be rounded up by more than the slack
        return scale >= Double.MIN_NORMAL ? scale : 0;
    }
}
