package io.sordino.theorem.sampling;

import io.sordino.mechanism.PoissonSampled;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import java.util.Optional;

/** A Poisson sample of a Poisson sample is one, at the product of the rates; and a larger rate is never more private. */
final class OneSample {
    private OneSample() {}

    /** The same sampling without nesting, its rate rounded up. */
    static PoissonSampled above(PoissonSampled sampled) {
        PoissonSampled one = sampled;
        while (one.base() instanceof PoissonSampled inner) {
            double product = Math.min(1, Up.mul(one.rate(), inner.rate()));
            one = new PoissonSampled(Math.max(Double.MIN_NORMAL, product), inner.base());
        }
        return one;
    }

    /** The same with its rate rounded down; empty where that is less than any double that keeps its digits. */
    static Optional<PoissonSampled> below(PoissonSampled sampled) {
        PoissonSampled one = sampled;
        while (one.base() instanceof PoissonSampled inner) {
            double product = Down.mul(one.rate(), inner.rate());
            if (!(product >= Double.MIN_NORMAL)) return Optional.empty();
            one = new PoissonSampled(product, inner.base());
        }
        return Optional.of(one);
    }
}
