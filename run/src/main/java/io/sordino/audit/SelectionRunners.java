package io.sordino.audit;

import io.sordino.mechanism.RepeatAndSelect;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The best of a random number of runs, where an output is the better the more it speaks for the first input, or the less. */
final class SelectionRunners {
    private static final double MOST_RUNS = 1e4;

    /** What is left of a law is not drawn. */
    private static final double NOTHING = 0x1p-60;

    private SelectionRunners() {}

    static List<Runner> of(RepeatAndSelect m, List<Runner> bases) {
        if (!(m.mean() <= MOST_RUNS))
            throw new InvalidException("mean must be at most 10^4 to be run, was " + m.mean());
        Lot runs = new Lot(law(m));
        return bases.stream()
                .flatMap(base -> Stream.of(selected(m, runs, base, 1), selected(m, runs, base, -1)))
                .toList();
    }

    private static Runner selected(RepeatAndSelect m, Lot runs, Runner base, int order) {
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                Evidence best = Evidence.NONE;
                int count = runs.draw(random);
                for (int i = 0; i < count; i++) {
                    Evidence one = base.run(copies, first, random);
                    if (i == 0 || order * one.score() > order * best.score()) best = one;
                }
                return best;
            }

            @Override
            public double cost() {
                return 1 + m.mean() * base.cost();
            }
        };
    }

    /** In proportion to the probabilities of 0, 1, 2, ... runs. */
    private static double[] law(RepeatAndSelect m) {
        double goesOn = m.isPoisson() ? 0 : goesOn(m.mean(), m.shape());
        int at = m.isPoisson() ? 0 : 1;
        double log = m.isPoisson() ? -m.mean() : 0;
        double[] weights = new double[64];
        double sum = weights[at] = Math.exp(log);
        while (at < m.mean() || weights[at] > NOTHING * sum) {
            if (at + 1 == weights.length) weights = Arrays.copyOf(weights, 2 * weights.length);
            log += Math.log(m.isPoisson() ? m.mean() / (at + 1) : goesOn * (at + m.shape()) / (at + 1));
            weights[++at] = Math.exp(log);
            sum += weights[at];
        }
        return Arrays.copyOf(weights, at + 1);
    }

    /**
     * The probability of going on in the usual form of the negative binomial law, whose mean after truncation to at least 1 rises with it. Found
     * here again, and not by the accountant, whose claim is looked into.
     */
    private static double goesOn(double mean, double shape) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < 200; i++) {
            double middle = low + (high - low) / 2;
            if (truncatedMean(middle, shape) < mean) low = middle;
            else high = middle;
        }
        return low;
    }

    private static double truncatedMean(double goesOn, double shape) {
        if (goesOn == 0) return 1;
        double odds = goesOn / (1 - goesOn);
        double stops = Math.log1p(-goesOn);
        return shape * -stops < 1e-9 ? odds / -stops : shape * odds / -Math.expm1(shape * stops);
    }
}
