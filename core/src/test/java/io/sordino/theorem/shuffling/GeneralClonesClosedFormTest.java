package io.sordino.theorem.shuffling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class GeneralClonesClosedFormTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("shuffled(10, local(3))", "replace-one", "needs eps0 <= ln(n / (8 ln(2/delta)) - 1)"));
    }
}
