package io.sordino.train.model;

import io.sordino.refusal.InvalidException;
import io.sordino.train.data.Examples;
import io.sordino.train.data.Features;
import java.io.Serializable;

/**
 * A linear model: what is minimised is the mean loss plus l2 / 2 times the squared norm of all weights, intercepts included.
 *
 * <p>Weights are one vector: for each output the weights of the features, then the intercept if there is one.
 */
public record Model(Loss loss, int features, boolean intercept, double l2) implements Serializable {
    private static final int MOST_PARAMETERS = 1 << 24;

    public Model {
        if (!(features >= 1)) throw new InvalidException("features must be at least 1, was " + features);
        if (!(l2 >= 0 && l2 < Double.POSITIVE_INFINITY))
            throw new InvalidException("l2 must be at least 0 and finite, was " + l2);
        if (!((features + 1L) * loss.outputs() <= MOST_PARAMETERS))
            throw new InvalidException("a model may have at most 2^24 weights");
    }

    /** How many weights one output has. */
    public int width() {
        return features + (intercept ? 1 : 0);
    }

    /** How many weights there are in all. */
    public int parameters() {
        return width() * loss.outputs();
    }

    /** The margins of a row that is scaled by {@code scale}. */
    public void margins(Features rows, int row, double scale, double[] weights, double[] into) {
        int width = width();
        for (int k = 0; k < into.length; k++) {
            double dot = rows.dot(row, weights, k * width);
            into[k] = scale == 0 || Double.isFinite(dot)
                    ? margin(dot, scale, weights, k)
                    // the product of the scaled row is a number where that of the row is not
                    : margin(rows.scaledDot(row, scale, weights, k * width), 1, weights, k);
        }
    }

    /**
     * The margin of an output, given the product of a row and the weights of the output. A row whose square is infinite is scaled to zeros, and
     * its product may be infinite or no number at all: one such margin would wipe out the sum of a whole batch.
     */
    public double margin(double dot, double scale, double[] weights, int output) {
        double scaled = scale == 1 ? dot : scale == 0 ? 0 : scale * dot;
        return scaled + (intercept ? weights[output * width() + features] : 0);
    }

    /** The margins of a row as they are used to predict; the bound that records were held to holds here too. */
    public double[] margins(Features rows, int row, Bound bound, double[] weights) {
        double[] margins = new double[loss.outputs()];
        margins(rows, row, bound.scale(Math.sqrt(rows.squaredNorm(row))), weights, margins);
        return margins;
    }

    /** The class, or the number for a regression, that margins stand for. */
    public double predicted(double[] margins) {
        if (loss instanceof Huber) return margins[0];
        if (margins.length == 1) return margins[0] > 0 ? 1 : 0;
        int best = 0;
        for (int k = 1; k < margins.length; k++) if (margins[k] > margins[best]) best = k;
        return best;
    }

    /** How likely each class is; empty where the loss has no such notion. */
    public double[] probabilities(double[] margins) {
        if (loss instanceof Logistic) {
            double one = Logistic.probability(margins[0]);
            return new double[] {1 - one, one};
        }
        if (!(loss instanceof Softmax)) return new double[0];
        double[] probabilities = new double[margins.length];
        loss.residual(margins, 0, probabilities);
        probabilities[0] += 1;
        return probabilities;
    }

    /** What is minimised. It looks at every record without noise, so it must not be released. */
    public double objective(Examples examples, Bound bound, double[] weights) {
        double sum = 0;
        for (int i = 0; i < examples.size(); i++)
            if (loss.knows(examples.label(i)))
                sum += loss.value(margins(examples.features(), i, bound, weights), examples.label(i));
        double squares = 0;
        for (double weight : weights) squares += weight * weight;
        return sum / examples.size() + l2 / 2 * squares;
    }

    /** Refuses records of another shape than the model's. */
    public void check(Examples examples) {
        if (!(examples.features().columns() == features))
            throw new InvalidException("the model has " + features + " features, the records have "
                    + examples.features().columns());
    }
}
