package io.sordino.table.release;

import io.sordino.noise.GridNoise;
import io.sordino.noise.RandomSource;
import io.sordino.table.plan.Part;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/** Counts of runs of bins in the sample, with noise; that of a run is drawn when it is first looked at, and never again. */
final class NoisyTree implements BinCounts {
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

    @Override
    public Part.Tree tree() {
        return tree;
    }

    @Override
    public double count(int level, int node) {
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
}
