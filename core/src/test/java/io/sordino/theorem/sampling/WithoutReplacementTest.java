package io.sordino.theorem.sampling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class WithoutReplacementTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("without_replacement(10, 100, gaussian(1))", "add-remove", "a sample of fixed size tells"));
    }
}
