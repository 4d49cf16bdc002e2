package io.sordino.table.release;

import io.sordino.noise.GridNoise;
import io.sordino.noise.RandomSource;
import io.sordino.table.plan.Part;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/** Counts of runs of bins with noise; that of a run is drawn when it is first looked at, and never again. */
final class NoisyTree {
    private final Part.Tree tree;
    private final long[] prefix;
    private final GridNoise noise;
    private final RandomSource random;
    private final Map<Long, Double> seen = new HashMap<>();

    NoisyTree(Part.Tree tree, Map<Integer, BigInteger> bins, GridNoise noise, RandomSource random) {
        this.tree = tree;
        this.noise = noise;
        this.random = random;
        prefix = new long[tree.leaves() + 1];
        for (int i = 0; i < tree.leaves(); i++)
            prefix[i + 1] = Math.addExact(
                    prefix[i], bins.getOrDefault(i, BigInteger.ZERO).longValueExact());
    }

    /** Rows in the node of a level, of which the first has {@code fan} nodes; with noise. */
    double count(int level, int node) {
        return seen.computeIfAbsent((long) level << 32 | node, at -> {
            int width = tree.leaves() / power(level + 1);
            long exact = prefix[(node + 1) * width] - prefix[node * width];
            return Math.addExact(exact, noise.draw(random)) / (double) tree.fine();
        });
    }

    private int power(int levels) {
        int nodes = 1;
        for (int i = 0; i < levels; i++) nodes *= tree.fan();
        return nodes;
    }

    /** All rows, from the nodes of the first level. */
    double total() {
        double total = 0;
        for (int i = 0; i < tree.fan(); i++) total += count(0, i);
        return total;
    }

    /** The bin in which so many rows are reached. */
    int leafAt(double rank) {
        double left = rank;
        int first = 0;
        for (int level = 0; level < tree.levels(); level++) {
            int node = first * tree.fan();
            int last = node + tree.fan() - 1;
            while (node < last) {
                double here = count(level, node);
                if (left <= here) break;
                left -= here;
                node++;
            }
            first = node;
        }
        return first;
    }
}
