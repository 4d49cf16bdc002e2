package io.sordino.ledger;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What somebody who wants a budget says, before everything that was left open is filled in.
 *
 * @param bank coupons, or with a Renyi filter the plan whose curve is the limit
 * @param epsilon the promise, for a budget without a plan
 * @param filter how requests add up without a plan
 * @param order of a Renyi filter
 */
public record Draft(
        String name,
        String dataset,
        String unit,
        Relation relation,
        Optional<Mechanism> bank,
        Optional<BigDecimal> epsilon,
        BigDecimal delta,
        Optional<Terms.Kind> filter,
        Optional<Double> order,
        List<Integer> alerts,
        Refill refill) {
    /** Shares of a budget at which one speaks up unless told otherwise. */
    public static final List<Integer> ALERTS = List.of(50, 80, 95);

    private static final int LARGEST_ORDER = 256;
    private static final int LARGEST_OF_CURVE = 32;

    public Draft {
        alerts = List.copyOf(alerts);
        filter = filter.filter(kind -> kind != Terms.Kind.BANK);
        boolean curve = filter.filter(kind -> kind == Terms.Kind.RENYI).isPresent();
        if (bank.isPresent() && (epsilon.isPresent() || (filter.isPresent() && !curve)))
            throw new InvalidException(
                    "a bank's promise is worked out from its plan",
                    "leave out the epsilon and the filter, or the bank");
        if (bank.isEmpty() && epsilon.isEmpty())
            throw new InvalidException("a budget needs coupons or an epsilon", "give a plan of coupons, or an epsilon");
    }

    /** With everything filled in. */
    public Terms terms() {
        Terms.Kind kind = filter.orElse(bank.isPresent() ? Terms.Kind.BANK : Terms.Kind.SUMS);
        return new Terms(
                name,
                dataset,
                unit,
                relation,
                kind,
                bank,
                epsilon,
                delta,
                orders(kind),
                alerts.stream().sorted().toList(),
                refill);
    }

    private List<Double> orders(Terms.Kind kind) {
        if (kind != Terms.Kind.RENYI) return List.of();
        if (order.isPresent()) return List.of(order.get());
        if (bank.isPresent())
            return IntStream.rangeClosed(2, LARGEST_OF_CURVE)
                    .mapToObj(one -> (double) one)
                    .toList();
        // one that suits Gaussian requests
        double best =
                1 + 2 * -Math.log(delta.doubleValue()) / epsilon.orElseThrow().doubleValue();
        return List.of(Math.min(LARGEST_ORDER, Math.max(2, Math.rint(best))));
    }
}
