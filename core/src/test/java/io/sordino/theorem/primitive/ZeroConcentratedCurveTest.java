package io.sordino.theorem.primitive;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class ZeroConcentratedCurveTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("tcdp(0.1, 8)"));
    }
}
