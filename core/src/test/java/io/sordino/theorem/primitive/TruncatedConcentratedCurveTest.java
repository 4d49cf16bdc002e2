package io.sordino.theorem.primitive;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class TruncatedConcentratedCurveTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("zcdp(0.1)"));
    }
}
