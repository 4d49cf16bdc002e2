package io.sordino.theorem.primitive;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class ExponentialAttainedTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("2 * exponential(1)"));
    }
}
