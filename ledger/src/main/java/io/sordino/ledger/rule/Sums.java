package io.sordino.ledger.rule;

import io.sordino.account.Accountant;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Epsilons and deltas add up: a budget (E, D) of which every request takes the (epsilon, delta) that it promises.
 *
 * <p>Rogers, Roth, Ullman and Vadhan 2016 (arXiv:1605.08294); the proof for a budget fixed beforehand is in docs/theory/SumsFilter.md.
 */
public final class Sums implements Rule {
    static final String EPSILON = "epsilon";
    static final String DELTA = "delta";
    static final BigDecimal LARGEST_EPSILON = BigDecimal.valueOf(9_000_000);
    /** 0.1 is exact, and the largest budget is nine million. */
    private static final int EPSILON_DIGITS = 12;

    private final Accountant accountant;
    private final Relation relation;
    private final BigDecimal epsilon;
    private final BigDecimal delta;
    private final int deltaDigits;

    /** Of a budget. */
    public Sums(Accountant accountant, Relation relation, BigDecimal epsilon, BigDecimal delta) {
        if (!(epsilon.signum() > 0)) throw new InvalidException("epsilon must be above 0, was " + epsilon);
        if (!(epsilon.compareTo(LARGEST_EPSILON) <= 0))
            throw new InvalidException("epsilon must be at most " + LARGEST_EPSILON + ", was " + Units.text(epsilon));
        this.accountant = accountant;
        this.relation = relation;
        this.epsilon = epsilon;
        this.delta = delta;
        this.deltaDigits = Units.digitsFor(delta);
    }

    @Override
    public List<Resource> resources() {
        return List.of(
                new Resource(EPSILON, EPSILON_DIGITS, Units.down(epsilon, EPSILON_DIGITS)),
                new Resource(DELTA, deltaDigits, Units.down(delta, deltaDigits)));
    }

    @Override
    public Cost cost(Ask ask) {
        BigDecimal at = ask.delta().orElse(BigDecimal.ZERO);
        BigDecimal promised = ask.epsilon().orElseGet(() -> least(ask, at));
        if (ask.epsilon().isPresent()) check(ask, promised, at);
        Map<String, Long> amounts = new TreeMap<>();
        amounts.put(EPSILON, Units.up(promised, EPSILON_DIGITS));
        amounts.put(DELTA, Units.up(at, deltaDigits));
        return Cost.fixed(new Withdrawal(amounts, "sums"));
    }

    private BigDecimal least(Ask ask, BigDecimal at) {
        Optional<SaidPromise> said =
                SaidPromise.of(ask.plan(), relation).filter(one -> one.delta().compareTo(at) <= 0);
        // with a delta to spare the accountant finds a smaller epsilon, and without one it has none to find
        if (said.isPresent() && said.get().delta().compareTo(at) == 0)
            return said.get().epsilon();
        try {
            return finite(accountant
                    .epsilon(ask.plan(), relation, down(at), Precision.DEFAULT)
                    .epsilon()
                    .upper());
        } catch (UnsupportedException e) {
            if (at.signum() > 0) throw e;
            throw pure();
        }
    }

    private static BigDecimal finite(double epsilon) {
        if (!(epsilon < Double.POSITIVE_INFINITY)) throw pure();
        return new BigDecimal(epsilon);
    }

    private static InvalidException pure() {
        return new InvalidException(
                "the plan has no finite epsilon at delta 0", "give the delta that this request may take of the budget");
    }

    /** A promise that the plan does not keep is never charged for. */
    private void check(Ask ask, BigDecimal promised, BigDecimal at) {
        if (keeps(ask, promised, at)) return;
        throw new InvalidException(
                "the plan does not keep epsilon " + Units.text(promised) + " at delta " + Units.text(at),
                "leave the epsilon out to be charged what the plan costs");
    }

    private boolean keeps(Ask ask, BigDecimal promised, BigDecimal at) {
        Optional<SaidPromise> said = SaidPromise.of(ask.plan(), relation)
                .filter(one ->
                        one.epsilon().compareTo(promised) <= 0 && one.delta().compareTo(at) <= 0);
        if (said.isPresent()) return true;
        if (at.signum() == 0) {
            Guarantee pure = accountant.epsilon(ask.plan(), relation, 0, Precision.DEFAULT);
            return pure.epsilon().upper() < Double.POSITIVE_INFINITY
                    && new BigDecimal(pure.epsilon().upper()).compareTo(promised) <= 0;
        }
        double order = down(promised);
        double least = accountant
                .delta(ask.plan(), relation, order, Precision.DEFAULT)
                .delta()
                .upper();
        if (new BigDecimal(least).compareTo(at) <= 0) return true;
        // a plan that was calibrated to the last digit
        Guarantee read = accountant.epsilon(ask.plan(), relation, down(at), Precision.DEFAULT);
        return new BigDecimal(Math.min(Double.MAX_VALUE, read.epsilon().upper())).compareTo(promised) <= 0;
    }

    /** No more than the decimal. */
    static double down(BigDecimal value) {
        double nearest = value.doubleValue();
        return new BigDecimal(nearest).compareTo(value) <= 0 ? nearest : Math.nextDown(nearest);
    }

    /** No less than the decimal. */
    static double up(BigDecimal value) {
        double nearest = value.doubleValue();
        return new BigDecimal(nearest).compareTo(value) >= 0 ? nearest : Math.nextUp(nearest);
    }

    @Override
    public double promise() {
        return up(epsilon);
    }

    @Override
    public double spent(Map<String, Long> taken) {
        return up(Units.amount(taken.getOrDefault(EPSILON, 0L), EPSILON_DIGITS));
    }

    @Override
    public String left(Map<String, Long> left) {
        return "epsilon " + Units.text(Units.amount(left.getOrDefault(EPSILON, 0L), EPSILON_DIGITS)) + ", delta "
                + Units.text(Units.amount(left.getOrDefault(DELTA, 0L), deltaDigits));
    }
}
