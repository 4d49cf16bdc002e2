package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An analyst who knows everything that was released and chooses the next request so as to tell two datasets apart best. */
class AdversaryTest {
    private static final Accountant ACCOUNTANT = Accountant.standard();
    private static final Relation RELATION = Relation.ADD_OR_REMOVE_ONE;

    private static final Map<String, FinitePair> MENU = Map.of(
            "rr(0.5)", FinitePair.rr(0.5),
            "rr(0.3)", FinitePair.rr(0.3),
            "rr(0.8)", FinitePair.rr(0.8),
            "dp(0, delta=1e-3)", FinitePair.leak(1e-3),
            "dp(0, delta=4e-4)", FinitePair.leak(4e-4));

    /** The best that an analyst can reach from a state, by trying everything that the rule grants. */
    private static double best(Rule rule, Map<String, Long> left, double x, Map<List<Object>, Double> known) {
        List<Object> key = List.of(left, (double) Math.round(x * 1e12) / 1e12);
        Double before = known.get(key);
        if (before != null) return before;
        double value = Math.max(0, 1 - x);
        for (Map.Entry<String, FinitePair> request : MENU.entrySet()) {
            Optional<Withdrawal> taken =
                    rule.cost(Ask.of(Plans.parse(request.getKey()))).from(left);
            if (taken.isEmpty()) continue;
            Map<String, Long> after = new TreeMap<>(left);
            taken.get().amounts().forEach((name, amount) -> after.merge(name, -amount, Long::sum));
            value = Math.max(value, request.getValue().then(x, rest -> best(rule, after, rest, known)));
        }
        known.put(key, value);
        return value;
    }

    private static Map<String, Long> start(Rule rule) {
        Map<String, Long> left = new TreeMap<>();
        rule.resources().forEach(resource -> left.put(resource.name(), resource.most()));
        return left;
    }

    @ParameterizedTest
    @CsvSource({"-0.5, 0.53737861008", "0, 0.38056901329", "0.3, 0.27221232010", "1, 0.11220235011", "1.5, 1e-3"})
    void theBankIsWorthWhatItsPlanIsAndNoMore(double epsilon, double truth) {
        Mechanism plan = Plans.parse("rr(0.5) + dp(0, delta=1e-3) + rr(0.8)");
        Bank bank = new Bank(ACCOUNTANT, RELATION, plan, new BigDecimal("1e-3"));
        double x = Math.exp(epsilon);
        double reached = best(bank, start(bank), x, new HashMap<>());
        assertThat(reached).isCloseTo(truth, within(1e-10));
        if (epsilon < 0) return;
        double price = ACCOUNTANT
                .delta(plan, RELATION, epsilon, Precision.DEFAULT)
                .delta()
                .upper();
        assertThat(reached).isLessThanOrEqualTo(price * (1 + 1e-12));
    }

    @ParameterizedTest
    @CsvSource({"0.5", "1", "1.5", "2"})
    void sumsAreNeverExceeded(double epsilon) {
        Sums sums = new Sums(ACCOUNTANT, RELATION, BigDecimal.valueOf(epsilon), new BigDecimal("2e-3"));
        Map<String, FinitePair> pure = new HashMap<>(MENU);
        double reached = bestOf(sums, start(sums), Math.exp(epsilon), pure, new HashMap<>());
        assertThat(reached).isLessThanOrEqualTo(2e-3 + 1e-15);
    }

    /** A budget that adds up promises is asked with the delta that each leaks. */
    private static double bestOf(
            Rule rule,
            Map<String, Long> left,
            double x,
            Map<String, FinitePair> menu,
            Map<List<Object>, Double> known) {
        List<Object> key = List.of(left, (double) Math.round(x * 1e12) / 1e12);
        Double before = known.get(key);
        if (before != null) return before;
        double value = Math.max(0, 1 - x);
        for (Map.Entry<String, FinitePair> request : menu.entrySet()) {
            BigDecimal delta = new BigDecimal(Double.toString(request.getValue().infinity()));
            Ask ask = new Ask(Plans.parse(request.getKey()), Optional.empty(), Optional.of(delta), Optional.empty());
            Optional<Withdrawal> taken = COSTS.computeIfAbsent(ask, rule::cost).from(left);
            if (taken.isEmpty()) continue;
            Map<String, Long> after = new TreeMap<>(left);
            taken.get().amounts().forEach((name, amount) -> after.merge(name, -amount, Long::sum));
            value = Math.max(value, request.getValue().then(x, rest -> bestOf(rule, after, rest, menu, known)));
        }
        known.put(key, value);
        return value;
    }

    private static final Map<Ask, Cost> COSTS = new HashMap<>();

    /**
     * The natural filter goes on as long as the product of what was really run keeps (epsilon, delta). It is beaten by choosing what
     * comes next after looking, which is why there is none here.
     */
    @Test
    void theNaturalFilterIsBeaten() {
        double delta = 1e-3;
        double x = Math.E;
        double a = 0.50258175818541;
        FinitePair first = FinitePair.rr(0.5);
        FinitePair response = FinitePair.rr(a);
        FinitePair leak = FinitePair.leak(delta);
        List<Double> paths = new ArrayList<>();
        for (FinitePair second : List.of(response, leak)) paths.add(first.then(x, second::at));
        assertThat(paths).allSatisfy(path -> assertThat(path).isCloseTo(delta, within(1e-12)));
        double run = first.losses().get(0)[1] * response.at(x * Math.exp(-0.5))
                + first.losses().get(1)[1] * leak.at(x * Math.exp(0.5));
        assertThat(run).isCloseTo(1.3775406688e-3, within(1e-12));
        assertThat(run).isGreaterThan(1.37 * delta);
        // the accountant would accept each of the two paths as a plan
        for (String second : List.of("rr(0.5025)", "dp(0, delta=1e-3)")) {
            double price = ACCOUNTANT
                    .delta(Plans.parse("rr(0.5) + " + second), RELATION, 1, Precision.DEFAULT)
                    .delta()
                    .upper();
            assertThat(price).isLessThanOrEqualTo(delta * (1 + 1e-12));
        }
        // and a bank that holds both second parts promises what the analyst reaches, or more
        double bank = ACCOUNTANT
                .delta(Plans.parse("rr(0.5) + rr(0.5025817581855) + dp(0, delta=1e-3)"), RELATION, 1, Precision.DEFAULT)
                .delta()
                .upper();
        assertThat(bank).isGreaterThan(run);
    }

    /** Many small steps first: the natural filter loses a factor of two. */
    @Test
    void theNaturalFilterLosesAFactorOfTwo() {
        int steps = 50;
        double x = Math.exp(2);
        FinitePair response = FinitePair.rr(0.5353996049);
        FinitePair leak = FinitePair.leak(9.999349786e-7);
        double better = 0;
        double one = 0;
        double other = 0;
        for (int up = 0; up <= steps; up++) {
            double p = binomial(steps, up)
                    * Math.pow(1 / (1 + Math.exp(-0.05)), up)
                    * Math.pow(1 / (1 + Math.exp(0.05)), steps - up);
            double rest = x * Math.exp(-0.05 * (2 * up - steps));
            one += p * response.at(rest);
            other += p * leak.at(rest);
            better += p * Math.max(response.at(rest), leak.at(rest));
        }
        assertThat(one).isCloseTo(1e-6, within(1e-12));
        assertThat(other).isCloseTo(1e-6, within(1e-12));
        assertThat(better).isCloseTo(1.99990973e-6, within(1e-13));
    }

    private static double binomial(int n, int k) {
        double value = 1;
        for (int i = 1; i <= k; i++) value = value * (n - k + i) / i;
        return value;
    }
}
