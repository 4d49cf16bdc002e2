package io.sordino.examples;

import io.sordino.Privacy;
import io.sordino.numeric.Bracket;
import java.util.LinkedHashMap;
import java.util.Map;

/** One training run, drawn in different ways: 15 epochs of 235 batches with noise multiplier 1.1. */
public final class CompareBatches {
    private CompareBatches() {}

    public static void main(String[] arguments) {
        Map<String, String> plans = new LinkedHashMap<>();
        plans.put("shuffled batches", "15 * shuffled_batches(235, gaussian(1.1))");
        plans.put("Poisson sampling", "3525 * poisson(1/235, gaussian(1.1))");
        plans.put("random allocation", "15 * allocated(1, 235, gaussian(1.1))");
        plans.forEach((name, plan) -> {
            Privacy privacy = Privacy.of(plan);
            Bracket epsilon = privacy.epsilon(1e-5).epsilon();
            System.out.printf(
                    "%-18s between %7s and %7s  (%s)%n",
                    name,
                    Outwards.down(epsilon.lower()),
                    Outwards.up(epsilon.upper()),
                    privacy.relation().label());
        });
    }
}
