package io.sordino.theorem.sampling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class PoissonGaussianReplacedTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("poisson(0.1, laplace(1))", "replace-one", "stated for Gaussian noise"),
                silentOn("poisson(0.1, gaussian(1))", "add-remove", "a replaced record"));
    }
}
