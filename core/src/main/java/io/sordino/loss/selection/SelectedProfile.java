package io.sordino.loss.selection;

import io.sordino.loss.HasPair;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.pair.ConnectTheDots;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * An upper bound on the profile of the best of a random number of runs, from the profiles of one run in both directions: for epsilon of at
 * least 0 a sum of the run's profile at shifted orders, whose weights add up to the mean number of runs. Below 0 it is what the other
 * direction has above it, H_x(P||Q) = 1 - x + x H_(1/x)(Q||P).
 */
public final class SelectedProfile implements HasPair {
    /*
     * An output with likelihood ratio v and place w adds at most (p v - x q)+ to H_x, with p and q of its cell of w (Runs). Whatever its place,
     * that is at most x G(v / x) with G(t) = max (p t - q)+ over all cells, a convex function of slope at most the mean. Chords lie above a
     * convex function, so G is at most a sum of s_k (t - t_k)+, and H_x at most the sum of s_k H_(x t_k) of one run.
     */
    private static final int CHORDS = 240;
    private static final double FARTHEST = 40;
    private static final double LEAST_RANGE = 1e-3;
    private static final int DOTS = 400;

    private final Above here;
    private final Above mirror;
    private Optional<Pair> pair = Optional.empty();

    private SelectedProfile(Above here, Above mirror) {
        this.here = here;
        this.mirror = mirror;
    }

    /**
     * @param here the profile of one run, from above
     * @param back the same with the roles of the two neighbours swapped
     */
    public static SelectedProfile of(RunLaw law, Loss here, Loss back) {
        DoubleUnaryOperator one = Runs.above(here);
        DoubleUnaryOperator other = Runs.above(back);
        double corner = Math.max(corner(here), corner(back));
        Above above = Above.of(law, one, other, corner);
        return new SelectedProfile(above, here.equals(back) ? above : Above.of(law, other, one, corner));
    }

    private static double corner(Loss loss) {
        return loss instanceof Pair known ? known.lossMax() : Double.NaN;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon >= 0) return Bracket.of(Double.NEGATIVE_INFINITY, here.at(epsilon));
        Bracket mirrored = Bracket.of(Double.NEGATIVE_INFINITY, mirror.at(-epsilon));
        return Bracket.of(
                Double.NEGATIVE_INFINITY, LogDelta.mirrored(epsilon, mirrored).upper());
    }

    @Override
    public Pair pair(Side side) {
        if (!(side == Side.UPPER)) throw new IllegalArgumentException("a selection's profile is known from above only");
        if (pair.isEmpty()) pair = Optional.of(connected());
        return pair.get();
    }

    private Pair connected() {
        double reach = Math.max(Runs.reach(here::at), Runs.reach(mirror::at));
        double[] epsilon = new double[2 * DOTS + 1];
        double[] height = new double[2 * DOTS + 1];
        for (int i = -DOTS; i <= DOTS; i++) {
            epsilon[DOTS + i] = reach * i / DOTS;
            height[DOTS + i] = Math.min(1, Up.exp(logDelta(epsilon[DOTS + i]).upper()));
        }
        return ConnectTheDots.connected(epsilon, height);
    }

    /** One direction, from epsilon 0 on. */
    private static final class Above {
        private final DoubleUnaryOperator run;
        private final double[] logPlace;
        private final double[] logWeight;

        private Above(DoubleUnaryOperator run, double[] logPlace, double[] logWeight) {
            this.run = run;
            this.logPlace = logPlace;
            this.logWeight = logWeight;
        }

        static Above of(RunLaw law, DoubleUnaryOperator run, DoubleUnaryOperator back, double corner) {
            Runs runs = new Runs(law, run, back, corner);
            double first = Double.POSITIVE_INFINITY;
            for (int i = 0; i < runs.logP.length; i++) first = Math.min(first, runs.logQ[i] - runs.logP[i]);
            Lines lines = Lines.of(runs);
            double last = Math.min(first + FARTHEST, Math.max(first + LEAST_RANGE, lines.end()));
            double[] logPlace = new double[CHORDS + 1];
            double[] height = new double[CHORDS + 1];
            for (int k = 0; k <= CHORDS; k++) {
                Patience.check();
                // a little to the left of the first corner, where G is 0
                logPlace[k] = first - 4 * Ulp.ONE * (1 + Math.abs(first)) + (last - first) * k / CHORDS;
                height[k] = k == 0 ? 0 : lines.highest(Up.exp(logPlace[k]));
            }
            double[] logWeight = new double[CHORDS + 1];
            double before = 0;
            for (int k = 0; k <= CHORDS; k++) {
                double slope = k == CHORDS ? law.mean() : slope(logPlace, height, k);
                // G is nowhere steeper than the mean, whatever rounding makes of it
                slope = Math.max(Math.min(slope, law.mean()), before);
                logWeight[k] = Up.log(Up.sub(slope, before));
                before = slope;
            }
            return new Above(run, logPlace, logWeight);
        }

        private static double slope(double[] logPlace, double[] height, int k) {
            double width = Down.sub(Down.exp(logPlace[k + 1]), Up.exp(logPlace[k]));
            return Up.div(Math.max(0, Up.sub(height[k + 1], height[k])), width);
        }

        double at(double epsilon) {
            double[] terms = new double[logPlace.length];
            double top = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < terms.length; k++) {
                if (logWeight[k] == Double.NEGATIVE_INFINITY) terms[k] = Double.NEGATIVE_INFINITY;
                else terms[k] = logWeight[k] + run.applyAsDouble(Down.add(epsilon, logPlace[k]));
                top = Math.max(top, terms[k]);
            }
            if (top == Double.NEGATIVE_INFINITY) return top;
            double sum = 0;
            for (double term : terms) sum += Math.exp(term - top);
            double log = top + Math.log(sum);
            double up = log + 16 * Ulp.ONE * (terms.length + Math.abs(top) + Math.abs(log));
            // what could not be computed is not known
            return up <= 0 ? up : 0;
        }
    }

    /** The lines p t - q of all cells, with p rounded up and q rounded down. */
    private static final class Lines {
        private final double[] p;
        private final double[] q;

        private Lines(double[] p, double[] q) {
            this.p = p;
            this.q = q;
        }

        static Lines of(Runs runs) {
            double[] p = new double[runs.logP.length];
            double[] q = new double[p.length];
            for (int i = 0; i < p.length; i++) {
                p[i] = Up.exp(runs.logP[i]);
                q[i] = Down.exp(runs.logQ[i]);
            }
            return new Lines(p, q);
        }

        /** About where the steepest line takes over. */
        double end() {
            int steep = 0;
            for (int i = 1; i < p.length; i++) if (p[i] > p[steep] || (p[i] == p[steep] && q[i] < q[steep])) steep = i;
            double end = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < p.length; i++) {
                double rise = p[steep] - p[i];
                if (rise > 0) end = Math.max(end, Math.log(Math.max(0, q[steep] - q[i]) / rise));
            }
            return end;
        }

        /** The largest of them, rounded up. */
        double highest(double t) {
            double best = 0;
            for (int i = 0; i < p.length; i++) {
                double above = p[i] * t;
                best = Math.max(best, above - q[i] + 4 * Ulp.ONE * above);
            }
            return best;
        }
    }
}
