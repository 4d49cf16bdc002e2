package io.sordino.loss;

import io.sordino.numeric.Bracket;

/** Delta of a continuous pair as a sum of 1 - e^(epsilon - loss) over cells, for where a difference of two tails would cancel. */
final class CellSum {
    private static final int CELLS = 400;
    private static final double ROUNDING = 1 + 1e-9;

    private CellSum() {}

    /**
     * Each end of a cell gives one side.
     *
     * @param span how far above epsilon losses are still seen
     */
    static Bracket logDelta(Pair pair, double epsilon, double span) {
        double[] edges = new double[CELLS + 2];
        for (int i = 0; i <= CELLS; i++) edges[i] = epsilon + span * i * (double) i / ((double) CELLS * CELLS);
        edges[CELLS + 1] = Double.POSITIVE_INFINITY;
        double[] p = new double[CELLS + 1];
        pair.cells(edges, p, new double[CELLS + 1]);
        double upper = p[CELLS];
        double lower = 0;
        for (int i = 0; i < CELLS; i++) {
            upper += p[i] * -Math.expm1(epsilon - edges[i + 1]);
            lower += p[i] * -Math.expm1(epsilon - edges[i]);
        }
        return Bracket.of(
                lower > 0 ? Math.log(lower / ROUNDING) : Double.NEGATIVE_INFINITY,
                upper > 0 ? Math.min(0, Math.log(upper * ROUNDING)) : Math.log(Double.MIN_NORMAL));
    }
}
