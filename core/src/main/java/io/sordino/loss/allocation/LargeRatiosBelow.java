package io.sordino.loss.allocation;

import io.sordino.loss.Atom;
import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.lattice.WeightedPoints;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Patience;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * From below, a removed record in k of t steps: an attacker keeps the class of every large likelihood ratio, not the step that showed it, and of the other ratios the sum of their
 * classes. With j of the record's steps among the large ones that sum has k - j terms from P and the others from Q, so that both laws of what is kept are known. Ways to see it are
 * then put together where they tell about as much.
 */
final class LargeRatiosBelow {
    /** How many classes of large ratios there are, when so many steps show one. */
    private static final int[] CLASSES = {0, 240, 64, 30, 16, 11, 8};

    private static final int FINEST = 480;
    private static final int LUMPS = 300;
    private static final double SMALL_CLASSES = 4096;
    private static final double SHARE_OF_DEVIATION = 1 / 24.0;
    private static final double CELL = 1e-3;
    private static final double FARTHEST = 60;
    /** Rarer classes are left out. */
    private static final double LEAST = 1e-250;

    /** Ten million terms of a sum are off by no more, and all else besides. */
    private static final double ROUNDING = 2e-9;

    private final LikelihoodRatio ratio;
    private final int selected;
    private final long steps;
    private final LargeCut cut;
    private final LatticeLaw without;
    private final LatticeLaw with;
    private final double[] largeWithout;
    private final double[] largeWith;
    private final List<Double> tilts;
    private final double[] p = new double[(int) (2 * FARTHEST / CELL) + 1];
    private final double[] q = new double[p.length];

    private LargeRatiosBelow(LikelihoodRatio ratio, int selected, long steps, double logTail) {
        this.ratio = ratio;
        this.selected = selected;
        this.steps = steps;
        cut = LargeCut.of(ratio, selected, steps, Math.exp(logTail) / 4);
        double range = cut.cut() - ratio.least;
        double deviation = Math.sqrt(new RatioSketch(ratio, cut.cut()).variance());
        double width = SHARE_OF_DEVIATION * deviation;
        int count = (int) Math.ceil(width > 0 ? Math.min(SMALL_CLASSES, Math.max(16, range / width)) : 16);
        int large = cut.cut() < cut.top() ? FINEST : 1;
        double[] edges = new double[count + large + 1];
        for (int i = 1; i <= count; i++) edges[i] = ratio.least + range * i / count;
        for (int i = 1; i < large; i++)
            edges[count + i] = cut.cut() * Math.pow(cut.top() / cut.cut(), i / (double) large);
        edges[count + large] = Double.POSITIVE_INFINITY;
        double[][] laws = AllocatedScores.classes(ratio, edges);
        double error = ratio.massError() + 1e-14;
        without = new LatticeLaw(0, 1, 0, Arrays.copyOf(laws[0], count), 0, error, 0);
        with = new LatticeLaw(0, 1, 0, Arrays.copyOf(laws[1], count), 0, error, 0);
        largeWithout = Arrays.copyOfRange(laws[0], count, count + large);
        largeWith = Arrays.copyOfRange(laws[1], count, count + large);
        tilts = ValueSum.tilts(without, steps, logTail);
    }

    /**
     * @param base a pair that real neighbours attain in a step, for a removed record
     * @param logTail log of a mass that may be given up
     */
    static Optional<Pair> pair(int selected, long steps, Pair base, double logTail) {
        try {
            return Optional.of(
                    new LargeRatiosBelow(new LikelihoodRatio(base, Change.REMOVED), selected, steps, logTail).made());
        } catch (Convolution.TooWide e) {
            return Optional.empty();
        }
    }

    private Pair made() {
        for (int large = 0; large <= cut.most(); large++) {
            Patience.check();
            add(large);
        }
        List<Atom> atoms = new ArrayList<>();
        for (int i = 0; i < p.length; i++)
            if (p[i] > LEAST && q[i] > LEAST) {
                double below = p[i] * (1 - ROUNDING);
                atoms.add(new Atom(Math.log(below / (q[i] * (1 + ROUNDING))) - 1e-14, Math.min(1, below)));
            }
        atoms.sort((a, b) -> Double.compare(a.loss(), b.loss()));
        // one of the record's own steps may give it away
        double given = -Math.expm1(selected * Math.log1p(-Math.min(1, ratio.infinity(Side.LOWER)))) * (1 - 1e-12);
        return new AtomicPair(atoms, Bracket.exactly(given), Bracket.exactly(0), 1e-13, 1e-14);
    }

    /** Takes the ways in which so many steps show a large ratio. */
    private void add(int large) {
        long rest = steps - large;
        double[] chosen = LargeSteps.chosen(steps, selected, large);
        int[] hits = new int[chosen.length];
        double[][] seen = new double[chosen.length][];
        LatticeLaw none = sum(0, rest, Side.UPPER);
        int group = large == 0 ? 1 : Math.max(1, none.mass().length / LUMPS);
        double[] absent = grouped(none, none, group, 1 + none.massError());
        for (int j = 0; j < chosen.length; j++) {
            hits[j] = selected - j;
            if (!(chosen[j] > 0)) continue;
            LatticeLaw some = sum(hits[j], rest - hits[j], Side.LOWER);
            seen[j] = grouped(some, none, group, 1 - some.massError());
        }
        WeightedPoints values = values(large == 0 ? 0 : CLASSES[large]);
        double doubt = (large + 1) * (3 * ratio.massError() + 1e-12);
        LargeSteps.each(steps, large, chosen.length - 1, values, (mass, symmetric) -> {
            double below = mass * (1 - doubt);
            double above = mass * (1 + doubt);
            double[] factor = new double[chosen.length];
            for (int j = 0; j < factor.length; j++) factor[j] = symmetric[j] * chosen[j];
            for (int i = 0; i < absent.length; i++) {
                double present = 0;
                for (int j = 0; j < factor.length; j++) if (factor[j] > 0) present += factor[j] * seen[j][i];
                if (!(present > 0 && absent[i] > 0)) continue;
                double loss = Math.log(present / absent[i]);
                int cell = (int) Math.min(p.length - 1, Math.max(0, Math.floor((loss + FARTHEST) / CELL)));
                p[cell] += below * present;
                q[cell] += above * absent[i];
            }
        });
    }

    /** So many small ratios of steps with the record, and so many of steps without. */
    private LatticeLaw sum(long present, long absent, Side side) {
        if (present + absent == 0) return new LatticeLaw(0, 1, 0, new double[] {1}, 0, 0, 0);
        if (present == 0)
            return ValueSum.of(List.of(without), new long[] {absent}, side, tilts)
                    .law();
        if (absent == 0)
            return ValueSum.of(List.of(with), new long[] {present}, side, tilts).law();
        return ValueSum.of(List.of(with, without), new long[] {present, absent}, side, tilts)
                .law();
    }

    /** The masses of a law, so many places of the frame together. */
    private static double[] grouped(LatticeLaw law, LatticeLaw frame, int group, double factor) {
        double[] sums = new double[(frame.mass().length + group - 1) / group];
        for (int i = 0; i < law.mass().length; i++) {
            long place = law.first() + i - frame.first();
            if (place >= 0 && place < frame.mass().length) sums[(int) place / group] += law.mass()[i] * factor;
        }
        return sums;
    }

    /** The classes of large ratios, so many; their values are ratios of what they weigh with and without the record. */
    private WeightedPoints values(int count) {
        WeightedPoints values = new WeightedPoints(count);
        int n = largeWith.length;
        for (int k = 0; k < count; k++) {
            double above = 0;
            double below = 0;
            for (int i = (int) ((long) k * n / count); i < (int) ((k + 1L) * n / count); i++) {
                above += largeWithout[i];
                below += largeWith[i];
            }
            if (above > LEAST) values.add(below / above, above);
        }
        return values;
    }
}
