package io.sordino.theorem;

import io.sordino.theorem.composition.ProductOfPairs;
import io.sordino.theorem.iteration.LastIterateOfFixedOrder;
import io.sordino.theorem.primitive.GaussianNoise;
import io.sordino.theorem.sampling.PoissonGaussianReplaced;
import io.sordino.theorem.sampling.PoissonSampling;
import io.sordino.theorem.sampling.WithReplacement;
import io.sordino.theorem.sampling.WithoutReplacement;
import java.util.List;

/** Every theorem, the tightest first within a shape. A new theorem is one line here. */
public final class Theorems {
    private Theorems() {}

    public static final List<Theorem<?>> ALL = List.of(
            new GaussianNoise(),
            new ProductOfPairs(),
            new PoissonSampling(),
            new PoissonGaussianReplaced(),
            new WithoutReplacement(),
            new WithReplacement(),
            new LastIterateOfFixedOrder());
}
