package io.sordino.ledger.rule;

import io.sordino.plan.Plans;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An analyst who knows everything that was released and chooses the next request so as to tell two datasets apart best, by trying
 * everything that a rule grants: dynamic programming over what is left and the order at which the rest is played.
 */
final class BestResponse {
    private final Rule rule;
    private final Map<String, FinitePair> menu;
    private final Map<String, Cost> costs = new HashMap<>();
    private final Map<List<Object>, Double> known = new HashMap<>();

    /** @param menu requests, and their pairs in plain doubles */
    BestResponse(Rule rule, Map<String, FinitePair> menu) {
        this.rule = rule;
        this.menu = menu;
        // a budget that adds up promises is asked with the delta that each leaks
        menu.forEach((plan, pair) -> costs.put(
                plan,
                rule.cost(new Ask(
                        Plans.parse(plan),
                        Optional.empty(),
                        Optional.of(new BigDecimal(Double.toString(pair.infinity()))),
                        Optional.empty()))));
    }

    /** H_x of the whole run, from the beginning. */
    double at(double x) {
        Map<String, Long> left = new TreeMap<>();
        rule.resources().forEach(resource -> left.put(resource.name(), resource.most()));
        return at(left, x);
    }

    private double at(Map<String, Long> left, double x) {
        List<Object> key = List.of(left, (double) Math.round(x * 1e12) / 1e12);
        Double before = known.get(key);
        if (before != null) return before;
        double value = Math.max(0, 1 - x);
        for (Map.Entry<String, FinitePair> request : menu.entrySet()) {
            Optional<Withdrawal> taken = Optional.ofNullable(costs.get(request.getKey()))
                    .orElseThrow()
                    .from(left);
            if (taken.isEmpty()) continue;
            Map<String, Long> after = new TreeMap<>(left);
            taken.get().amounts().forEach((name, amount) -> after.merge(name, -amount, Long::sum));
            value = Math.max(value, request.getValue().then(x, rest -> at(after, rest)));
        }
        known.put(key, value);
        return value;
    }
}
