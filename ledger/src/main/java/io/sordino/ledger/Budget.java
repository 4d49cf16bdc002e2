package io.sordino.ledger;

import io.sordino.account.Accountant;
import io.sordino.ledger.rule.Ask;
import io.sordino.ledger.rule.Cost;
import io.sordino.ledger.rule.Resource;
import io.sordino.ledger.rule.Rule;
import io.sordino.ledger.store.Holding;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.InvalidException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** A budget as it was created: its terms, its rule, and what requests cost, which is worked out once. */
public final class Budget {
    private static final BigInteger HUNDRED = BigInteger.valueOf(100);
    private static final int MOST_REMEMBERED = 10_000;

    private final Terms terms;
    private final Rule rule;
    private final Map<Ask, Cost> costs = new ConcurrentHashMap<>();

    Budget(Terms terms, Accountant accountant) {
        this.terms = terms;
        this.rule = terms.rule(accountant);
    }

    /** What it is. */
    public Terms terms() {
        return terms;
    }

    /** How it is spent. */
    public Rule rule() {
        return rule;
    }

    Cost cost(Ask ask, Optional<Relation> relation) {
        relation.ifPresent(asked -> {
            if (asked != terms.relation())
                throw new InvalidException(
                        "the budget " + terms.name() + " is about "
                                + terms.relation().label() + " neighbours, the request about " + asked.label(),
                        "give --relation " + terms.relation().label() + ", or create a budget for " + asked.label());
        });
        Cost known = costs.get(ask);
        if (known != null) return known;
        Cost cost = rule.cost(ask);
        if (costs.size() >= MOST_REMEMBERED) costs.clear();
        costs.put(ask, cost);
        return cost;
    }

    /** What a period has before anything is taken. */
    Map<String, Holding> fresh() {
        Map<String, Holding> all = new TreeMap<>();
        for (Resource resource : rule.resources()) all.put(resource.name(), new Holding(resource.most(), 0));
        return all;
    }

    static Map<String, Long> left(Map<String, Holding> holdings) {
        Map<String, Long> left = new TreeMap<>();
        holdings.forEach((name, holding) -> left.put(name, holding.left()));
        return left;
    }

    static Map<String, Long> taken(Map<String, Holding> holdings) {
        Map<String, Long> taken = new TreeMap<>();
        holdings.forEach((name, holding) -> taken.put(name, holding.spent()));
        return taken;
    }

    /** The resource of which the largest share is taken, in percent and rounded down. */
    static int percent(Map<String, Holding> holdings) {
        int most = 0;
        for (Holding one : holdings.values()) {
            if (one.most() == 0) continue;
            BigInteger share = BigInteger.valueOf(one.spent()).multiply(HUNDRED).divide(BigInteger.valueOf(one.most()));
            most = Math.max(most, share.intValueExact());
        }
        return most;
    }

    /** The alerts that lie between two states. */
    List<Integer> alerts(int before, int after) {
        List<Integer> passed = new ArrayList<>();
        for (int alert : terms.alerts()) if (before < alert && after >= alert) passed.add(alert);
        return passed;
    }
}
