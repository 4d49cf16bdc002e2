package io.sordino.theorem.sampling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class PoissonRenyiTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("poisson(0.1, rdp(1.5, 0.1))", "add-remove", "order 2 or more"),
                silentOn("poisson(0.1, zcdp(0.1))", "replace-one", "added and removed records"));
    }
}
