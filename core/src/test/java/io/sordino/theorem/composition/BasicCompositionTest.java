package io.sordino.theorem.composition;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class BasicCompositionTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("3 * gaussian(1)", "add-remove", "the loss of one is unbounded"));
    }
}
