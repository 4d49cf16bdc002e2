package io.sordino.theorem.shuffling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class BlanketBennettTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("shuffled(100, gaussian(1))", "replace-one", "needs a local randomizer"));
    }
}
