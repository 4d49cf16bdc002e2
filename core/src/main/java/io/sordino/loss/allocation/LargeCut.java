package io.sordino.loss.allocation;

/**
 * Which likelihood ratios of a step are large, and how many steps may show one.
 *
 * @param cut larger ratios are large
 * @param top larger ones are so rare that they may be given up
 * @param most how many steps with a large ratio are looked at
 * @param beyond at least the probability, with the record in k of t steps, of more such steps or of a ratio above {@code top}
 */
record LargeCut(double cut, double top, int most, double beyond) {
    /** More ways to see large ratios take too long. */
    private static final int MOST = 6;

    /** @param allowed what may be given up */
    static LargeCut of(LikelihoodRatio ratio, long selected, long steps, double allowed) {
        int most = (int) Math.min(MOST, steps);
        double top = Math.min(ratio.most, LinearRatioSum.reach(v -> any(ratio, v, selected, steps) <= allowed));
        double cut = Math.min(top, LinearRatioSum.reach(v -> more(ratio, v, selected, steps, most) <= allowed));
        return at(ratio, selected, steps, cut, top, most);
    }

    private static LargeCut at(LikelihoodRatio ratio, long selected, long steps, double cut, double top, int most) {
        return new LargeCut(
                cut,
                top,
                most,
                Math.min(1, more(ratio, cut, selected, steps, most) + any(ratio, top, selected, steps)));
    }

    /** The same with another cut. */
    LargeCut movedTo(double other, LikelihoodRatio ratio, long selected, long steps) {
        return at(ratio, selected, steps, other, Math.max(top, other), most);
    }

    private static double any(LikelihoodRatio ratio, double v, long selected, long steps) {
        if (!(v < ratio.most)) return 0;
        double[] above = ratio.above(v);
        return (selected * above[1] + steps * above[0]) * (1 + 1e-12);
    }

    /** Of k steps with the record and t - k without it more than {@code most} show a ratio above v: over all their choices. */
    private static double more(LikelihoodRatio ratio, double v, long selected, long steps, int most) {
        if (most >= steps || !(v < ratio.most)) return 0;
        double[] above = ratio.above(v);
        double sum = 0;
        for (int hits = 0; hits <= Math.min(selected, most + 1); hits++)
            sum += choices(selected, hits, above[1]) * choices(steps - selected, most + 1 - hits, above[0]);
        return Math.min(1, sum * (1 + 1e-12));
    }

    /** n choose m, times p^m. */
    private static double choices(long n, int m, double p) {
        double product = 1;
        for (int i = 0; i < m; i++) product *= Math.max(0, n - i) / (i + 1.0) * p;
        return product;
    }
}
