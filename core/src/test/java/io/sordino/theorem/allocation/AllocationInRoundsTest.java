package io.sordino.theorem.allocation;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class AllocationInRoundsTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("allocated(1, 10, gaussian(1))", "add-remove", "RandomAllocation speaks"));
    }
}
