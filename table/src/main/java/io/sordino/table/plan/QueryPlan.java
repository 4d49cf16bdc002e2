package io.sordino.table.plan;

import io.sordino.account.Guarantee;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.table.query.Query;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What will be run: the noise of each part, and what all of it is together. Nothing has been drawn and nothing has been read but the columns.
 *
 * @param noises of the parts of the layout, in their order
 * @param plan what the release is
 * @param guarantee what the plan keeps, at the delta that was asked for
 * @param thresholds of the parts by which blocks agree: the least noisy distance at which their answer is shown
 * @param kept what has been released on a kept sample, this release included; the plan is all of it, and the guarantee that of the promise
 */
public record QueryPlan(
        Query query,
        Layout layout,
        List<Mechanism> noises,
        Mechanism plan,
        Guarantee guarantee,
        Optional<KeySelection> selection,
        Map<Integer, Long> thresholds,
        Optional<SamplePromise> kept) {
    public QueryPlan {
        noises = List.copyOf(noises);
        thresholds = Map.copyOf(thresholds);
    }

    /** A unit is added or removed. */
    public Relation relation() {
        return Relation.ADD_OR_REMOVE_ONE;
    }
}
