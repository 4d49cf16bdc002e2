package io.sordino.table.plan;

import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the engine added up, before noise: a secret.
 *
 * @param groups not copied, since there may be very many: whoever made them changes them no more
 */
public record Integers(Map<List<Optional<Object>>, Group> groups) {
    public Integers {
        groups = Collections.unmodifiableMap(groups);
    }

    /**
     * Of one group.
     *
     * @param sums one for each part that is no tree, a vector's one after another
     * @param trees the bins of each tree, in the order of the parts
     */
    public record Group(List<BigInteger> sums, List<Map<Integer, BigInteger>> trees) {
        public Group {
            sums = List.copyOf(sums);
            trees = List.copyOf(trees);
        }
    }

    @Override
    public String toString() {
        return "Integers[secret]";
    }
}
