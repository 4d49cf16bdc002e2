package io.sordino.ledger.rule;

import io.sordino.account.Accountant;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A filter: measures that add up, each with a limit fixed beforehand, and every request must fit under all of them. zCDP, GDP and a
 * Renyi curve are filters; statement and proof in docs/theory.
 */
public final class Filter implements Rule {
    /** Of a limit that was looked for. */
    private static final MathContext LIMIT = new MathContext(12, RoundingMode.DOWN);

    private static final int MOST_STEPS = 80;

    private final Accountant accountant;
    private final Relation relation;
    private final double delta;
    private final List<Part> parts;

    private record Part(Measure measure, BigDecimal limit, int digits) {
        Part(Measure measure, BigDecimal limit) {
            this(measure, limit, Units.digitsFor(limit));
        }
    }

    private Filter(Accountant accountant, Relation relation, BigDecimal delta, List<Part> parts) {
        this.accountant = accountant;
        this.relation = relation;
        this.delta = Sums.down(delta);
        this.parts = List.copyOf(parts);
    }

    /** Sums of rho, as many as keep (epsilon, delta). */
    public static Filter zcdp(Accountant accountant, Relation relation, BigDecimal epsilon, BigDecimal delta) {
        return single(accountant, relation, epsilon, delta, new Concentration(accountant, relation));
    }

    /** Sums of mu^2, as many as keep (epsilon, delta). */
    public static Filter gdp(Accountant accountant, Relation relation, BigDecimal epsilon, BigDecimal delta) {
        return single(accountant, relation, epsilon, delta, new GaussianMeasure(accountant, relation));
    }

    /** Sums of the Renyi divergence of one order, as many as keep (epsilon, delta). */
    public static Filter renyi(
            Accountant accountant, Relation relation, BigDecimal epsilon, BigDecimal delta, double order) {
        return single(accountant, relation, epsilon, delta, new RenyiMeasure(accountant, relation, order));
    }

    /** Every order of a list kept under the curve of a plan. */
    public static Filter curve(
            Accountant accountant, Relation relation, BigDecimal delta, Mechanism plan, List<Double> orders) {
        List<Part> parts = new ArrayList<>();
        for (double order : orders) {
            RenyiMeasure measure = new RenyiMeasure(accountant, relation, order);
            parts.add(new Part(measure, measure.of(plan)));
        }
        return new Filter(accountant, relation, delta, parts);
    }

    private static Filter single(
            Accountant accountant, Relation relation, BigDecimal epsilon, BigDecimal delta, Measure measure) {
        if (!(delta.signum() > 0))
            throw new InvalidException(
                    "a budget of " + measure.name() + " needs a delta above 0", "budgets of pure epsilon add up: sums");
        if (!(epsilon.signum() >= 0 && epsilon.compareTo(Sums.LARGEST_EPSILON) <= 0))
            throw new InvalidException(
                    "epsilon must be in [0, " + Sums.LARGEST_EPSILON + "], was " + Units.text(epsilon));
        BigDecimal limit = largest(accountant, relation, epsilon, delta, measure);
        return new Filter(accountant, relation, delta, List.of(new Part(measure, limit)));
    }

    /** The largest total, to twelve digits, that was seen to keep the promise. */
    private static BigDecimal largest(
            Accountant accountant, Relation relation, BigDecimal epsilon, BigDecimal delta, Measure measure) {
        BigDecimal low = BigDecimal.ZERO;
        BigDecimal high = BigDecimal.ONE;
        while (keeps(accountant, relation, epsilon, delta, measure.whole(high))) {
            low = high;
            high = high.multiply(BigDecimal.valueOf(4));
        }
        for (int step = 0; step < MOST_STEPS; step++) {
            BigDecimal middle = low.add(high).divide(BigDecimal.valueOf(2), MathContext.DECIMAL64);
            if (middle.compareTo(low) <= 0 || middle.compareTo(high) >= 0) break;
            if (keeps(accountant, relation, epsilon, delta, measure.whole(middle))) low = middle;
            else high = middle;
            if (low.signum() > 0 && low.round(LIMIT).compareTo(high.round(LIMIT)) == 0) break;
        }
        BigDecimal found = low.round(LIMIT);
        if (!(found.signum() > 0))
            throw new InvalidException(
                    "no " + measure.name() + " above 0 keeps epsilon " + Units.text(epsilon) + " at delta "
                            + Units.text(delta),
                    "give a larger epsilon or delta");
        return found;
    }

    private static boolean keeps(
            Accountant accountant, Relation relation, BigDecimal epsilon, BigDecimal delta, Mechanism whole) {
        Guarantee guarantee = accountant.delta(whole, relation, Sums.down(epsilon), Precision.DEFAULT);
        return new BigDecimal(guarantee.delta().upper()).compareTo(delta) <= 0;
    }

    @Override
    public List<Resource> resources() {
        return parts.stream()
                .map(part -> new Resource(part.measure.name(), part.digits, Units.down(part.limit, part.digits)))
                .toList();
    }

    @Override
    public Cost cost(Ask ask) {
        Map<String, Long> amounts = new TreeMap<>();
        for (Part part : parts) amounts.put(part.measure.name(), Units.up(part.measure.of(ask.plan()), part.digits));
        return Cost.fixed(new Withdrawal(amounts, "filter"));
    }

    @Override
    public double promise() {
        return evidence().stream()
                .mapToDouble(guarantee -> guarantee.epsilon().upper())
                .min()
                .orElseThrow();
    }

    @Override
    public List<Guarantee> evidence() {
        return parts.stream().map(part -> epsilon(part, part.limit)).toList();
    }

    private Guarantee epsilon(Part part, BigDecimal total) {
        return accountant.epsilon(part.measure.whole(total), relation, delta, Precision.DEFAULT);
    }

    @Override
    public double spent(Map<String, Long> taken) {
        double least = Double.POSITIVE_INFINITY;
        for (Part part : parts) {
            long units = taken.getOrDefault(part.measure.name(), 0L);
            if (units == 0) return 0;
            least = Math.min(
                    least,
                    epsilon(part, Units.amount(units, part.digits)).epsilon().upper());
        }
        return least;
    }

    @Override
    public String left(Map<String, Long> left) {
        return parts.stream()
                .map(part -> part.measure.name() + " "
                        + Units.text(Units.amount(left.getOrDefault(part.measure.name(), 0L), part.digits)))
                .collect(Collectors.joining(", "));
    }
}
