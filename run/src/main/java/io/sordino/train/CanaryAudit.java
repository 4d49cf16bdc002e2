package io.sordino.train;

import io.sordino.noise.RandomSource;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Root;
import io.sordino.refusal.InvalidException;
import io.sordino.train.data.Examples;
import io.sordino.train.data.SparseFeatures;
import java.util.Arrays;

/**
 * What one run of training tells about its own privacy. Canaries are records with a feature of their own; a coin decides for each one whether it
 * takes part or a record of zeros does. From the weights of their features it is guessed which ones did, and too many right guesses refute
 * a small epsilon.
 *
 * <p>Steinke, Nasr and Jagielski 2023 (arXiv:2305.08846), Theorem 5.2: of r guesses about m canaries, at least v are right with a
 * probability of at most beta + 2 m delta alpha, where beta is that of a binomial with chance e^eps / (1 + e^eps), and alpha the largest
 * {@code P(v - i <= binomial < v) / i}.
 */
public final class CanaryAudit {
    private static final int QUESTIONS = 50;
    private static final double LARGEST_EPSILON = 60;

    private CanaryAudit() {}

    /** The variant for so many records and features. */
    public interface Shape {
        /** The variant to train by. */
        Training of(int records, int features);
    }

    /**
     * What was seen.
     *
     * @param epsilonLower a smaller epsilon is refuted, with the given confidence
     */
    public record Seen(int canaries, int guesses, int right, double confidence, double delta, double epsilonLower) {}

    /** Trains once on the examples and on canaries that each have a feature of length {@code norm} to themselves. */
    public static Seen run(
            Examples examples,
            Shape shape,
            int canaries,
            double norm,
            double delta,
            double confidence,
            RandomSource random) {
        if (!(canaries >= 10)) throw new InvalidException("canaries must be at least 10, was " + canaries);
        if (!(confidence >= 0.5 && confidence < 1))
            throw new InvalidException("confidence must be in [0.5, 1), was " + confidence);
        boolean[] joins = new boolean[canaries];
        for (int i = 0; i < canaries; i++) joins[i] = random.coin();
        Examples all = withCanaries(examples, joins, norm);
        Training variant = shape.of(all.size(), all.features().columns());
        if (!(!variant.model().intercept() && variant.model().loss().outputs() == 1))
            throw new InvalidException("an audit with canaries needs one output and no intercept");
        double[] weights = variant.train(all, random, done -> {}).weights();
        double[] scores = Arrays.copyOfRange(weights, examples.features().columns(), weights.length);
        return judged(scores, joins, delta, confidence);
    }

    /** The most extreme scores are guessed at, in numbers that are fixed beforehand; the doubt is shared among them. */
    private static Seen judged(double[] scores, boolean[] joins, double delta, double confidence) {
        int m = scores.length;
        Integer[] order = new Integer[m];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Double.compare(scores[a], scores[b]));
        int[] sides = {Math.max(1, m / 50), Math.max(1, m / 10), Math.max(1, m / 4), m / 2};
        Seen best = new Seen(m, 0, 0, confidence, delta, 0);
        for (int side : sides) {
            int right = 0;
            for (int i = 0; i < side; i++) {
                if (!joins[order[i]]) right++;
                if (joins[order[m - 1 - i]]) right++;
            }
            double lower = epsilonLower(m, 2 * side, right, delta, (1 - confidence) / sides.length);
            if (lower >= best.epsilonLower) best = new Seen(m, 2 * side, right, confidence, delta, lower);
        }
        return best;
    }

    /** The largest epsilon that so many right guesses refute, but for a chance of at most {@code tail}. */
    public static double epsilonLower(int canaries, int guesses, int right, double delta, double tail) {
        if (!(right >= 0 && right <= guesses && guesses <= canaries))
            throw new InvalidException(
                    "right guesses, guesses and canaries must rise, were " + right + ", " + guesses + ", " + canaries);
        if (chance(canaries, guesses, right, 0, delta) > tail) return 0;
        return Root.lastTrue(
                epsilon -> chance(canaries, guesses, right, epsilon, delta) <= tail, 0, LARGEST_EPSILON, QUESTIONS);
    }

    /** At most so likely are so many right guesses of an (epsilon, delta)-private run; rounded up. */
    static double chance(int canaries, int guesses, int right, double epsilon, double delta) {
        if (right == 0) return 1;
        double chance = 1 / (1 + Math.exp(-epsilon));
        double beta = Math.exp(Binomial.logSf(right - 1, guesses, chance).upper());
        double alpha = 0;
        for (int i = 1; i <= right; i++) {
            double atLeast = right - i == 0
                    ? 1
                    : Math.exp(Binomial.logSf(right - i - 1, guesses, chance).upper());
            double below = Math.max(
                    0,
                    atLeast
                            - Math.exp(
                                    Binomial.logSf(right - 1, guesses, chance).lower()));
            alpha = Math.max(alpha, below / i);
            // no later term can be larger
            if (1.0 / (i + 1) <= alpha) break;
        }
        return (beta + 2.0 * canaries * delta * alpha) * (1 + 1e-9);
    }

    private static Examples withCanaries(Examples examples, boolean[] joins, double norm) {
        int rows = examples.size();
        int columns = examples.features().columns();
        int all = columns + joins.length;
        int[] starts = new int[rows + joins.length + 1];
        int kept = 0;
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) if (examples.features().at(i, j) != 0) kept++;
        for (boolean joined : joins) if (joined) kept++;
        int[] places = new int[kept];
        double[] values = new double[kept];
        double[] labels = new double[rows + joins.length];
        int used = 0;
        for (int i = 0; i < rows; i++) {
            labels[i] = examples.label(i);
            for (int j = 0; j < columns; j++) {
                double value = examples.features().at(i, j);
                if (value == 0) continue;
                places[used] = j;
                values[used++] = value;
            }
            starts[i + 1] = used;
        }
        for (int i = 0; i < joins.length; i++) {
            // one label for all: which of them took part is all that differs
            labels[rows + i] = 1;
            if (joins[i]) {
                places[used] = columns + i;
                values[used++] = norm;
            }
            starts[rows + i + 1] = used;
        }
        return Examples.of(SparseFeatures.of(starts, places, values, all), labels);
    }
}
