package io.sordino.reproduce;

import io.sordino.account.Accountant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** All figures and tables that can be recomputed, by name. */
public final class Reproductions {
    private static final Map<String, Function<Ask, Reproduction>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("sampling", SamplingSchemes::of);
        BY_NAME.put("with-replacement", DrawsWithReplacement::of);
        BY_NAME.put("allocation", RandomAllocations::of);
        BY_NAME.put("shuffling", ShufflingBounds::of);
        BY_NAME.put("last-iterate", LastIteratePlateau::of);
        BY_NAME.put("histogram", HistogramErrors::of);
        BY_NAME.put("steinke", SubsamplingTradeOff::of);
        BY_NAME.put("reconstruction", Reconstruction::of);
    }

    private Reproductions() {}

    public static Set<String> names() {
        return Set.copyOf(BY_NAME.keySet());
    }

    /**
     * Recomputes the named ones, or all if none is named.
     *
     * @param working called for every question on the way
     */
    public static List<Reproduction> of(List<String> names, Accountant accountant, Runnable working) {
        List<Reproduction> found = new ArrayList<>();
        BY_NAME.forEach((name, work) -> {
            if (names.isEmpty() || names.contains(name)) found.add(work.apply(new Ask(accountant, false, working)));
        });
        return found;
    }
}
