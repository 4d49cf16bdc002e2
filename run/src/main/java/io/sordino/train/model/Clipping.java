package io.sordino.train.model;

import io.sordino.refusal.InvalidException;

/**
 * Gradients longer than {@code norm} are shortened to it. It fits any loss and any features, but a clipped gradient is not the gradient of a
 * convex function in general: nothing is known of last iterates.
 */
public record Clipping(double norm) implements Bound {
    public Clipping {
        if (!(norm >= 0x1p-900 && norm <= 0x1p900))
            throw new InvalidException("the clipping norm must be in [2^-900, 2^900], was " + norm);
    }

    @Override
    public double gradient(Model model) {
        return norm;
    }

    @Override
    public double scale(double rowNorm) {
        return 1;
    }
}
