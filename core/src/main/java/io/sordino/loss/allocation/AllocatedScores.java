package io.sordino.loss.allocation;

import io.sordino.loss.Atom;
import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an attacker sees who sorts every step's likelihood ratio V into classes of log(1 - k/t + (k/t) V), its loss if steps were
 * drawn independently, and adds up the numbers of the classes: the sum has k terms from P and t - k from Q where the record is in, and t from Q where it is not. Whatever the attacker throws
 * away, the pair of the two laws of the sum is attained, so it bounds the loss of allocation from below.
 */
public final class AllocatedScores {
    private static final int CLASSES = 8192;
    private static final double LOG_TAIL = -40;

    private AllocatedScores() {}

    /**
     * @param selected k, the number of steps that hold the record
     * @param base a pair that real neighbours attain in a step
     */
    public static Optional<Pair> pair(long selected, long steps, Change change, Pair base) {
        LikelihoodRatio ratio = new LikelihoodRatio(base, change);
        double top = Math.min(ratio.most, LinearRatioSum.reach(v -> ratio.above(v)[1] * selected <= 1e-9));
        double rate = selected / (double) steps;
        double least = Math.log1p(rate * (ratio.least - 1));
        double range = Math.log1p(rate * (top - 1)) - least;
        double deviation = Math.sqrt(new RatioSketch(ratio, top).variance());
        double width = Math.max(range / CLASSES, Math.min(rate * deviation / 16, range / 16));
        if (!(width > 0 && width < Double.POSITIVE_INFINITY)) return Optional.empty();
        int count = (int) Math.ceil(range / width);
        double[] edges = new double[count + 1];
        for (int i = 1; i < count; i++) edges[i] = Math.max(edges[i - 1], 1 + Math.expm1(least + i * width) / rate);
        edges[count] = Double.POSITIVE_INFINITY;
        double[][] laws = classes(ratio, edges);
        LatticeLaw without = new LatticeLaw(0, 1, 0, laws[0], 0, ratio.massError() + 1e-14, 0);
        LatticeLaw with = new LatticeLaw(0, 1, 0, laws[1], 0, ratio.massError() + 1e-14, 0);
        try {
            return Optional.of(pair(selected, steps, change, without, with));
        } catch (Convolution.TooWide e) {
            return Optional.empty();
        }
    }

    private static Pair pair(long selected, long steps, Change change, LatticeLaw without, LatticeLaw with) {
        List<Double> tilts = new ArrayList<>();
        // an added record shows by a small sum
        for (double tilt : ValueSum.tilts(change == Change.ADDED ? reversed(without) : without, steps, LOG_TAIL))
            tilts.add(tilt);
        Law absent = new Law(change, List.of(without), List.of((long) steps), tilts);
        Law present = selected < steps
                ? new Law(change, List.of(with, without), List.of((long) selected, (long) (steps - selected)), tilts)
                : new Law(change, List.of(with), List.of((long) steps), tilts);
        LatticeLaw p = (change == Change.ADDED ? absent : present).on(Side.LOWER);
        return attained(p, (change == Change.ADDED ? present : absent).on(Side.UPPER));
    }

    /** The pair of two laws of one score, the first from below and the second from above. */
    static Pair attained(LatticeLaw p, LatticeLaw q) {
        List<Atom> atoms = new ArrayList<>();
        for (int i = 0; i < p.mass().length; i++) {
            long place = p.first() + i - q.first();
            double below = p.mass()[i] * (1 - 1e-12);
            boolean inside = place >= 0 && place < q.mass().length;
            double above = inside ? q.mass()[(int) place] * (1 + 1e-12) : 0;
            if (below > 1e-200 && above > 1e-250)
                atoms.add(new Atom(Math.log(below / above) - 1e-14, Math.min(1, below)));
        }
        atoms.sort((a, b) -> Double.compare(a.loss(), b.loss()));
        return new AtomicPair(atoms, Bracket.of(0, 0), 1e-13, 1e-14);
    }

    /** Sums of laws of scores; for an added record of their negatives, so that tilts are never negative. */
    private record Law(Change change, List<LatticeLaw> laws, List<Long> counts, List<Double> tilts) {
        LatticeLaw on(Side side) {
            List<LatticeLaw> signed = laws.stream()
                    .map(law -> change == Change.ADDED ? reversed(law) : law)
                    .toList();
            return ValueSum.of(
                            signed, counts.stream().mapToLong(Long::longValue).toArray(), side, tilts)
                    .law();
        }
    }

    private static LatticeLaw reversed(LatticeLaw law) {
        int n = law.mass().length;
        double[] mass = new double[n];
        for (int i = 0; i < n; i++) mass[n - 1 - i] = law.mass()[i];
        return new LatticeLaw(0, law.step(), -(law.first() + n - 1), mass, 0, law.massError(), 0);
    }

    /** Masses of the classes without and with the record. */
    static double[][] classes(LikelihoodRatio ratio, double[] edges) {
        int count = edges.length - 1;
        double[] without = new double[count];
        double[] with = new double[count];
        if (ratio.continuous()) ratio.cells(edges, without, with);
        for (int i = 0; i < ratio.value.length; i++) {
            int cell = 0;
            while (cell < count - 1 && ratio.value[i] > edges[cell + 1]) cell++;
            without[cell] += ratio.mass[i];
            with[cell] += ratio.mass[i] * ratio.value[i];
        }
        without[0] += ratio.zero(Side.LOWER);
        return new double[][] {without, with};
    }
}
