package io.sordino.theorem.shuffling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class VariationRatioTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("shuffled(100, local(1))", "replace-one", "the total variation is known"));
    }
}
