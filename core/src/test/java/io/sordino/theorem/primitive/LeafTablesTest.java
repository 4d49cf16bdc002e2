package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Loss;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SinhNormal;
import io.sordino.numeric.Bracket;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every single leaf of the reference tables is inside the bracket. */
class LeafTablesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian",
                "laplace",
                "randomized_response",
                "discrete_gaussian",
                "discrete_laplace",
                "truncated_laplace",
                "sinh_normal",
                "exponential"
            })
    void goldenRowsHold(String table) {
        List<String> failures = new ArrayList<>();
        int checked = 0;
        for (String[] row : Rows.of("/golden/" + table + ".csv")) {
            if (!Leaf.isSingle(row[0])) continue;
            Mechanism mechanism = Leaf.parse(row[0]);
            if (mechanism instanceof SinhNormal sinh && sinh.a() < sinh.sigma()) continue;
            Bracket answer = answer(mechanism, Leaf.relation(row[1]), row[2], Double.parseDouble(row[3]));
            boolean meets =
                    answer.lower() <= Double.parseDouble(row[5]) && answer.upper() >= Double.parseDouble(row[4]);
            if (!meets) failures.add(String.join(" ", row) + " but was " + answer);
            checked++;
        }
        assertThat(failures).isEmpty();
        assertThat(checked).isGreaterThan(20);
    }

    private static Bracket answer(Mechanism mechanism, Relation relation, String given, double at) {
        Loss above = Leaf.above(mechanism, relation);
        Loss below = Leaf.below(mechanism, relation);
        return given.equals("epsilon")
                ? Bracket.of(below.delta(at).lower(), above.delta(at).upper())
                : Bracket.of(below.epsilon(at).lower(), above.epsilon(at).upper());
    }

    @Test
    void extremesHoldToElevenDigits() {
        List<String> failures = new ArrayList<>();
        double widest = 0;
        for (String[] row : Rows.of("/leaves/extremes.csv")) {
            Mechanism mechanism = Leaf.parse(row[0]);
            double epsilon = Double.parseDouble(row[2]);
            Bracket upper = Leaf.above(mechanism, Leaf.relation(row[1])).logDelta(epsilon);
            Bracket lower = Leaf.below(mechanism, Leaf.relation(row[1])).logDelta(epsilon);
            Bracket found = Bracket.of(lower.lower(), upper.upper());
            if (!holds(found, row[3])) failures.add(String.join(" ", row) + " but was " + found);
            if (row[3].equals("-inf") || Double.parseDouble(row[3]) < -690) continue;
            double width = found.upper() - found.lower();
            widest = Math.max(widest, width);
            if (!(width <= widthAllowed(mechanism, found.upper())))
                failures.add(String.join(" ", row) + " has width " + width);
        }
        assertThat(failures).isEmpty();
        assertThat(widest).isLessThan(1e-8);
    }

    /** Below 1e-170 rounding of the exponent shows; sinh-normal noise and mu above 100 lose digits, see their pages. */
    private static double widthAllowed(Mechanism mechanism, double logDelta) {
        double least = logDelta > -400 ? 1e-11 : 3e-11;
        if (mechanism instanceof SinhNormal sinh) return least * Math.max(2, sinh.sigma() / 100);
        return mechanism instanceof Gaussian gaussian ? least * Math.max(1, 0.01 / gaussian.noiseMultiplier()) : least;
    }

    private static boolean holds(Bracket bracket, String value) {
        if (value.equals("-inf")) return bracket.lower() == Double.NEGATIVE_INFINITY;
        BigDecimal truth = new BigDecimal(value);
        return atMost(bracket.lower(), truth) && !below(bracket.upper(), truth);
    }

    private static boolean atMost(double end, BigDecimal truth) {
        return end == Double.NEGATIVE_INFINITY || new BigDecimal(end).compareTo(truth) <= 0;
    }

    private static boolean below(double end, BigDecimal truth) {
        return end == Double.NEGATIVE_INFINITY || new BigDecimal(end).compareTo(truth) < 0;
    }
}
