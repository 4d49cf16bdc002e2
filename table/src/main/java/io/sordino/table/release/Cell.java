package io.sordino.table.release;

import io.sordino.engine.Estimate;
import java.util.List;
import java.util.Optional;

/** What stands in one column of one row of the answer. */
public sealed interface Cell {
    /** The key of a group; nothing where the key is NULL. */
    record Key(Optional<Object> value) implements Cell {}

    /** A number and its interval. */
    record Number(Estimate estimate, boolean whole) implements Cell {}

    /** No answer: the blocks did not agree enough for it to be told. */
    record Withheld() implements Cell {}

    /** Several numbers with names: the bins of a histogram, the coordinates of a vector. */
    record Numbers(List<String> names, List<Estimate> estimates, boolean whole) implements Cell {
        public Numbers {
            names = List.copyOf(names);
            estimates = List.copyOf(estimates);
        }
    }
}
