package io.sordino.theorem.allocation;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class PoissonDecompositionTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("allocated(1, 10, laplace(1))", "add-remove", "Gaussian steps"),
                silentOn("allocated(2, 10, gaussian(1))", "add-remove", "one of several steps"));
    }
}
