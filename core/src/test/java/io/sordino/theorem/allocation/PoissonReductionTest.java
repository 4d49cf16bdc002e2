package io.sordino.theorem.allocation;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class PoissonReductionTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("allocated(1, 10, laplace(1))", "add-remove", "Gaussian steps"),
                silentOn("allocated(1, 10, gaussian(1))", "replace-one", "not for one that changes its value"));
    }
}
