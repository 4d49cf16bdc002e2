package io.sordino.ledger.rule;

import io.sordino.mechanism.Mechanism;
import java.math.BigDecimal;

/** A number that adds up over requests that are chosen as one goes, and what is known of all of them once it is bounded. */
interface Measure {
    /** The name of the resource. */
    String name();

    /** No less than the measure of a plan; refuses one that has none. */
    BigDecimal of(Mechanism plan);

    /** A plan that is at least as bad as anything of this measure. */
    Mechanism whole(BigDecimal total);
}
