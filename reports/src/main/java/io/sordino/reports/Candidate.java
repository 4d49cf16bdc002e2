package io.sordino.reports;

import io.sordino.client.Randomizer;
import io.sordino.mechanism.HadamardResponse;
import io.sordino.mechanism.LocalHash;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.SubsetSelection;
import io.sordino.mechanism.UnaryEncoding;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * A way of answering whose local epsilon is to be found.
 *
 * @param plan the local randomizer of the plan language at an epsilon
 * @param words what a campaign says of it at an epsilon: probabilities over 2^62, rounded towards more noise
 */
public record Candidate(String name, DoubleFunction<Mechanism> plan, DoubleFunction<Map<String, Object>> words) {
    private static final double WHOLE = 0x1p62;
    private static final long ALL = 1L << 62;
    private static final int CELLS = 1024;

    /** All whose messages are not too long for a question of so many values, where a device's answer may have about this epsilon. */
    public static List<Candidate> of(int values, double about) {
        List<Candidate> all = new ArrayList<>();
        all.add(new Candidate(
                "randomized_response",
                epsilon -> new RandomizedResponse(epsilon, values),
                epsilon -> words("randomized_response", "truth", ALL - lie(epsilon, values - 1.0))));
        // a bit a value, as those with sets have
        boolean fits = values <= Byte.SIZE * Randomizer.LONGEST;
        if (fits)
            all.add(new Candidate("unary", UnaryEncoding::new, epsilon -> words("unary", "flip", lie(epsilon / 2, 1))));
        // sets of about d / (e^epsilon + 1) are the best; sets of one are k-ary response
        int w = (int) Math.max(1, Math.min(values / 2.0, Math.rint(values / (Math.exp(about) + 1))));
        if (fits && w >= 2)
            all.add(new Candidate("subset", epsilon -> new SubsetSelection(epsilon, values, w), epsilon -> {
                Map<String, Object> words =
                        words("subset", "inside", ALL - lie(epsilon, Up.div(values - (double) w, w)));
                words.put("w", w);
                return words;
            }));
        int l = images(about);
        all.add(new Candidate("local_hash", epsilon -> new LocalHash(epsilon, l), epsilon -> {
            Map<String, Object> words = words("local_hash", "truth", ALL - lie(epsilon, l - 1.0));
            words.put("l", l);
            return words;
        }));
        all.add(new Candidate(
                "hadamard", HadamardResponse::new, epsilon -> words("hadamard", "truth", ALL - lie(epsilon, 1))));
        return List.copyOf(all);
    }

    /** The one that answers by a number: Laplace noise on a grid whose steps add next to nothing to it. */
    static Candidate ofNumbers() {
        return new Candidate("local_laplace", LocalLaplace::new, epsilon -> {
            // none with probability 1 - s, s = e^-(epsilon / (2 cells)), and more by the same
            long further = (long) Math.min(WHOLE - 1024, Math.ceil(Up.exp(-epsilon / (2 * CELLS)) * WHOLE));
            Map<String, Object> words = words("local_laplace", "further", further);
            words.put("cells", CELLS);
            return words;
        });
    }

    /** The power of two next to e^epsilon + 1, where hashing has the least variance. */
    private static int images(double epsilon) {
        double best = Math.rint(Math.log(Math.exp(epsilon) + 1) / Math.log(2));
        return 1 << (int) Math.max(1, Math.min(16, best));
    }

    /** others e^-epsilon / (1 + others e^-epsilon) over 2^62, and not less. */
    static long lie(double epsilon, double others) {
        double x = Up.mul(others, Up.exp(-epsilon));
        return (long) Math.min(WHOLE, Math.ceil(Up.div(x, Down.add(1, x)) * WHOLE));
    }

    private static Map<String, Object> words(String name, String probability, long threshold) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("name", name);
        words.put(probability, threshold);
        return words;
    }
}
