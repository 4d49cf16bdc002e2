package io.sordino.loss;

import io.sordino.numeric.Bracket;

/**
 * Shuffled binary randomized response, by looking at the datasets: at all of them, which is exact, or at a few, which says what
 * real neighbours attain.
 *
 * <p>A dataset is the number of ones among the other users; m and n - 1 - m are mirror images, so half of them suffice.
 *
 * @param datasets how many values of m, from 0 on, are looked at
 */
public record ShuffledBits(int reports, double epsilon0, int datasets) implements Pairable {
    /** What is outside the window is this much rarer than delta. */
    private static final double LOG_MARGIN = 24;

    private static final double TOLERANCE = 1e-12;
    private static final int GRID = 1200;

    public ShuffledBits {
        if (!(reports >= 2)) throw new IllegalArgumentException("reports must be at least 2, was " + reports);
        if (!(epsilon0 > 0 && epsilon0 <= 700))
            throw new IllegalArgumentException("epsilon0 must be in (0, 700], was " + epsilon0);
        if (!(datasets >= 1 && datasets <= reports))
            throw new IllegalArgumentException("datasets must be in [1, reports], was " + datasets);
    }

    /** Looks at every dataset. */
    public static ShuffledBits all(int reports, double epsilon0) {
        return new ShuffledBits(reports, epsilon0, (reports - 1) / 2 + 1);
    }

    private BitCounts counts(int ones, double logDelta) {
        return new BitCounts(reports, ones, epsilon0, Math.min(0, logDelta) - LOG_MARGIN);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon >= epsilon0) return Bracket.exactly(Double.NEGATIVE_INFINITY);
        if (epsilon < 0) return Reflection.below(epsilon, logDelta(-epsilon));
        double log = -20;
        Bracket first = counts(0, log).logDelta(epsilon);
        for (int i = 0; i < 8 && !(first.lower() > log); i++) {
            log = Math.max(-700, 2 * log);
            first = counts(0, log).logDelta(epsilon);
        }
        Bracket worst = first;
        for (int ones = 1; ones < datasets; ones++)
            worst = worst.max(counts(ones, log).logDelta(epsilon));
        return Bracket.of(worst.lower(), Math.min(0, worst.upper()));
    }

    @Override
    public Bracket epsilon(double delta) {
        // every report the victim's symbol: possible, and e^epsilon0 times likelier for one neighbour
        if (delta == 0) return Bracket.exactly(epsilon0);
        double log = Math.log(delta);
        Bracket worst = of(counts(0, log), delta);
        for (int ones = 1; ones < datasets; ones++) {
            BitCounts one = counts(ones, log);
            if (one.delta(worst.lower()).upper() > delta) worst = worst.max(of(one, delta));
        }
        return worst;
    }

    private Bracket of(BitCounts one, double delta) {
        double guess =
                Math.min(0.9 * epsilon0, 5 * Math.expm1(epsilon0) * Math.exp(-epsilon0 / 2) / Math.sqrt(reports));
        return Inversion.epsilon(one::logDelta, delta, guess, epsilon0, TOLERANCE);
    }

    /** Upper: the largest of all profiles, by chords. Lower: one dataset, the others all holding a zero. */
    @Override
    public Pair pair(Side side) {
        if (side == Side.LOWER) return counts(0, -100).attained();
        double reach = 1e-9;
        BitCounts first = counts(0, -90);
        while (reach < epsilon0 && first.logDelta(reach).upper() > -70) reach *= 1.3;
        reach = Math.min(reach, epsilon0 * (1 - 1e-9));
        double[] epsilons = new double[GRID];
        for (int j = 0; j < GRID; j++) epsilons[j] = reach * j / (GRID - 1);
        double[] most = new double[GRID];
        BitCounts.Orders orders = new BitCounts.Orders(epsilons, epsilon0);
        for (int ones = 0; ones < datasets; ones++) counts(ones, -90).raise(orders, most);
        return Chords.symmetric(epsilons, most, epsilon0);
    }
}
