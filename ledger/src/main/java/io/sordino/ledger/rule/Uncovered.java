package io.sordino.ledger.rule;

import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Mechanism;
import io.sordino.plan.Plans;

/** A part of a plan that a filter cannot measure. */
final class Uncovered {
    private Uncovered() {}

    static UnsupportedException by(String filter, Mechanism part, String measured) {
        return new UnsupportedException(
                "the " + filter + " filter has no measure of " + Plans.print(part),
                "it measures " + measured + "; create a budget with --bank for anything else");
    }
}
