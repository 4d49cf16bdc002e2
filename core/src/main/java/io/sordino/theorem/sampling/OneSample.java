package io.sordino.theorem.sampling;

import io.sordino.loss.Side;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/** A Poisson sample of a Poisson sample is one, at the product of the rates; and a larger rate is never more private. */
final class OneSample {
    private OneSample() {}

    /** The same sampling without nesting, its rate rounded to the given side. */
    static PoissonSampled of(PoissonSampled sampled, Side side) {
        PoissonSampled one = sampled;
        while (one.base() instanceof PoissonSampled inner) {
            double product = side == Side.UPPER
                    ? Math.min(1, Up.mul(one.rate(), inner.rate()))
                    : Math.max(Double.MIN_NORMAL, Down.mul(one.rate(), inner.rate()));
            one = new PoissonSampled(product, inner.base());
        }
        return one;
    }
}
