package io.sordino.table.engine;

import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.plan.Part;
import io.sordino.table.query.Query;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an engine says, put together by stratum and group: its sums first, then the bins of one tree or one statistic of blocks after another. */
public final class Tally {
    private final int columns;
    private final int binned;
    private final List<Map<List<Optional<Object>>, Integers.Group>> groups = new ArrayList<>();
    private final List<Map<List<Optional<Object>>, Map<Integer, Map<Integer, BigInteger>>>> bins = new ArrayList<>();

    /** Of nothing yet. */
    public Tally(Query query, Layout layout) {
        int wide = 0;
        int trees = 0;
        for (Part part : layout.parts())
            if (part instanceof Part.Scalar) wide++;
            else if (part instanceof Part.Vector vector) wide += vector.rows().size();
            else trees++;
        columns = wide;
        binned = trees;
        for (int i = 0; i < query.settings().strata().size(); i++) {
            groups.add(new HashMap<>());
            bins.add(new HashMap<>());
        }
    }

    /** How many integers a group has beside its bins. */
    public int columns() {
        return columns;
    }

    /** The integers of a group that are no bins. */
    public void sums(int stratum, List<Optional<Object>> key, List<BigInteger> row) {
        groups.get(stratum).put(key, new Integers.Group(row, List.of()));
    }

    /**
     * The integer of a bin.
     *
     * @param index which of the parts with bins it is of
     */
    public void bin(int stratum, List<Optional<Object>> key, int index, int bin, BigInteger steps) {
        bins.get(stratum)
                .computeIfAbsent(key, of -> new HashMap<>())
                .computeIfAbsent(index, of -> new HashMap<>())
                .put(bin, steps);
    }

    /** All of it, for each stratum. */
    public List<Integers> integers() {
        List<Integers> all = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            int stratum = i;
            if (binned > 0)
                groups.get(i).replaceAll((key, group) -> new Integers.Group(group.sums(), binsOf(stratum, key)));
            all.add(new Integers(groups.get(i)));
        }
        return all;
    }

    private List<Map<Integer, BigInteger>> binsOf(int stratum, List<Optional<Object>> key) {
        Map<Integer, Map<Integer, BigInteger>> found = bins.get(stratum).getOrDefault(key, Map.of());
        List<Map<Integer, BigInteger>> all = new ArrayList<>();
        for (int i = 0; i < binned; i++) all.add(found.getOrDefault(i, Map.of()));
        return all;
    }

    @Override
    public String toString() {
        return "Tally[secret]";
    }
}
