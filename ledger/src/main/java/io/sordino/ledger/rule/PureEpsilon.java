package io.sordino.ledger.rule;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import java.math.BigDecimal;
import java.util.Optional;

/** The epsilon at delta 0, for plans that have one. */
final class PureEpsilon {
    private PureEpsilon() {}

    static Optional<BigDecimal> of(Accountant accountant, Mechanism part, Relation relation) {
        try {
            double upper = accountant
                    .epsilon(part, relation, 0, Precision.DEFAULT)
                    .epsilon()
                    .upper();
            return upper < Double.POSITIVE_INFINITY ? Optional.of(new BigDecimal(upper)) : Optional.empty();
        } catch (UnsupportedException e) {
            return Optional.empty();
        }
    }
}
