package io.sordino.report.caveat;

import io.sordino.mechanism.BlanketHistogram;
import io.sordino.mechanism.FloodedCount;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mechanisms;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.SplitSum;
import io.sordino.mechanism.TruncatedPoissonSampled;
import io.sordino.mechanism.Unlinked;
import io.sordino.report.text.Decimals;
import java.util.OptionalLong;

/** How many records a plan speaks of, where it says so, and what a delta means among so many. */
public final class Population {
    private Population() {}

    /** The largest number of records that a part of the plan is about. */
    public static OptionalLong of(Mechanism plan) {
        long most = stated(plan);
        for (Mechanism inner : Mechanisms.inner(plan))
            most = Math.max(most, of(inner).orElse(0));
        return most > 0 ? OptionalLong.of(most) : OptionalLong.empty();
    }

    private static long stated(Mechanism plan) {
        if (plan instanceof SampledWithoutReplacement m) return m.datasetSize();
        if (plan instanceof SampledWithReplacement m) return m.datasetSize();
        if (plan instanceof TruncatedPoissonSampled m) return m.datasetSize();
        if (plan instanceof LastIterate m) return m.datasetSize();
        if (plan instanceof Shuffled m) return m.reports();
        if (plan instanceof Unlinked m) return m.clients();
        if (plan instanceof BlanketHistogram m) return m.clients();
        if (plan instanceof FloodedCount m) return m.clients();
        return plan instanceof SplitSum m ? m.clients() : 0;
    }

    /** Whether so large a delta lets whole records out, one of them at least on average. */
    public static boolean isTooLarge(double delta, long records) {
        return delta * (double) records >= 1;
    }

    /** What keeps the promise of a delta and yet is no privacy, among so many records. */
    public static String inWords(double delta, long records) {
        String share = Decimals.up(delta * (double) records, 2);
        return isTooLarge(delta, records)
                ? "delta = " + Decimals.shortest(delta) + " is not below 1 over the " + records
                        + " records: a program that publishes each record as it is with probability delta keeps this promise, and publishes "
                        + share + " of them on average; ask at a far smaller delta."
                : "a program that releases everything with probability delta = " + Decimals.shortest(delta)
                        + " keeps this promise too; delta is " + share + " of 1 over the " + records + " records.";
    }
}
