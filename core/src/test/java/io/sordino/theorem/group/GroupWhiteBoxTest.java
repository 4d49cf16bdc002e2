package io.sordino.theorem.group;

import io.sordino.theorem.TheoremContract;
import java.util.List;

final class GroupWhiteBoxTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("group(3, dp(1))", "add-remove", "how far a group moves it"),
                silentOn("group(2000000, discrete_gaussian(1))", "add-remove", "at most 10^6"));
    }
}
