package io.sordino.theorem.sampling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class PoissonGaussianRenyiTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("poisson(0.1, laplace(1))", "add-remove", "stated for Gaussian noise"),
                silentOn("poisson(0.1, gaussian(0.01))", "add-remove", "noise_multiplier above 0.01"));
    }
}
