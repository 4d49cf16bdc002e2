package io.sordino.account;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Whether brackets hold the truth, and those that do not. */
final class Verdicts {
    private final List<String> violations = new ArrayList<>();
    private int cases;
    private double widest;

    List<String> violations() {
        return violations;
    }

    int cases() {
        return cases;
    }

    double widest() {
        return widest;
    }

    /** The least epsilon with at most this delta lies in the bracket. */
    void epsilon(String what, Bracket answer, double delta, Truth truth) {
        cases++;
        BigDecimal target = new BigDecimal(delta);
        boolean notBelow = answer.upper() == Double.POSITIVE_INFINITY
                || truth.delta(answer.upper()).compareTo(target) <= 0;
        boolean notAbove = answer.lower() == 0
                || (answer.lower() < Double.POSITIVE_INFINITY
                        ? truth.delta(answer.lower()).compareTo(target) >= 0
                        : truth.delta(1e6).compareTo(target) > 0);
        if (!(notBelow && notAbove))
            violations.add(
                    what + ": epsilon at " + delta + " is not in " + answer + (notBelow ? "" : ", BELOW THE TRUTH"));
        else if (answer.upper() > 0 && answer.upper() < Double.POSITIVE_INFINITY)
            widest = Math.max(widest, (answer.upper() - answer.lower()) / answer.upper());
    }

    /** The logarithm of delta lies in the bracket. */
    void logDelta(String what, Bracket answer, double epsilon, Truth truth) {
        cases++;
        BigDecimal delta = truth.delta(epsilon);
        boolean holds;
        if (delta.signum() <= 0) holds = answer.lower() == Double.NEGATIVE_INFINITY;
        else {
            BigDecimal log = Oracle.log(delta, 30);
            holds = (answer.lower() == Double.NEGATIVE_INFINITY || new BigDecimal(answer.lower()).compareTo(log) <= 0)
                    && answer.upper() > Double.NEGATIVE_INFINITY
                    && new BigDecimal(answer.upper()).compareTo(log) >= 0;
            if (!holds)
                violations.add(what + ": log delta at " + epsilon + " is " + log.doubleValue() + ", not in " + answer);
            return;
        }
        if (!holds) violations.add(what + ": delta at " + epsilon + " is 0, not in " + answer);
    }

    /** Two brackets of the same number. */
    void same(String what, Bracket a, Bracket b) {
        cases++;
        if (!(a.lower() <= b.upper() && b.lower() <= a.upper())) violations.add(what + ": " + a + " and " + b);
    }

    /** The first number is at most the second. */
    void ordered(String what, Bracket less, Bracket more) {
        cases++;
        if (!(less.lower() <= more.upper())) violations.add(what + ": " + less + " is above " + more);
    }
}
