package io.sordino.loss.pair;

import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;

/** Delta of a continuous pair as a sum of 1 - e^(epsilon - loss) over cells, for where a difference of two tails would cancel. */
public final class CellSum {
    private static final int CELLS = 400;
    private static final double ROUNDING = 1 + 1e-9;
    /** Above what the masses of all cells may lose where they are no normal doubles. */
    private static final double UNDERFLOW = Double.MIN_NORMAL;

    private CellSum() {}

    /**
     * Each end of a cell gives one side, as far off as the pair says its edges may be.
     *
     * @param span how far above epsilon losses are still seen
     */
    public static Bracket logDelta(Pair pair, double epsilon, double span) {
        double[] edges = new double[CELLS + 2];
        double start = epsilon - 2 * pair.edgeError(epsilon);
        for (int i = 0; i <= CELLS; i++) edges[i] = start + span * i * (double) i / ((double) CELLS * CELLS);
        edges[CELLS + 1] = Double.POSITIVE_INFINITY;
        double[] p = new double[CELLS + 1];
        pair.cells(edges, p, new double[CELLS + 1]);
        double upper = p[CELLS] + UNDERFLOW;
        double lower = -UNDERFLOW;
        double off = pair.edgeError(edges[0]);
        for (int i = 0; i < CELLS; i++) {
            double nextOff = pair.edgeError(edges[i + 1]);
            upper += p[i] * -Math.expm1(Math.min(0, epsilon - edges[i + 1] - nextOff));
            lower += p[i] * -Math.expm1(Math.min(0, epsilon - edges[i] + off));
            off = nextOff;
        }
        return Bracket.of(
                lower > 0 ? Math.log(lower / ROUNDING) : Double.NEGATIVE_INFINITY,
                Math.min(0, Math.log(upper * ROUNDING)));
    }
}
