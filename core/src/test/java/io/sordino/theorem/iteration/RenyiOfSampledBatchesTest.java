package io.sordino.theorem.iteration;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class RenyiOfSampledBatchesTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn(
                        "last_iterate(steps=10, step_size=0.1, noise=1, lipschitz=1, smoothness=4, strong_convexity=0.5, dataset_size=10)",
                        "replace-one",
                        "stated for sampled batches"),
                silentOn(
                        "last_iterate(steps=10, step_size=1, noise=1, lipschitz=1, smoothness=4, dataset_size=10, batch_size=2, order=sampled)",
                        "replace-one",
                        "may push iterates apart"));
    }
}
