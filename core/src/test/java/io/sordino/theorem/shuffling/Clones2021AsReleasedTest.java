package io.sordino.theorem.shuffling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class Clones2021AsReleasedTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("shuffled(10, local(3))", "replace-one", "needs eps0 <= ln(n / (16 ln(4/delta)))"));
    }
}
