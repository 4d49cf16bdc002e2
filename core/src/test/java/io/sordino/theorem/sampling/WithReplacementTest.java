package io.sordino.theorem.sampling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class WithReplacementTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("with_replacement(1, 1, gaussian(1))", "replace-one", "a dataset of one record"));
    }
}
