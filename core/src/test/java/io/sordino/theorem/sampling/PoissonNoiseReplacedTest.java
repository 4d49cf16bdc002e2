package io.sordino.theorem.sampling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class PoissonNoiseReplacedTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("poisson(0.1, laplace(1))", "add-remove", "a replaced record"),
                silentOn("poisson(0.1, dp(1))", "replace-one", "both under add-remove and under replace-one"));
    }
}
