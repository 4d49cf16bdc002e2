package io.sordino.report.caveat;

import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mechanisms;
import io.sordino.report.text.Decimals;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What an asker must be told although the answer holds: that a theorem he counts on does not apply. */
public final class Caveats {
    private Caveats() {}

    public static List<String> of(Mechanism plan) {
        Set<String> caveats = new LinkedHashSet<>();
        gather(plan, caveats);
        return List.copyOf(new ArrayList<>(caveats));
    }

    private static void gather(Mechanism mechanism, Set<String> caveats) {
        if (mechanism instanceof LastIterate run)
            run.expandingStep()
                    .ifPresent(step -> caveats.add("step_size = " + Decimals.shortest(step)
                            + " is above 2 / smoothness = " + Decimals.shortest(2 / run.smoothness())
                            + ", so steps need not contract and keeping the other iterates secret is worth nothing here:"
                            + " this is plain composition of all steps; take steps of at most 2 / smoothness"));
        Mechanisms.inner(mechanism).forEach(part -> gather(part, caveats));
    }
}
