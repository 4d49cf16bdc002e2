package io.sordino.theorem.shuffling;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class ShuffledDatasetsTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("shuffled(100, randomized_response(1))", "replace-one", "k of at least 3"));
    }
}
