package io.sordino.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known name that a misspelt one most likely means. */
final class Nearest {
    private static final int LONGEST = 40;

    private Nearest() {}

    static Optional<String> to(String typed, Collection<String> known) {
        if (typed.length() > LONGEST) return Optional.empty();
        String wanted = typed.toLowerCase(Locale.ROOT);
        return known.stream()
                .min(Comparator.<String>comparingInt(name -> distance(wanted, name))
                        .thenComparing(name -> name))
                .filter(name -> distance(wanted, name) <= Math.max(1, Math.min(wanted.length(), name.length()) / 3));
    }

    static String shortened(String name) {
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST) + "...";
    }

    /** Levenshtein distance to the lower-cased name, two neighbouring letters swapped counted as one slip. */
    private static int distance(String from, String name) {
        String to = name.toLowerCase(Locale.ROOT);
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                int best = Math.min(cost[i - 1][j - 1] + change, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                boolean swapped = i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
                cost[i][j] = swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
            }
        }
        return cost[from.length()][to.length()];
    }
}
