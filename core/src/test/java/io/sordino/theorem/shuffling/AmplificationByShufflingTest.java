package io.sordino.theorem.shuffling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class AmplificationByShufflingTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("shuffled(1000, local(1))", "replace-one", "needs eps0 <= 1/2"),
                silentOn("shuffled(100, local(0.1))", "replace-one", "needs n >= 1000"));
    }
}
