package io.sordino.theorem.sampling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class SubsetConcentratedTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("without_replacement(50, 100, zcdp(0.05))", "replace-one", "in (0, 0.1]"),
                silentOn("without_replacement(5, 100, gaussian(1))", "replace-one", "stated for tcdp"));
    }
}
