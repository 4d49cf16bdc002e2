package io.sordino.theorem.group;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class GroupBlackBoxTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("group(8, tcdp(0.1, 8))", "add-remove", "smaller than omega"),
                silentOn("group(5, rdp(2, 3))", "replace-one", "smaller than alpha"));
    }
}
