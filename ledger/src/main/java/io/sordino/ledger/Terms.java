package io.sordino.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.ledger.rule.Bank;
import io.sordino.ledger.rule.Filter;
import io.sordino.ledger.rule.Rule;
import io.sordino.ledger.rule.Sums;
import io.sordino.ledger.rule.Units;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a budget is, in words and decimals: everything else about it is worked out from here.
 *
 * @param dataset what it is about, for people
 * @param unit whom it protects, for people; with a refill it says per which period
 * @param bank the coupons, or the plan whose Renyi curve is the limit
 * @param epsilon the promise of a filter; a bank's is worked out
 * @param orders of a Renyi filter
 * @param alerts shares of the budget in percent at which to speak up
 */
public record Terms(
        String name,
        String dataset,
        String unit,
        Relation relation,
        Kind kind,
        Optional<Mechanism> bank,
        Optional<BigDecimal> epsilon,
        BigDecimal delta,
        List<Double> orders,
        List<Integer> alerts,
        Refill refill) {
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._:@/-]{0,99}");
    private static final int LONG = 200;

    /** How it is spent. */
    public enum Kind {
        /** Coupons. */
        BANK,
        /** Sums of epsilon and delta. */
        SUMS,
        /** Sums of rho. */
        ZCDP,
        /** Sums of mu^2. */
        GDP,
        /** Sums of Renyi divergences. */
        RENYI;

        /** As users write it. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        /** Read from what users write. */
        public static Kind of(String label) {
            for (Kind kind : values())
                if (kind.label().equals(label.strip().toLowerCase(java.util.Locale.ROOT))) return kind;
            throw new InvalidException("a filter is sums, zcdp, gdp or renyi, was '" + label + "'");
        }
    }

    public Terms {
        orders = List.copyOf(orders);
        alerts = List.copyOf(alerts);
        if (!(NAME.matcher(name).matches()))
            throw new InvalidException(
                    "a budget's name begins with a letter or digit and has at most 100 of letters, digits and ._:@/-");
        if (!(dataset.length() <= LONG && unit.length() <= LONG))
            throw new InvalidException("dataset and unit are names of at most " + LONG + " characters");
        if (!(delta.signum() >= 0 && delta.compareTo(BigDecimal.ONE) < 0))
            throw new InvalidException("delta must be in [0, 1), was " + delta);
        if (kind == Kind.BANK && bank.isEmpty()) throw new InvalidException("a bank needs a plan of coupons");
        if (kind != Kind.BANK && kind != Kind.RENYI && epsilon.isEmpty())
            throw new InvalidException("a filter needs an epsilon");
        if (kind == Kind.RENYI && epsilon.isEmpty() == bank.isEmpty())
            throw new InvalidException(
                    "a Renyi filter has an epsilon or the plan whose curve is the limit", "give one of the two");
        for (int alert : alerts)
            if (!(alert >= 1 && alert <= 100))
                throw new InvalidException("an alert is at 1 to 100 percent, was " + alert);
        refill.check(unit);
    }

    /** The rule that these terms are. */
    public Rule rule(Accountant accountant) {
        return switch (kind) {
            case BANK -> new Bank(accountant, relation, bank.orElseThrow(), delta);
            case SUMS -> new Sums(accountant, relation, epsilon.orElseThrow(), delta);
            case ZCDP -> Filter.zcdp(accountant, relation, epsilon.orElseThrow(), delta);
            case GDP -> Filter.gdp(accountant, relation, epsilon.orElseThrow(), delta);
            case RENYI ->
                bank.isPresent()
                        ? Filter.curve(accountant, relation, delta, bank.get(), orders)
                        : Filter.renyi(accountant, relation, epsilon.orElseThrow(), delta, orders.get(0));
        };
    }

    /** As it is written into the ledger. */
    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("dataset", dataset);
        json.put("unit", unit);
        json.put("relation", relation.name());
        json.put("rule", kind.label());
        bank.ifPresent(plan -> json.put("plan", Plans.print(plan)));
        epsilon.ifPresent(value -> json.put("epsilon", Units.text(value)));
        json.put("delta", Units.text(delta));
        if (!orders.isEmpty()) orders.forEach(json.putArray("orders")::add);
        if (!alerts.isEmpty()) alerts.forEach(json.putArray("alerts")::add);
        if (refill != Refill.NEVER) json.put("refill", refill.label());
        return json;
    }

    /** Read back from a line of the ledger. */
    static Terms of(JsonNode line) {
        List<Double> orders = new ArrayList<>();
        line.path("orders").forEach(order -> orders.add(order.doubleValue()));
        List<Integer> alerts = new ArrayList<>();
        line.path("alerts").forEach(alert -> alerts.add(alert.intValue()));
        return new Terms(
                line.path("budget").asText(),
                line.path("dataset").asText(),
                line.path("unit").asText(),
                Relation.valueOf(line.path("relation").asText()),
                Kind.of(line.path("rule").asText()),
                Optional.ofNullable(line.get("plan")).map(plan -> Plans.parse(plan.asText())),
                Optional.ofNullable(line.get("epsilon")).map(value -> new BigDecimal(value.asText())),
                new BigDecimal(line.path("delta").asText()),
                orders,
                alerts,
                Refill.of(line.path("refill").asText("never")));
    }
}
