package io.sordino.theorem.sampling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class SubsetRenyiTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("without_replacement(10, 100, rdp(1.5, 0.1))", "replace-one", "order 2 or more"),
                silentOn("without_replacement(10, 100, zcdp(0.1))", "add-remove", "stated for a replaced record"));
    }
}
