package io.sordino.table.release;

import io.sordino.table.plan.Part;
import java.util.List;

/** Counts of runs of bins with noise, scaled up to all rows. */
interface BinCounts {
    Part.Tree tree();

    /** Rows in the node of a level, of which the first has {@code fan} nodes; with noise. */
    double count(int level, int node);

    /** All rows, from the nodes of the first level. */
    default double total() {
        double total = 0;
        for (int i = 0; i < tree().fan(); i++) total += count(0, i);
        return total;
    }

    /** The bin in which so many rows are reached. */
    default int leafAt(double rank) {
        double left = rank;
        int first = 0;
        for (int level = 0; level < tree().levels(); level++) {
            int node = first * tree().fan();
            int last = node + tree().fan() - 1;
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

    /** Of several strata together, each scaled up by its rate. */
    record Scaled(List<NoisyTree> strata, List<Double> rates) implements BinCounts {
        public Scaled {
            strata = List.copyOf(strata);
            rates = List.copyOf(rates);
        }

        @Override
        public Part.Tree tree() {
            return strata.get(0).tree();
        }

        @Override
        public double count(int level, int node) {
            double sum = 0;
            for (int i = 0; i < strata.size(); i++) sum += strata.get(i).count(level, node) / rates.get(i);
            return sum;
        }
    }
}
