package io.sordino.loss.composition;

import io.sordino.loss.CountedPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compositions of the same pairs in other numbers, as after every epoch of one training. The first is worked out for itself; from
 * the second on, lattices are kept on which the next are one power and one transform back.
 */
final class Kin {
    private static final int MOST_LATTICES = 6;
    /** Numbers in all transforms together; each takes 8 bytes. */
    private static final double MOST_KEPT = 2e6;
    /** More parts are summed a few at a time, without a common window. */
    private static final int MOST_PARTS = 8;
    /** Points of a window; larger ones are not kept. */
    private static final double MOST_POINTS = 1 << 17;
    /** A lattice is made a little finer than its first sum needs: the next one may need more. */
    private static final double ROOM = 0.7;

    private final List<CommonLattice> lattices = new ArrayList<>();
    private long[] counts = {};
    /** The largest numbers of losses of which all counts are multiples. */
    private long[] beats = {};

    private boolean severalMembers;

    private record Pairs(List<Pair> pairs) {}

    /** Those among the earlier questions of the same account. */
    static Kin of(List<CountedPair> parts, Workspace workspace) {
        Pairs pairs = new Pairs(parts.stream().map(CountedPair::pair).toList());
        return workspace.kept(pairs, Kin.class, Kin::new);
    }

    int lattices() {
        return lattices.size();
    }

    /** A composition that is about to be worked out. */
    void meet(List<CountedPair> parts) {
        long[] now = parts.stream().mapToLong(CountedPair::count).toArray();
        if (beats.length == 0) {
            counts = now;
            beats = now.clone();
        }
        for (int i = 0; i < now.length; i++) {
            severalMembers |= now[i] != counts[i];
            beats[i] = greatestCommonDivisor(beats[i], now[i]);
        }
    }

    private static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    /** A lattice for these counts and their kin; empty where it would cost more than it saves. */
    Optional<CommonLattice> lattice(
            List<CountedPair> parts, SaddlePoints tilt, double saddle, double variance, double width) {
        if (!severalMembers || parts.size() > MOST_PARTS) return Optional.empty();
        for (int i = lattices.size() - 1; i >= 0; i--)
            if (lattices.get(i).suits(parts, tilt, saddle, variance)) return Optional.of(lattices.get(i));
        double theta = Composition.milder(tilt, saddle);
        StagePlan own = StagePlan.of(parts, tilt, theta, saddle, variance);
        StagePlan plan = StagePlan.ofBlocks(parts, beats, tilt, theta, saddle, ROOM * variance);
        if (!(plan.lastCost() < Math.min(MOST_POINTS, 0.7 * own.cost))) return Optional.empty();
        CellCache work = new CellCache(parts, tilt, Refinement.growth(ROOM * variance, tilt, saddle));
        CommonLattice made = new CommonLattice(work, plan, theta, Refinement.outside(width));
        if (!made.suits(parts, tilt, saddle, variance)) return Optional.empty();
        lattices.add(made);
        double kept = 0;
        for (CommonLattice one : lattices) kept += one.size();
        while (lattices.size() > 1 && (lattices.size() > MOST_LATTICES || kept > MOST_KEPT))
            kept -= lattices.remove(0).size();
        return Optional.of(made);
    }
}
