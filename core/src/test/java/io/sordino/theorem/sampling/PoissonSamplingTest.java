package io.sordino.theorem.sampling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class PoissonSamplingTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("poisson(0.1, gaussian(1))", "replace-one", "stated for added or removed records"));
    }
}
