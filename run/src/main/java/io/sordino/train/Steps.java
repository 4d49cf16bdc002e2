package io.sordino.train;

import io.sordino.mechanism.Schedule;
import io.sordino.refusal.InvalidException;

/**
 * How a descent steps: its learning rates, and the radius of the ball around 0 that weights are projected onto after every step.
 *
 * @param radius infinite for none
 */
public record Steps(Schedule learningRate, double radius) {
    public Steps {
        if (!(radius > 0)) throw new InvalidException("radius must be above 0, was " + radius);
    }

    /** One learning rate throughout, and no projection. */
    public static Steps of(double learningRate) {
        return new Steps(Schedule.constant(learningRate), Double.POSITIVE_INFINITY);
    }

    /** The same, projected onto the ball of this radius. */
    public Steps within(double newRadius) {
        return new Steps(learningRate, newRadius);
    }

    /** One step along the mean gradient, with the penalty's own. */
    void take(long step, double[] meanGradient, double l2, double[] weights) {
        double rate = learningRate.at(step);
        double square = 0;
        for (int j = 0; j < weights.length; j++) {
            weights[j] -= rate * (meanGradient[j] + l2 * weights[j]);
            square += weights[j] * weights[j];
        }
        double norm = Math.sqrt(square);
        if (norm > radius) for (int j = 0; j < weights.length; j++) weights[j] *= radius / norm;
    }
}
