package io.sordino.theorem.allocation;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class AllocationAttainedTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("allocated(1, 10, gaussian(1))", "add-remove", "is known exactly"),
                silentOn("allocated(2, 10, gaussian(1))", "replace-one", "not for one that changes its value"));
    }
}
