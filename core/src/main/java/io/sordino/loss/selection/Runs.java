package io.sordino.loss.selection;

import io.sordino.loss.Loss;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.pair.AtomicProfile;
import io.sordino.numeric.Down;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * What a run's place among all runs says in addition to the run itself. Where Q puts w above an output, P puts at least u(w) above it; then the
 * output's chance to be the best has density f'(1 - u) under P at most, and f'(1 - w) under Q.
 *
 * <p>Cells of w, each with the largest of the one and the smallest of the other: docs/theory/SelectionByProfile.md
 */
final class Runs {
    private static final int ORDERS = 600;
    private static final double LOG_TAIL = -80;
    private static final double FARTHEST = 1e6;
    private static final int LEAST_CELLS = 2000;
    private static final int MOST_CELLS = 100_000;
    private static final double STEP = 5e-4;
    private static final int MANY_ATOMS = 16;

    /** Logarithms, of P's density rounded up and of Q's rounded down. */
    final double[] logP;

    final double[] logQ;

    /**
     * @param here at least log delta of P against Q
     * @param back at least log delta of Q against P
     * @param corner a loss that is the largest, or NaN
     */
    Runs(RunLaw law, DoubleUnaryOperator here, DoubleUnaryOperator back, double corner) {
        Tails tails = new Tails(here, back, corner);
        double range = law.range();
        int cells = (int) Math.max(LEAST_CELLS, Math.min(MOST_CELLS, range / STEP));
        logP = new double[cells];
        logQ = new double[cells];
        double from = 0;
        for (int i = 0; i < cells; i++) {
            if (i % 1000 == 0) Patience.check();
            double to = i + 1 == cells ? 1 : Math.min(1, Math.max(from, law.fallen(range * (i + 1) / cells)));
            logP[i] = law.logSlopeUp(tails.least(from));
            logQ[i] = law.logSlopeDown(to);
            from = to;
        }
    }

    /** At least log delta, quickly where a pair has very many atoms. */
    static DoubleUnaryOperator above(Loss loss) {
        if (loss instanceof AtomicPair atomic && atomic.atoms().size() > MANY_ATOMS)
            return new AtomicProfile(atomic)::logDelta;
        return epsilon -> loss.logDelta(epsilon).upper();
    }

    /** From which epsilon on a profile is negligible or as small as it gets. */
    static double reach(DoubleUnaryOperator logDelta) {
        double best = 1e-9;
        double least = logDelta.applyAsDouble(0);
        for (double reach = 1e-9; reach < FARTHEST && least > LOG_TAIL; reach *= 1.25) {
            double log = logDelta.applyAsDouble(reach);
            if (log < least) {
                least = log;
                best = reach;
            }
        }
        return best;
    }

    /** The least mass that P can have where Q has w, by lines: e^-eps (w - delta') and 1 - delta - e^eps (1 - w). */
    private static final class Tails {
        /** Corners of the upper envelope; any line is a bound, so a corner that rounding loses does no harm. */
        private final List<double[]> lines = new ArrayList<>();

        private int last;

        Tails(DoubleUnaryOperator here, DoubleUnaryOperator back, double corner) {
            List<double[]> all = new ArrayList<>();
            all.add(new double[] {0, 0});
            for (double order : orders(Math.max(reach(here), reach(back)), corner)) {
                double other = Up.exp(Math.min(0, back.applyAsDouble(order)));
                double shrink = Down.exp(-order);
                all.add(new double[] {shrink, -Up.mul(shrink, other)});
                double own = Up.exp(Math.min(0, here.applyAsDouble(order)));
                double grow = Up.exp(order);
                all.add(new double[] {grow, Down.sub(Down.sub(1, own), grow)});
            }
            all.sort((a, b) -> a[0] == b[0] ? Double.compare(a[1], b[1]) : Double.compare(a[0], b[0]));
            for (double[] line : all) {
                while (!lines.isEmpty() && isHidden(line)) lines.remove(lines.size() - 1);
                lines.add(line);
            }
        }

        private boolean isHidden(double[] next) {
            double[] top = lines.get(lines.size() - 1);
            if (next[0] == top[0]) return next[1] >= top[1];
            if (lines.size() == 1) return next[1] >= top[1];
            double[] before = lines.get(lines.size() - 2);
            return (next[1] - before[1]) * (top[0] - before[0]) >= (top[1] - before[1]) * (next[0] - before[0]);
        }

        private static double[] orders(double reach, double corner) {
            double[] orders = new double[ORDERS + 1];
            for (int i = 0; i < ORDERS; i++) orders[i] = reach * i / (ORDERS - 1);
            orders[ORDERS] = corner > 0 && corner < FARTHEST ? corner : reach;
            return orders;
        }

        /** Asked for rising w. */
        double least(double w) {
            while (last + 1 < lines.size() && at(last + 1, w) >= at(last, w)) last++;
            return Math.max(0, Math.min(w, at(last, w)));
        }

        private double at(int i, double w) {
            return Down.add(Down.mul(lines.get(i)[0], w), lines.get(i)[1]);
        }
    }
}
