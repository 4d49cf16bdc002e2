package io.sordino.ledger.rule;

import io.sordino.account.Accountant;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A budget that is a plan. Its parts are coupons; a request takes coupons that dominate it at every order in both directions, up to a
 * slack that is itself a budget. Whatever is chosen, everything together is dominated by the plan, so the price is the plan's own.
 *
 * <p>Statement and proof: docs/theory/CouponBank.md.
 */
public final class Bank implements Rule {
    /** The resource that inexact exchanges share. */
    public static final String SLACK = "slack";
    /** All exchanges together may add this share of delta to what the plan promises. */
    private static final BigDecimal SLACK_SHARE = new BigDecimal("0.01");
    /** One exchange may take this share of delta. */
    private static final BigDecimal MOST_AT_ONCE = new BigDecimal("0.0001");
    /** Kinds that are tried one by one where no coupon dominates by structure. */
    private static final int MOST_TRIED = 6;
    /** Decisions that are kept: whoever may look may ask for any number of them. */
    private static final int MOST_DECIDED = 10_000;

    private final Accountant accountant;
    private final Relation relation;
    private final Mechanism plan;
    private final BigDecimal delta;
    private final BigDecimal slack;
    private final int slackDigits;
    private final Structure structure;
    private final Domination domination;
    private final Map<List<Mechanism>, Map<Direction, Double>> decided = new ConcurrentHashMap<>();

    /** Of the coupons that a plan lists, for a promise at this delta. */
    public Bank(Accountant accountant, Relation relation, Mechanism plan, BigDecimal delta) {
        if (!(delta.signum() > 0 || delta.signum() == 0))
            throw new InvalidException("delta must be at least 0, was " + delta);
        this.accountant = accountant;
        this.relation = relation;
        this.plan = NormalForm.normal(plan);
        this.delta = delta;
        this.slack = delta.multiply(SLACK_SHARE);
        this.slackDigits = Units.digitsFor(slack);
        this.structure = new Structure(relation);
        this.domination = new Domination(accountant, relation);
    }

    /** The text of a coupon, which is the name of its resource. */
    static String name(Mechanism coupon) {
        return Plans.print(coupon);
    }

    @Override
    public List<Resource> resources() {
        List<Resource> all = new ArrayList<>();
        NormalForm.of(plan).counts().forEach((coupon, count) -> all.add(new Resource(name(coupon), 0, count)));
        all.add(new Resource(SLACK, slackDigits, Units.down(slack, slackDigits)));
        return all;
    }

    @Override
    public Cost cost(Ask ask) {
        if (ask.coupons().isPresent()) return named(ask.plan(), ask.coupons().get());
        Map<Mechanism, Long> want = NormalForm.of(ask.plan()).counts();
        return left -> {
            Map<Mechanism, Long> have = coupons(left);
            Optional<Map<Mechanism, Long>> taken = structure.covers(have, want).or(() -> structure.pool(have, want));
            if (taken.isPresent()) return Optional.of(withdrawal(taken.get(), 0, "structure"));
            return exchanged(ask.plan(), have, left);
        };
    }

    /** Coupons that the caller chose: more than are needed is the caller's affair, fewer is refused. */
    private Cost named(Mechanism request, Mechanism coupons) {
        Map<Mechanism, Long> chosen = NormalForm.of(coupons).counts();
        if (structure.dominates(coupons, request)) return Cost.fixed(withdrawal(chosen, 0, "structure"));
        double needed = worst(decide(request, coupons));
        if (!affordable(needed))
            throw new InvalidException(
                    Plans.print(coupons) + " does not dominate " + Plans.print(request) + ": the exchange would add "
                            + Units.text(new BigDecimal(needed).round(Concentration.UP)) + " to delta",
                    "take more coupons or other ones, or ask for more noise");
        return Cost.fixed(withdrawal(chosen, needed, how(decide(request, coupons))));
    }

    /** One coupon of one kind for the whole request, by comparing the curves. */
    private Optional<Withdrawal> exchanged(Mechanism request, Map<Mechanism, Long> have, Map<String, Long> left) {
        Domination.Asked asked = domination.asked(NormalForm.normal(request));
        int tried = 0;
        for (Mechanism coupon : have.keySet()) {
            if (have.getOrDefault(coupon, 0L) == 0 || tried++ == MOST_TRIED) continue;
            Map<Direction, Double> eta;
            try {
                eta = decided(asked, coupon);
            } catch (UnsupportedException e) {
                continue;
            }
            if (!affordable(worst(eta))) continue;
            Withdrawal found = withdrawal(Map.of(coupon, 1L), worst(eta), how(eta));
            if (found.amounts().getOrDefault(SLACK, 0L) <= left.getOrDefault(SLACK, 0L)) return Optional.of(found);
        }
        return Optional.empty();
    }

    /**
     * What a swap of unused coupons takes and gives; the new ones must be dominated by the old ones.
     *
     * @return the units that are taken
     */
    public Withdrawal swap(Mechanism old, Mechanism fresh) {
        Map<Mechanism, Long> given = NormalForm.of(old).counts();
        if (structure.dominates(old, fresh)) return withdrawal(given, 0, "structure");
        Map<Direction, Double> eta = decide(fresh, old);
        if (!affordable(worst(eta)))
            throw new InvalidException(
                    Plans.print(old) + " does not dominate " + Plans.print(fresh) + ": the swap would add "
                            + Units.text(new BigDecimal(worst(eta)).round(Concentration.UP)) + " to delta",
                    "swap more coupons for fewer, or for ones with more noise");
        return withdrawal(given, worst(eta), how(eta));
    }

    /**
     * Parts that single coupons dominate by structure are left out with them first: A <= S + s gives A x R <= S x R' + s for R <= R'. The
     * other way it may not, so the whole is asked then.
     */
    private Map<Direction, Double> decide(Mechanism request, Mechanism coupons) {
        Map<Mechanism, Long> want = new LinkedHashMap<>(NormalForm.of(request).counts());
        Map<Mechanism, Long> have = new LinkedHashMap<>(NormalForm.of(coupons).counts());
        boolean fewer = structure.matched(have, want);
        Optional<Mechanism> wanted = fewer ? sum(want) : Optional.empty();
        Optional<Mechanism> given = fewer ? sum(have) : Optional.empty();
        if (wanted.isPresent() && given.isPresent()) {
            Map<Direction, Double> rest = decided(wanted.get(), given.get());
            if (affordable(worst(rest))) return rest;
        }
        return decided(request, coupons);
    }

    private Map<Direction, Double> decided(Mechanism request, Mechanism coupons) {
        return decided(domination.asked(NormalForm.normal(request)), coupons);
    }

    private Map<Direction, Double> decided(Domination.Asked asked, Mechanism coupons) {
        if (decided.size() > MOST_DECIDED) decided.clear();
        return decided.computeIfAbsent(
                List.of(asked.request(), NormalForm.normal(coupons)), both -> asked.slack(both.get(1)));
    }

    private static double worst(Map<Direction, Double> eta) {
        return eta.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    private boolean affordable(double eta) {
        return new BigDecimal(eta).compareTo(affordable()) <= 0;
    }

    private BigDecimal affordable() {
        return delta.multiply(MOST_AT_ONCE);
    }

    private static String how(Map<Direction, Double> eta) {
        StringBuilder how = new StringBuilder("curves");
        eta.forEach((direction, one) -> how.append(' ')
                .append(direction)
                .append(' ')
                .append(Units.text(new BigDecimal(one).round(Concentration.UP))));
        return how.toString();
    }

    private Withdrawal withdrawal(Map<Mechanism, Long> coupons, double eta, String how) {
        Map<String, Long> amounts = new TreeMap<>();
        coupons.forEach((coupon, count) -> amounts.put(name(coupon), count));
        if (eta > 0) amounts.put(SLACK, Units.up(new BigDecimal(eta), slackDigits));
        return new Withdrawal(amounts, how);
    }

    /** Coupons that came by a swap are read from their names, as all others are. */
    private static Map<Mechanism, Long> coupons(Map<String, Long> left) {
        Map<Mechanism, Long> have = new LinkedHashMap<>();
        left.forEach((name, count) -> {
            if (!name.equals(SLACK)) have.put(parsed(name), count);
        });
        return have;
    }

    private static final Map<String, Mechanism> PARSED = new ConcurrentHashMap<>();

    private static Mechanism parsed(String name) {
        if (PARSED.size() > 10_000) PARSED.clear();
        return PARSED.computeIfAbsent(name, Plans::parse);
    }

    /** Coupons as a plan; empty where there is none. */
    public static Optional<Mechanism> plan(Map<String, Long> amounts) {
        return sum(coupons(amounts));
    }

    private static Optional<Mechanism> sum(Map<Mechanism, Long> counts) {
        List<Mechanism> parts = new ArrayList<>();
        counts.forEach((coupon, count) -> {
            if (count == 1) parts.add(coupon);
            if (count > 1) parts.add(new Repeated(count, coupon));
        });
        if (parts.isEmpty()) return Optional.empty();
        return Optional.of(parts.size() == 1 ? parts.get(0) : new Composed(parts));
    }

    @Override
    public double promise() {
        return evidence().get(0).epsilon().upper();
    }

    /** At the delta that is left when every exchange has taken its slack. */
    @Override
    public List<Guarantee> evidence() {
        return List.of(accountant.epsilon(plan, relation, Sums.down(delta.subtract(slack)), Precision.DEFAULT));
    }

    @Override
    public double spent(Map<String, Long> taken) {
        return plan(taken)
                .map(one -> accountant
                        .epsilon(one, relation, Sums.down(delta.subtract(slack)), Precision.DEFAULT)
                        .epsilon()
                        .upper())
                .orElse(0.0);
    }

    @Override
    public String left(Map<String, Long> left) {
        return plan(left).map(Plans::print).orElse("nothing");
    }
}
