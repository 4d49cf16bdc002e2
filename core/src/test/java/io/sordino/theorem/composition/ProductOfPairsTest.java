package io.sordino.theorem.composition;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class ProductOfPairsTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(silentOn("3 * sinh_normal(2, 1)", "add-remove", "needs A >= sigma"));
    }
}
