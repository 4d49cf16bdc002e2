package io.sordino.theorem;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The same plan with twice the noise, or half the promise, in every leaf. */
final class Noisier {
    private Noisier() {}

    private static final DoubleUnaryOperator TWICE = x -> 2 * x;
    private static final DoubleUnaryOperator HALF = x -> x / 2;
    private static final DoubleUnaryOperator SAME = x -> x;

    /** How the first and the second parameter of a leaf change. */
    private record Change(DoubleUnaryOperator first, DoubleUnaryOperator second) {}

    private static final Map<String, Change> CHANGES = Map.ofEntries(
            Map.entry("gaussian", new Change(TWICE, SAME)),
            Map.entry("laplace", new Change(TWICE, SAME)),
            Map.entry("discrete_gaussian", new Change(TWICE, SAME)),
            Map.entry("discrete_laplace", new Change(TWICE, SAME)),
            Map.entry("truncated_laplace", new Change(TWICE, TWICE)),
            Map.entry("truncated_gaussian", new Change(TWICE, TWICE)),
            Map.entry("sinh_normal", new Change(TWICE, TWICE)),
            Map.entry("randomized_response", new Change(HALF, SAME)),
            Map.entry("sampled_response", new Change(SAME, HALF)),
            Map.entry("exponential", new Change(HALF, SAME)),
            Map.entry("permute_and_flip", new Change(HALF, SAME)),
            Map.entry("tree_aggregation", new Change(TWICE, SAME)),
            Map.entry("mixture_of_gaussians", new Change(TWICE, SAME)),
            Map.entry("dp", new Change(HALF, HALF)),
            Map.entry("gdp", new Change(HALF, SAME)),
            Map.entry("local", new Change(HALF, SAME)),
            Map.entry("zcdp", new Change(HALF, HALF)),
            Map.entry("tcdp", new Change(HALF, SAME)),
            Map.entry("cdp", new Change(HALF, HALF)),
            Map.entry("rdp", new Change(SAME, HALF)),
            Map.entry("local_laplace", new Change(HALF, SAME)),
            Map.entry("subset", new Change(HALF, SAME)),
            Map.entry("local_hash", new Change(HALF, SAME)),
            Map.entry("hadamard", new Change(HALF, SAME)),
            Map.entry("unary", new Change(HALF, SAME)),
            Map.entry("blanket_histogram", new Change(SAME, rate -> (1 + 2 * rate) / 4)),
            Map.entry("flooded_count", new Change(TWICE, SAME)),
            Map.entry("split_sum", new Change(SAME, TWICE)),
            Map.entry("rappor", new Change(f -> (1 + f) / 2, SAME)));

    private static final String NUMBER = "[0-9.]+(?:[eE][-+]?[0-9]+)?";
    private static final Pattern LEAF = Pattern.compile(
            "\\b(" + String.join("|", CHANGES.keySet()) + ")\\((" + NUMBER + ")(?:(, (?:[a-z]+=)?)(" + NUMBER + "))?");
    private static final Pattern RUN = Pattern.compile("\\bnoise=(" + NUMBER + ")");

    /** Two lists of numbers that promise something. */
    private static final Pattern LISTS =
            Pattern.compile("\\b(profile|rdp_orders|finite_pair)\\(\\[([^]]*)], \\[([^]]*)]");

    static String than(String plan) {
        Matcher run = RUN.matcher(plan);
        String noisy = run.replaceAll(match -> "noise=" + 2 * Double.parseDouble(match.group(1)));
        String runs = LISTS.matcher(noisy).replaceAll(Noisier::lists);
        return LEAF.matcher(runs).replaceAll(Noisier::leaf);
    }

    private static String lists(MatchResult match) {
        double[] first = numbers(match.group(2));
        double[] second = numbers(match.group(3));
        boolean laws = match.group(1).equals("finite_pair");
        for (int i = 0; i < first.length; i++) {
            // a fair coin decides which of the two laws answers, or else half of what was promised
            if (laws) first[i] = (first[i] + second[i]) / 2;
            else second[i] /= 2;
            if (match.group(1).equals("profile")) first[i] /= 2;
        }
        return match.group(1) + "(" + Arrays.toString(first) + ", " + Arrays.toString(second);
    }

    private static double[] numbers(String list) {
        return Arrays.stream(list.split(",", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static String leaf(MatchResult match) {
        Change change = Objects.requireNonNull(CHANGES.get(match.group(1)));
        String first = match.group(1) + "(" + change.first.applyAsDouble(Double.parseDouble(match.group(2)));
        if (match.group(4) == null) return first;
        // counts such as k=3 stay as they are written
        String second = change.second == SAME
                ? match.group(4)
                : String.valueOf(change.second.applyAsDouble(Double.parseDouble(match.group(4))));
        return first + match.group(3) + second;
    }
}
