package io.sordino.theorem.allocation;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class GeometricMeanTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("allocated(1, 10, gaussian(1))", "remove", "added records alone"),
                silentOn("allocated(1, 10, laplace(1))", "add", "Gaussian steps"));
    }
}
