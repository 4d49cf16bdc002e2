package io.sordino.theorem.allocation;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class RecursiveReductionTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("allocated(1, 10, laplace(1))", "add-remove", "Gaussian steps"),
                silentOn("2 * allocated(2, 10, gaussian(1))", "add-remove", "one of several steps"));
    }
}
